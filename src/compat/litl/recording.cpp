// SPDX-License-Identifier: BSD-3-Clause
#include "compat/litl/recording.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "formats/litl/event.hpp"
#include "record/clock.hpp"
#include "record/no_cancel.hpp"

namespace weft::litl::compat {

[[gnu::tls_model("initial-exec")]] constinit thread_local LastUse last_use;

namespace {

std::atomic<std::uint64_t> next_number{1};
// Which process we are, counted from the one that was not forked. Atomic though only a child changes it, where no other
// thread is: to a sanitizer those of the parent have looked at it just before.
std::atomic<std::uint64_t> generation = 0;

// A child inherits recordings whose file is its parent's. Of its threads only the one that forked is there, so
// forgetting what that one used closes the fast way to all of them.
void enter_child() {
  generation.fetch_add(1, std::memory_order_relaxed);
  last_use = {};
}

// While it lives, events of this thread are not recorded, and nobody cancels it: nothing is called twice or half.
class Busy {
 public:
  Busy() { last_use = {0, nullptr, true}; }
  ~Busy() { last_use.is_busy = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  recording::NoCancel no_cancel_;
};

// Programs that fill in parameters themselves may take an event for larger than it is, as the reference's do: the
// largest regular event and a mark fit behind the end.
constexpr std::uint64_t slack_bytes = litl::encoded_bytes(litl::EventType::regular, LITL_MAX_PARAMS) +
                                      litl::standard_layout.mark_bytes();

// Memory that is there before the first event, so that events do not wait for pages. More comes as it is needed.
constexpr std::uint64_t bytes_ahead = std::uint64_t{64} << 20;

constexpr std::uint64_t as_much_as_there_is = ~std::uint64_t{0};

}  // namespace

Recording::Recording(std::uint32_t buffer_bytes)
    : litl_write_trace_t{},
      number_(next_number.fetch_add(1, std::memory_order_relaxed)),
      process_(generation.load(std::memory_order_relaxed)),
      pool_({buffer_bytes, as_much_as_there_is, slack_bytes, bytes_ahead}),
      shared_{&pool_, recording::Policy::write, 0, recording::raw_nanoseconds,
          [this](const std::string& path, int error) { give_up(path + ": " + std::strerror(error)); },
          [] { return false; }},
      file_(std::make_shared<recording::LitlTrace>("", buffer_bytes, true)) {
  f_handle = -1;
  buffer_size = buffer_bytes;
  is_litl_initialized = 1;
  has_key_ = ::pthread_key_create(&index, nullptr) == 0;
}

Recording::~Recording() {
  if (has_key_) ::pthread_key_delete(index);
  std::free(filename);
}

Recording* Recording::create(std::uint32_t buffer_bytes) {
  static const bool knows_children = ::pthread_atfork(nullptr, nullptr, enter_child) == 0;
  if (!knows_children) return nullptr;
  try {
    std::unique_ptr<Recording> recording(new Recording(buffer_bytes));
    return recording->has_key_ ? recording.release() : nullptr;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

bool Recording::is_of_parent() const { return process_ != generation.load(std::memory_order_relaxed); }

std::byte* Recording::take_slowly(std::uint64_t event_bytes) noexcept {
  if (last_use.is_busy || is_of_parent()) return nullptr;
  std::byte* at = nullptr;
  ThreadBuffer* own = nullptr;
  try {
    const Busy busy;
    own = own_buffer();
    if (own) at = own->fits(event_bytes) ? own->take(event_bytes) : take_with_flush(*own, event_bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  if (own) last_use = {number_, own, false};
  return at;
}

// An event that no buffer can hold is not recorded, but those after it are.
std::byte* Recording::take_with_flush(ThreadBuffer& own, std::uint64_t event_bytes) {
  if (!flag(allow_buffer_flush)) {
    set_flag(is_buffer_full, true);
    return nullptr;
  }
  if (event_bytes >= buffer_size || has_failed_) return nullptr;
  open_file();
  own.flush();
  {
    const std::lock_guard lock(mutex_);
    general_offset = file_->bytes();
  }
  return has_failed_ || !own.fits(event_bytes) ? nullptr : own.take(event_bytes);
}

ThreadBuffer* Recording::own_buffer() {
  if (void* const known = ::pthread_getspecific(index)) return static_cast<ThreadBuffer*>(known);
  return add_thread();
}

ThreadBuffer* Recording::add_thread() {
  const std::lock_guard lock(mutex_);
  if (threads_.size() == litl::most_threads) return nullptr;
  shown_threads_.push_back(nullptr);
  threads_.push_back(ThreadBuffer::create(shared_, std::make_unique<recording::LitlFile>(file_, CUR_TID)));
  ThreadBuffer* const buffer = threads_.back().get();
  if (!buffer || ::pthread_setspecific(index, buffer) != 0) {
    threads_.pop_back();
    shown_threads_.pop_back();
    return nullptr;
  }
  shown_threads_.back() = buffer;
  buffers = shown_threads_.data();
  nb_allocated_buffers = static_cast<litl_size_t>(shown_threads_.capacity());
  nb_threads = static_cast<litl_med_size_t>(threads_.size());
  return buffer;
}

void Recording::set_filename(const char* name) {
  const std::lock_guard lock(mutex_);
  if (is_open_) {
    std::fprintf(stderr, "Warning: changing the trace file name to %s after some events have been saved in file %s\n",
        name ? name : "(null)", filename);
    return;
  }
  const char* const user = std::getenv("USER");
  std::free(filename);
  filename = ::strdup(name ? name : ("/tmp/" + std::string(user ? user : "user") + "_litl_log_1").c_str());
  file_->set_path(filename ? filename : "");
}

// A file that cannot be created ends the program, as the reference does: whoever wants a trace learns it at once.
void Recording::open_file() {
  const std::lock_guard lock(mutex_);
  if (is_open_) return;
  if (!filename || !file_->open()) {
    std::fprintf(stderr, "Cannot open %s\n", filename ? filename : "(null)");
    has_failed_ = true;  // at exit, nobody tries again
    std::exit(EXIT_FAILURE);
  }
  is_open_ = true;
  is_header_flushed = 1;
}

// Somebody else's program goes on; from now on probes say that nothing is recorded.
void Recording::give_up(const std::string& why) {
  set_flag(is_buffer_full, true);
  if (!has_failed_.exchange(true)) std::fprintf(stderr, "[LiTL] %s\n", why.c_str());
}

void Recording::finish() noexcept {
  if (is_of_parent() || threads_.empty() || has_failed_) return;
  const Busy busy;
  try {
    open_file();
    for (const auto& thread : threads_) thread->finish();
    if (const auto done = file_->finish(); !done) give_up(done.error().text());
  } catch (const std::bad_alloc&) {
    std::fputs("[LiTL] no memory to write the rest of a trace\n", stderr);
  }
}

}  // namespace weft::litl::compat
