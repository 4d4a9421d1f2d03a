// SPDX-License-Identifier: BSD-3-Clause
// Recording: a trace that is being written, behind litl_write_trace_t. Memory, files and clock are the recorder's; here
// is what LiTL's interface adds. A thread finds its buffer of the trace it used last by two loads and a comparison,
// that of any other by a key.
#pragma once

#include <litl_write.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "compat/litl/thread_buffer.hpp"
#include "record/litl_file.hpp"

namespace weft::litl::compat {

class Recording;

// What a thread used last. Recordings have numbers that never come again: a buffer that is gone is never taken for one
// that is there, even when a new recording lies where the old one was.
struct LastUse {
  std::uint64_t recording = 0;  // none: the first has number 1
  ThreadBuffer* buffer = nullptr;
  bool is_busy = false;  // within us, where a tool that watches system calls may want to record
};
[[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]] extern constinit thread_local LastUse last_use;

// Flags are set by one thread while others look at them.
template <class T>
T flag(const volatile T& field) {
  return __atomic_load_n(&field, __ATOMIC_RELAXED);
}
template <class T>
void set_flag(volatile T& field, bool value) {
  __atomic_store_n(&field, static_cast<T>(value), __ATOMIC_RELAXED);
}

// On its own cache lines: the flags and the number that every event looks at share none with the lock.
class alignas(64) Recording final : public litl_write_trace_t {
 public:
  // Nothing if the system has no more room for one.
  static Recording* create(std::uint32_t buffer_bytes);
  static Recording& of(litl_write_trace_t* trace) { return *static_cast<Recording*>(trace); }
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  // The buffer of the calling thread if it has room for an event, which is to be recorded. Nothing if that is not so,
  // or takes longer to find out: `take` does.
  ThreadBuffer* buffer_at_hand(std::uint64_t event_bytes) const noexcept {
    if (!is_recording() || last_use.recording != number_) [[unlikely]]
      return nullptr;
    return last_use.buffer->fits(event_bytes) ? last_use.buffer : nullptr;
  }

  // Room for one event in the buffer of the calling thread, or nothing if it is not to be recorded.
  std::byte* take(std::uint64_t event_bytes) noexcept {
    if (ThreadBuffer* const own = buffer_at_hand(event_bytes)) [[likely]]
      return own->take(event_bytes);
    return is_recording() ? take_slowly(event_bytes) : nullptr;
  }

  void set_filename(const char* name);

  // Writes what is left, and closes the file. No thread may be recording.
  void finish() noexcept;

 private:
  explicit Recording(std::uint32_t buffer_bytes);
  bool is_recording() const { return flag(is_litl_initialized) && !flag(is_recording_paused) && !flag(is_buffer_full); }
  bool is_of_parent() const;
  std::byte* take_slowly(std::uint64_t event_bytes) noexcept;
  std::byte* take_with_flush(ThreadBuffer& own, std::uint64_t event_bytes);
  ThreadBuffer* own_buffer();
  ThreadBuffer* add_thread();
  void open_file();
  void give_up(const std::string& why);

  std::uint64_t number_;
  std::uint64_t process_;  // that began it
  bool has_key_ = false;
  std::mutex mutex_;  // of everything below, and of what programs see
  bool is_open_ = false;
  std::atomic<bool> has_failed_ = false;
  recording::ChunkPool pool_;
  recording::ThreadMemory::Shared shared_;
  std::shared_ptr<recording::LitlTrace> file_;
  std::vector<std::unique_ptr<ThreadBuffer>> threads_;
  std::vector<litl_write_buffer_t*> shown_threads_;
};

}  // namespace weft::litl::compat
