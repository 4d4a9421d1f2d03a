// SPDX-License-Identifier: BSD-3-Clause
// Recorder: the recording of this process, from its first event to its end. Lives in other people's programs: it is
// there before main and after everything else is gone, takes nothing from them but what it is given, and never stops
// them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/chunk_pool.hpp"
#include "record/clock.hpp"
#include "record/dictionary.hpp"
#include "record/filter.hpp"
#include "record/owned_mutex.hpp"
#include "record/run.hpp"
#include "record/settings.hpp"
#include "record/thread.hpp"

namespace weft::recording {

class DftracerTrace;
class LitlTrace;

class Recorder {
 public:
  static Recorder& get();

  // Whether events of this process are recorded; the first question starts it.
  bool is_on();
  // Whether the calling thread may define something now: not where the dictionary is locked, by a fork or by itself.
  bool can_define();
  Dictionary& dictionary() { return dictionary_; }
  const Filter& filter() const { return filter_; }
  Ticks now() const { return read_clock(clock_); }
  // Null if calls that read and write are not wanted.
  const char* io_paths() { return is_on() && settings_.io ? settings_.io_paths.c_str() : nullptr; }
  OutputFormat format() const { return settings_.format; }
  std::uint32_t process_number() const { return run_ ? run_->process() : 0; }  // in the run; while it is on
  // Whether calls of this category are wanted, POSIX or STDIO.
  bool records_io(std::string_view category) const;
  // Of the wall clock, in the unit of the trace.
  std::uint64_t wall_time(Ticks ticks) const {
    return (begin_.real - begin_.ticks + ticks) / settings_.style.unit_nanoseconds;
  }
  // The other way round.
  Ticks ticks_of(std::uint64_t wall_time) const {
    return wall_time * settings_.style.unit_nanoseconds - begin_.real + begin_.ticks;
  }
  // Whether the format tells open files apart.
  bool has_handles() const { return settings_.format != OutputFormat::dftracer; }

  // The calling thread, which has not been seen before; nothing if it is not to be recorded.
  Thread* begin_thread() noexcept;
  void end_thread(Thread& thread) noexcept;

  void set_paused(bool is_paused);
  int flush() noexcept;
  // A trace of what a flight recorder keeps: an archive of OTF2 by its anchor, or a file of another format. 0 or errno.
  int dump(const std::string& path) noexcept;
  void finish() noexcept;
  void before_exec() noexcept;
  void after_exec() noexcept;
  std::uint64_t lost() const;
  // An event that could not be recorded and whose thread cannot count it.
  void count_lost() { lost_.fetch_add(1, std::memory_order_relaxed); }
  // What is in memory, from a signal handler.
  void write_at_crash() noexcept;
  // The same, and it was the last of it.
  void end_at_signal() noexcept;

 private:
  enum class State : std::uint8_t { idle, running, off, finished };

  Recorder() = default;
  bool start() noexcept;
  bool start_once() noexcept;
  Result<> begin();
  Result<> join_run();
  std::string place() const;
  Result<> describe_process();
  Result<> begin_format();
  Result<> open_journals();
  Result<> write_part(const Moment& end, const Dictionary::EventCounts& counts);
  void describe_program(Thread& thread);
  void end_program() noexcept;
  bool ends_within() noexcept;
  void leave_unused() noexcept;
  def::ClockProperties clock_properties(const Moment& end) const;
  void describe_losses();
  Result<> finish_part() noexcept;
  Result<> end_part(const Moment& end);
  Result<> end_litl(const Moment& end);
  std::string advice() const;
  Result<> complete();
  Result<> complete_archive(const std::string& anchor) const;
  std::shared_ptr<DftracerTrace> make_dftracer(const std::string& first_choice);
  std::vector<Thread*> threads_in_order() const;
  Result<> dump_as(const std::string& path);
  Result<> dump_otf2(const std::string& anchor);
  Result<> dump_litl(const std::string& path);
  Result<> dump_dftracer(const std::string& path);
  std::string_view dump_ending() const;
  void tell_losses() const;
  std::uint64_t overwritten() const;
  bool reclaim();
  std::unique_ptr<ThreadFile> file_of(LocationRef location, std::uint64_t tid);
  // The newest first.
  template <class Visit>
  void each_thread(Visit&& visit) const {
    for (Thread* thread = newest_.load(std::memory_order_acquire); thread; thread = thread->next) visit(*thread);
  }

  void before_fork();
  void after_fork_in_parent();
  void after_fork_in_child();
  void begin_fork();
  void end_fork();
  void unlock_after_fork();
  static void watch_forks();

  OwnedMutex mutex_;  // of what follows, except where threads only read
  std::atomic<State> state_ = State::idle;
  bool forks_in_event_ = false;  // a handler of a signal called fork
  bool forks_within_ = false;    // and has interrupted the owner of a lock
  Settings settings_;
  Filter filter_;
  ClockKind clock_ = ClockKind::monotonic;
  Moment begin_;
  std::optional<Run> run_;
  Dictionary dictionary_;
  std::optional<ChunkPool> pool_;
  ThreadMemory::Shared shared_{};
  std::shared_ptr<LitlTrace> litl_;
  std::shared_ptr<DftracerTrace> dftracer_;
  std::uint64_t threads_ = 0;
  std::atomic<Thread*> newest_ = nullptr;
  Thread* program_thread_ = nullptr;  // that told of the beginning of the program
  std::atomic<std::uint64_t> lost_ = 0;
  std::atomic<int> first_error_ = 0;
  std::string interrupted_;  // what is said then: a handler of a signal cannot ask for memory
  std::atomic<bool> is_interruption_told_ = false;
};

// While it lives, the calling thread records nothing: what we call may be watched as well.
class Busy {
 public:
  explicit Busy(Thread* thread) : thread_(thread && !thread->is_busy() ? thread : nullptr) {
    if (thread_) thread_->enter();
  }
  ~Busy() {
    if (thread_) thread_->leave();
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  Thread* thread_;
};

// The calling thread once it has recorded something.
[[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]] extern constinit thread_local Thread* this_thread;

// Whether the calling thread is in a call of fork, where other handlers than ours may want to record: what they would
// need is locked, and in the child still its parent's.
[[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]] extern constinit thread_local bool is_forking;

// What the process is about to end with.
void tell_exit_status(int status) noexcept;

// A complaint to the user of the program, on standard error.
void complain(std::string_view sentence) noexcept;

[[gnu::noinline, gnu::cold]] Thread* thread_for_event() noexcept;

template <class R>
[[gnu::always_inline]] inline void record_event(const R& record) {
  Thread* thread = this_thread;
  if (!thread || thread->is_busy()) [[unlikely]] {
    thread = thread_for_event();
    if (!thread) return;
  }
  thread->append(record);
}

// For who knows a whole span only when it is over. No lock, no allocation, no system call; where the format is another
// one than DFTracer's, spans are lost, and counted.
template <class S>
[[gnu::always_inline]] inline void record_span(const S& span) {
  Thread* thread = this_thread;
  if (!thread || thread->is_busy()) [[unlikely]] {
    thread = thread_for_event();
    if (!thread) return;
  }
  thread->append_span(span);
}

}  // namespace weft::recording
