// SPDX-License-Identifier: BSD-3-Clause
#include "compat/litl/recording.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace weft::litl::compat {

[[gnu::tls_model("initial-exec")]] constinit thread_local LastUse last_use;

namespace {

std::atomic<std::uint64_t> next_number{1};
// Which process we are, counted from the one that was not forked.
std::uint64_t generation = 0;

// A child inherits recordings whose file is its parent's. Of its threads only the one that forked is there, so
// forgetting what that one used closes the fast way to all of them.
void enter_child() {
  ++generation;
  last_use = {};
}

// While it lives, events of this thread are not recorded: nothing is called twice.
class Busy {
 public:
  Busy() { last_use = {0, nullptr, true}; }
  ~Busy() { last_use.is_busy = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
};

std::string name_of_process(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

Recording::Recording(std::uint32_t buffer_bytes)
    : litl_write_trace_t{}, number_(next_number.fetch_add(1, std::memory_order_relaxed)), process_(generation) {
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
  std::unique_ptr<Recording> recording(new (std::nothrow) Recording(buffer_bytes));
  return recording && recording->has_key_ ? recording.release() : nullptr;
}

bool Recording::is_of_parent() const { return process_ != generation; }

std::byte* Recording::take_slowly(std::uint64_t event_bytes) noexcept {
  if (last_use.is_busy || is_of_parent()) return nullptr;
  std::byte* at = nullptr;
  ThreadBuffer* own = nullptr;
  try {
    const Busy busy;
    own = own_buffer();
    if (own) at = own->take(event_bytes);
    if (own && !at) at = take_with_flush(*own, event_bytes);
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
  if (event_bytes >= buffer_size) return nullptr;
  const std::lock_guard lock(mutex_);
  return write(own) ? own.take(event_bytes) : nullptr;
}

ThreadBuffer* Recording::own_buffer() {
  if (void* const known = ::pthread_getspecific(index)) return static_cast<ThreadBuffer*>(known);
  return add_thread();
}

ThreadBuffer* Recording::add_thread() {
  const std::lock_guard lock(mutex_);
  if (threads_.size() == litl::most_threads) return nullptr;
  shown_threads_.push_back(nullptr);
  threads_.push_back(ThreadBuffer::create(buffer_size, static_cast<std::uint16_t>(threads_.size())));
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
  if (file_) {
    std::fprintf(stderr, "Warning: changing the trace file name to %s after some events have been saved in file %s\n",
        name ? name : "(null)", filename);
    return;
  }
  const char* const user = std::getenv("USER");
  std::free(filename);
  filename = ::strdup(name ? name : ("/tmp/" + std::string(user ? user : "user") + "_litl_log_1").c_str());
}

// A file that cannot be created ends the program, as the reference does: whoever wants a trace learns it at once.
void Recording::open_file() {
  const std::string path = filename ? filename : "(null)";
  auto file = filename ? litl::TraceFile::create(path, {.process = name_of_process(path), .buffer_bytes = buffer_size})
                       : Result<litl::TraceFile>(Error{Errc::invalid_argument, "no name has been given", path});
  if (!file) {
    std::fprintf(stderr, "Cannot open %s\n", path.c_str());
    has_failed_ = true;  // at exit, nobody tries again
    std::exit(EXIT_FAILURE);
  }
  file_.emplace(std::move(file).take());
  is_header_flushed = 1;
}

bool Recording::write(ThreadBuffer& from) {
  if (has_failed_) return false;
  if (!file_) open_file();
  const auto done = [&]() -> Result<> {
    // In the order of registration, whoever is the first to write.
    while (file_->threads() < threads_.size()) WEFT_TRY(file_->add_thread(threads_[file_->threads()]->tid));
    return file_->append_chunk(from.number(), from.events());
  }();
  from.clear();
  from.already_flushed = 1;
  general_offset = file_->bytes();
  if (!done) give_up(done.error());
  return done.has_value();
}

// Somebody else's program goes on; from now on probes say that nothing is recorded.
void Recording::give_up(const Error& error) {
  has_failed_ = true;
  set_flag(is_buffer_full, true);
  std::fprintf(stderr, "[LiTL] %s\n", error.text().c_str());
}

void Recording::finish() noexcept {
  if (is_of_parent() || threads_.empty()) return;
  const Busy busy;
  try {
    for (const auto& thread : threads_) write(*thread);
    if (has_failed_) return;
    if (const auto done = file_->finish(); !done) give_up(done.error());
  } catch (const std::bad_alloc&) {
    std::fputs("[LiTL] no memory to write the rest of a trace\n", stderr);
  }
}

}  // namespace weft::litl::compat
