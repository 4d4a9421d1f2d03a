// SPDX-License-Identifier: BSD-3-Clause
#include "record/recorder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <weft/record.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/otf2/run.hpp"
#include "formats/otf2/run_clock.hpp"
#include "formats/otf2/run_process.hpp"
#include "formats/otf2/wire.hpp"
#include "record/crash.hpp"
#include "record/dftracer_file.hpp"
#include "record/inside.hpp"
#include "record/keep_errno.hpp"
#include "record/litl_file.hpp"
#include "record/litl_names.hpp"
#include "record/litl_run.hpp"
#include "record/machine.hpp"
#include "record/no_cancel.hpp"
#include "record/otf2_file.hpp"
#include "record/own_settings.hpp"
#include "record/writing.hpp"

namespace weft::recording {

[[gnu::tls_model("initial-exec")]] constinit thread_local Thread* this_thread = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool is_forking = false;

namespace {

// Once a thread is over, what its last destructors record has no place any more.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool is_over = false;
// While a thread begins, a handler of a signal must not begin it again.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool is_beginning = false;
pthread_key_t end_of_thread;
// As OTF2 has it where nobody knows.
std::atomic<std::int64_t> exit_status = std::numeric_limits<std::int64_t>::min();

// Thread-specific data of others is destroyed in rounds too, and may record: we wait for a later one.
void end_of_thread_came(void* thread) {
  constexpr int rounds = 3;
  auto& ending = *static_cast<Thread*>(thread);
  if (++ending.ending_rounds < rounds && ::pthread_setspecific(end_of_thread, thread) == 0) return;
  Recorder::get().end_thread(ending);
}

constexpr LocationGroupRef this_process{0};

// A little disk space that is given back at the end: when the disk is full, definitions still find room.
constexpr std::size_t ballast_bytes = std::size_t{256} << 10;
const char ballast_ending[] = ".ballast";
void take_ballast(const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return;
  if (::posix_fallocate(fd, 0, ballast_bytes) != 0) ::unlink(path.c_str());
  ::close(fd);
}

}  // namespace

// Asks for no memory: a handler of a signal may have interrupted whoever gives it. That nobody reads it any more is no
// reason for the program to end.
void complain(std::string_view sentence) noexcept {
  const Writing writing;
  const HoldBack broken_pipe(SIGPIPE);
  const auto part = [](std::string_view text) { return iovec{const_cast<char*>(text.data()), text.size()}; };
  const iovec line[] = {part("weft: "), part(sentence), part("\n")};
  if (::writev(STDERR_FILENO, line, std::size(line)) < 0) {
    // There is nobody to tell.
  }
}

// Others are told eight bits of it.
void tell_exit_status(int status) noexcept { exit_status = status & 0xff; }

Recorder& Recorder::get() {
  // Never destroyed: events may come after all destructors.
  alignas(Recorder) static std::byte place[sizeof(Recorder)];
  static Recorder* const recorder = new (place) Recorder;
  return *recorder;
}

bool Recorder::is_on() {
  const State state = state_.load(std::memory_order_acquire);
  if (state == State::idle) return start();
  return state == State::running;
}

bool Recorder::can_define() { return !is_forking && is_on() && !Dictionary::is_within(); }

bool Recorder::start() noexcept {
  const Inside inside;
  const Writing writing;
  // What we call to start may be watched, and ask whether we are there.
  [[gnu::tls_model("initial-exec")]] static thread_local bool is_starting = false;
  if (std::exchange(is_starting, true)) return false;
  const bool is_running = start_once();
  is_starting = false;
  return is_running;
}

bool Recorder::start_once() noexcept {
  const OwnedMutex::Lock lock(mutex_);
  if (state_ != State::idle) return state_ == State::running;
  try {
    if (!pool_) {  // else this is the child of a process that was recorded: all is decided but its number
      auto wanted = wanted_settings();
      if (!wanted) return false;
      settings_ = std::move(wanted->settings);
      for (const std::string& complaint : wanted->complaints) complain(complaint);
    }
    const auto begun = begin();
    if (!begun) complain(begun.error().text() + "; nothing is recorded");
    const bool is_ours = state_ == State::idle;  // else this is the child of a handler that came in between and forked
    state_ = begun && settings_.on && is_ours ? State::running : State::off;
  } catch (const std::exception& error) {
    complain(fmt::format("{}; nothing is recorded", error.what()));
    state_ = State::off;
  }
  if (state_ == State::off) __atomic_store_n(&weft_record_on, 0, __ATOMIC_RELAXED);
  return state_ == State::running;
}

Result<> Recorder::begin() {
  watch_forks();
  if (!pool_) {
    if (!settings_.on) return {};
    filter_ = Filter(settings_.filter);
    const bool counts = settings_.trusts_counter;
    clock_ = settings_.format != OutputFormat::otf2 ? ClockKind::raw : counts ? best_clock() : ClockKind::monotonic;
    if (clock_ == ClockKind::raw && counts) follow_raw_clock();
    if (settings_.style.prefix.empty()) WEFT_TRY(join_run());
    pool_.emplace(ChunkPool::Sizes{settings_.chunk_bytes, settings_.memory_bytes, otf2::slack_bytes});
  }
  begin_ = read_moment(clock_);
  if (run_) WEFT_TRY(run_->take_number());
  shared_ = {&*pool_, settings_.policy, settings_.thread_bytes, [] { return get().now(); },
      [](const std::string& path, int error) {
        int none = 0;
        if (get().first_error_.compare_exchange_strong(none, error))
          complain(fmt::format("{}: {}; events are lost, and counted", path, std::strerror(error)));
      },
      [] { return get().reclaim(); }, settings_.write_bytes};
  WEFT_TRY(describe_process());
  WEFT_TRY(begin_format());
  interrupted_ = place() + ": the program ends in the middle of recording" + (settings_.joins_run ? "" : advice());
  if (settings_.at_crash || settings_.policy == Policy::flight) write_at_crashes();
  if (!settings_.last_signals.empty()) end_at_signals(settings_.last_signals);
  if (settings_.dump_signal != 0) {
    std::string prefix = place();
    const std::string_view ending = dump_ending();
    if (prefix.ends_with(ending)) prefix.resize(prefix.size() - ending.size());
    WEFT_TRY(dump_on_signal(settings_.dump_signal, prefix + "-dump", std::string(ending)));
  }
  return {};
}

Result<> Recorder::join_run() {
  const std::string directory = settings_.directory.empty() ? default_directory(::program_invocation_short_name)
                                                            : settings_.directory;
  run_ = settings_.joins_run ? WEFT_TRY(Run::join(directory, settings_.name))
                             : WEFT_TRY(Run::create(directory, settings_.name));
  return {};
}

// Where the recording is, for those who are told about it.
std::string Recorder::place() const { return run_ ? run_->path() : dftracer_ ? dftracer_->path() : std::string(); }

bool Recorder::records_io(std::string_view category) const {
  return std::ranges::find(settings_.io_left_out, category) == settings_.io_left_out.end();
}

std::shared_ptr<DftracerTrace> Recorder::make_dftracer(const std::string& first_choice) {
  DftracerStyle style = settings_.style;
  style.first_choice = first_choice;
  if (run_) {
    style.prefix = run_->path() + "/" + run_->name();
    style.mode = settings_.joins_run ? "preload" : "app";
  }
  return std::make_shared<DftracerTrace>(dictionary_, std::move(style), settings_.compress, begin_, shared_.now);
}

// Lines of DFTracer say all by themselves; other formats have definitions, and need room for them at the end.
Result<> Recorder::begin_format() {
  if (settings_.format == OutputFormat::dftracer) {
    dftracer_ = make_dftracer(settings_.style.first_choice);
    return dftracer_->begin(command_line());
  }
  if (settings_.format == OutputFormat::litl && run_->process() > most_litl_processes)
    return Error{Errc::too_large, "more processes than a recording as LiTL can have", run_->path()};
  if (settings_.format == OutputFormat::litl) {
    litl_ = std::make_shared<LitlTrace>(run_->own_file(".litl"), settings_.chunk_bytes);
    if (settings_.at_crash || settings_.policy == Policy::flight) WEFT_TRY(litl_->open());  // a handler has no memory
  }
  WEFT_TRY(open_journals());
  take_ballast(run_->own_file(ballast_ending));
  return {};
}

Result<> Recorder::describe_process() {
  const SystemTreeNodeRef node = describe_node(dictionary_);
  const auto name = dictionary_.text(fmt::format("{} ({})", ::program_invocation_short_name, ::getpid()));
  dictionary_.add(def::LocationGroup{this_process, name, LocationGroupType::process, node, {}});
  dictionary_.add_property(this_process, otf2::clock_property, clock_name(clock_));
  dictionary_.add_property(this_process, "weft.pid", static_cast<std::uint64_t>(::getpid()));
  wait_to_measure(clock_, begin_);
  dictionary_.add(clock_properties(read_moment(clock_)));
  return {};
}

Result<> Recorder::open_journals() {
  const otf2::ArchivePaths paths = run_->archive();
  return dictionary_.open(paths.part(run_->process()), paths.process_markers(run_->process()));
}

Result<> Recorder::write_part(const Moment& end, const Dictionary::EventCounts& counts) {
  return dictionary_.write(run_->archive().part(run_->process()), clock_properties(end), counts);
}

def::ClockProperties Recorder::clock_properties(const Moment& end) const {
  return {ticks_per_second(clock_, begin_, end), begin_.ticks, end.ticks - begin_.ticks, begin_.real};
}

std::unique_ptr<ThreadFile> Recorder::file_of(LocationRef location, std::uint64_t tid) {
  if (litl_) return std::make_unique<LitlFile>(litl_, tid);
  if (dftracer_) return std::make_unique<DftracerFile>(dftracer_, tid);
  return std::make_unique<Otf2File>(run_->archive().events(location), pool_->chunk_bytes());
}

Thread* thread_for_event() noexcept {
  if (this_thread || is_over || is_beginning || is_forking) return Recorder::get().count_lost(), nullptr;
  is_beginning = true;
  Thread* const thread = Recorder::get().begin_thread();
  is_beginning = false;
  return thread;
}

Thread* Recorder::begin_thread() noexcept {
  const NoCancel no_cancel;
  const KeepErrno keep_errno;
  const Inside inside;
  if (!is_on()) return nullptr;
  Thread* thread = nullptr;
  try {
    const OwnedMutex::Lock lock(mutex_);
    if (!lock) return count_lost(), nullptr;  // a handler of a signal has interrupted who has it
    if (state_ != State::running) return nullptr;
    const LocationRef location{threads_ << 32 | process_number()};
    const auto tid = static_cast<std::uint64_t>(::syscall(SYS_gettid));
    auto made = std::make_unique<Thread>(location, settings_.format, clock_, shared_, file_of(location, tid));
    made->tid = tid;
    const bool is_main = tid == static_cast<std::uint64_t>(::getpid());
    const auto name = dictionary_.text(is_main ? "main thread" : fmt::format("thread {}", threads_));
    dictionary_.add(def::Location{location, name, LocationType::cpu_thread, otf2::unknown_count, this_process});
    dictionary_.add_property(location, "weft.tid", tid);
    ++threads_;
    thread = made.release();
    thread->next = newest_.load(std::memory_order_relaxed);
    newest_.store(thread, std::memory_order_release);
    ::pthread_setspecific(end_of_thread, thread);
    prepare_thread();
    if (is_main && !program_thread_) describe_program(*thread);
  } catch (const std::exception&) {
    count_lost();
  }
  // The last thing: until then a handler of a signal does not find a thread that is half begun.
  return this_thread = thread;
}

void Recorder::describe_program(Thread& thread) {
  std::vector<StringRef> arguments;
  StringRef program = dictionary_.text(::program_invocation_name);
  for (const std::string& word : command_line()) arguments.push_back(dictionary_.text(word));
  if (!arguments.empty()) arguments.erase(arguments.begin());
  program_thread_ = &thread;
  thread.append(evt::ProgramBegin{program, arguments});
}

void Recorder::end_thread(Thread& thread) noexcept {
  const KeepErrno keep_errno;
  const Inside inside;
  this_thread = nullptr;
  is_over = true;
  // A flight recorder keeps what it has until somebody wants it, or its place.
  if (settings_.policy != Policy::flight) thread.memory().finish(thread.cursor());
  thread.forget_texts();
  thread.has_ended = true;
  leave_thread();
}

// The memory of the thread that ended longest ago.
bool Recorder::reclaim() {
  if (settings_.policy != Policy::flight) return false;
  Thread* oldest = nullptr;
  each_thread([&](Thread& thread) {
    if (thread.has_ended && !thread.memory().is_finished()) oldest = &thread;
  });
  if (oldest) oldest->memory().forget(oldest->cursor());
  return oldest != nullptr;
}

void Recorder::set_paused(bool is_paused) {
  if (!is_on()) return;
  if (is_paused) record_event(evt::MeasurementOnOff{MeasurementMode::off});
  __atomic_store_n(&weft_record_on, is_paused ? 0 : 1, __ATOMIC_RELAXED);
  if (!is_paused) record_event(evt::MeasurementOnOff{MeasurementMode::on});
}

int Recorder::flush() noexcept {
  const Inside inside;
  const Busy busy(this_thread);
  if (state_ != State::running) return 0;
  bool is_good = true;
  each_thread([&](Thread& thread) { is_good = thread.memory().write_so_far(thread.cursor()) && is_good; });
  return is_good ? 0 : first_error_.load();
}

std::uint64_t Recorder::lost() const {
  std::uint64_t total = lost_.load(std::memory_order_relaxed);
  each_thread([&](Thread& thread) { total += thread.memory().lost(); });
  return total;
}

std::uint64_t Recorder::overwritten() const {
  std::uint64_t total = 0;
  each_thread([&](Thread& thread) { total += thread.memory().overwritten(); });
  return total;
}

void Recorder::write_at_crash() noexcept {
  const Inside inside;
  if (state_ != State::running) return;
  each_thread([](Thread& thread) { thread.memory().write_at_crash(thread.cursor()); });
}

void Recorder::end_at_signal() noexcept {
  const Inside inside;
  if (state_ != State::running) return;
  __atomic_store_n(&weft_record_on, 0, __ATOMIC_RELAXED);
  write_at_crash();
  state_ = State::finished;
  if (dftracer_) (void)dftracer_->end(lost(), overwritten());
}

void Recorder::describe_losses() {
  std::uint64_t nowhere = lost_.load(std::memory_order_relaxed);
  each_thread([&](Thread& thread) {
    const std::uint64_t lost = thread.memory().lost() + std::exchange(nowhere, 0);
    if (lost != 0) dictionary_.add_property(thread.location(), "weft.lost_events", lost);
    if (thread.memory().overwritten() != 0)
      dictionary_.add_property(thread.location(), "weft.overwritten_events", thread.memory().overwritten());
  });
}

Result<> Recorder::end_part(const Moment& end) {
  if (dftracer_) {
    if (dftracer_->remove_if_empty()) return {};
    errno = dftracer_->end(lost(), overwritten());
    return errno == 0 ? Result<>{} : system_error("cannot write", dftracer_->path());
  }
  ::unlink(run_->own_file(ballast_ending).c_str());
  describe_losses();
  if (run_->process() == 0) describe_topology(dictionary_);  // takes a while: once a run
  Dictionary::EventCounts counts;
  each_thread([&](Thread& thread) { counts[thread.location()] = thread.memory().written(); });
  WEFT_TRY(dictionary_.close_journals());
  WEFT_TRY(write_part(end, counts));
  if (litl_) WEFT_TRY(end_litl(end));
  return {};
}

// Names are read from what was just written: so they are complete, and in the order that repair would find them.
Result<> Recorder::end_litl(const Moment& end) {
  const std::string definitions = run_->archive().part(run_->process());
  if (litl_->remove_if_unused()) return {};  // nothing was recorded
  WEFT_TRY(litl_->finish(names_of(definitions_in(definitions), run_->process(), end.ticks)));
  const std::string told = run_->own_file(told_ending);
  return ::rename(definitions.c_str(), told.c_str()) == 0 ? Result<>{} : system_error("cannot rename", definitions);
}

Result<> Recorder::finish_part() noexcept {
  try {
    wait_to_measure(clock_, begin_);
    WEFT_TRY(end_part(read_moment(clock_)));
    if (run_ && run_->leave()) WEFT_TRY(complete());
    return {};
  } catch (const std::exception& error) {
    return Error{Errc::no_memory, error.what(), place()};
  }
}

Result<> Recorder::complete() {
  if (settings_.format == OutputFormat::litl)
    WEFT_TRY(complete_litl_run(run_->path()));
  else if (settings_.format == OutputFormat::otf2)
    WEFT_TRY(complete_archive(run_->archive().anchor()));
  run_->close();
  return {};
}

Result<> Recorder::complete_archive(const std::string& anchor) const {
  otf2::CompleteOptions options;
  options.anchor.event_chunk_bytes = settings_.chunk_bytes;
  options.anchor.creator = "weft";
  WEFT_TRY(otf2::complete_run(anchor, options));
  return {};
}

void Recorder::tell_losses() const {
  if (const std::uint64_t total = lost(); total != 0) complain(fmt::format("{}: {} events were lost", place(), total));
}

void Recorder::end_program() noexcept {
  if (program_thread_ && program_thread_ == this_thread && !this_thread->is_busy())
    this_thread->append(evt::ProgramEnd{exit_status});
}

// A child that had nothing to tell may still be the last of its run.
void Recorder::leave_unused() noexcept {
  state_ = State::off;
  try {
    if (run_ && run_->leave()) (void)complete().has_value();
  } catch (const std::exception&) {
    // What is there can be repaired.
  }
}

// How to get at what is there, when it could not be put together.
std::string Recorder::advice() const {
  if (settings_.format == OutputFormat::dftracer) return {};
  const std::string_view ending = settings_.format == OutputFormat::litl ? ".trace" : ".otf2";
  return fmt::format("; 'weft repair {}{} OUT{}' makes a trace of what is there", run_->path(), ending, ending);
}

// A handler of a signal has interrupted the recorder in this very thread: what it would wait for is locked until it
// comes back, and that may be never. Chunks that were handed over are on the disk; those that others are filling come
// there where that asks for no lock and no memory.
bool Recorder::ends_within() noexcept {
  if (weft_record_inside == 0) return false;
  if (state_ != State::running) return true;
  if (settings_.format == OutputFormat::otf2)
    each_thread([](Thread& thread) { thread.memory().write_unless_locked(thread.cursor()); });
  if (!is_interruption_told_.exchange(true)) complain(interrupted_);
  return true;
}

void Recorder::finish() noexcept {
  if (ends_within()) return;
  const Inside inside;
  const Writing writing;
  const OwnedMutex::Lock lock(mutex_);
  if (state_ == State::idle) leave_unused();
  if (state_ != State::running) return;
  end_program();
  __atomic_store_n(&weft_record_on, 0, __ATOMIC_RELAXED);
  state_ = State::finished;
  const Busy busy(this_thread);
  each_thread([](Thread& thread) { thread.memory().finish(thread.cursor()); });
  if (const auto finished = finish_part(); !finished) complain(finished.error().text() + advice());
  tell_losses();
}

// Threads end with the process and write nothing any more. Where events are kept in memory they are written for good.
void Recorder::before_exec() noexcept {
  if (ends_within() || state_ != State::running) return;
  if (settings_.policy != Policy::write) return finish();
  flush();
  const Inside inside;
  const Writing writing;
  if (dftracer_) {
    if (!dftracer_->remove_if_empty()) (void)dftracer_->end(lost(), overwritten());
    return;
  }
  try {
    const OwnedMutex::Lock lock(mutex_);
    Dictionary::EventCounts counts;
    each_thread([&](Thread& thread) {
      const bool is_open = thread.cursor().has_chunk() && !thread.memory().is_finished();
      counts[thread.location()] = thread.memory().written() + (is_open ? thread.cursor().content().events : 0);
    });
    (void)write_part(read_moment(clock_), counts).has_value();
  } catch (const std::exception&) {
    // The journal is there.
  }
}

void Recorder::after_exec() noexcept {
  if (weft_record_inside != 0) return;  // nothing was done before it
  const Inside inside;
  const Writing writing;
  if (state_ != State::running) return;
  if (dftracer_) return dftracer_->resume();
  try {
    const OwnedMutex::Lock lock(mutex_);
    (void)open_journals().has_value();
  } catch (const std::exception&) {
    // Definitions that are new will be written at the end.
  }
}

// --- fork ------------------------------------------------------------------------------------------------------------

void Recorder::watch_forks() {
  static const bool is_watching = [] {
    ::on_exit([](int status, void*) { tell_exit_status(status); }, nullptr);
    ::at_quick_exit([] { get().finish(); });
    return ::pthread_key_create(&end_of_thread, end_of_thread_came) == 0 &&
           ::pthread_atfork([] { get().before_fork(); }, [] { get().after_fork_in_parent(); },
               [] { get().after_fork_in_child(); }) == 0;
  }();
  (void)is_watching;
}

// Until a fork is over, nothing its thread does is recorded or watched.
void Recorder::begin_fork() {
  is_forking = true;
  ++weft_record_inside;
  forks_in_event_ = this_thread && this_thread->is_busy();
  if (this_thread) this_thread->enter();
}
void Recorder::end_fork() {
  if (this_thread && !forks_in_event_) this_thread->leave();
  --weft_record_inside;
  is_forking = false;
}

// A handler of a signal that has interrupted the owner of a lock leaves it what it has.
void Recorder::before_fork() {
  const Inside inside;
  mutex_.before_fork();
  if (!Dictionary::is_within()) dictionary_.mutex().lock();
  if (pool_) pool_->mutex().before_fork();
  forks_within_ = mutex_.is_mine() || Dictionary::is_within() || (pool_ && pool_->mutex().is_mine());
  if (state_ == State::running && run_) run_->before_fork();
  begin_fork();
}

void Recorder::after_fork_in_parent() {
  const Inside inside;
  end_fork();
  if (state_ == State::running && run_) run_->after_fork_in_parent();
  unlock_after_fork();
}

void Recorder::unlock_after_fork() {
  if (pool_) pool_->mutex().after_fork();
  if (!Dictionary::is_within()) dictionary_.mutex().unlock();
  mutex_.after_fork();
}

// A child records into files of its own, from its first event on. Of its parent's threads it has only the one that
// called fork; ids of regions and other things are in the hands of the program and stay valid. Where a handler of a
// signal called it in the middle of a change to what all threads share, nothing is recorded: the child has half of it.
void Recorder::after_fork_in_child() {
  const Inside inside;
  end_fork();
  this_thread = nullptr;
  ::pthread_setspecific(end_of_thread, nullptr);
  if (state_ == State::running && run_) run_->after_fork_in_child();
  if (forks_within_) {
    state_ = State::off;
    __atomic_store_n(&weft_record_on, 0, __ATOMIC_RELAXED);
  } else if (state_ == State::running) {
    dictionary_.leave_parent();
    pool_->take_all_back();
    // The parent's threads may have been in the middle of anything: what is theirs is left alone, and not destroyed.
    newest_ = nullptr;
    if (litl_) new std::shared_ptr<LitlTrace>(std::move(litl_));
    if (dftracer_) new std::shared_ptr<DftracerTrace>(std::move(dftracer_));
    threads_ = 0;
    program_thread_ = nullptr;
    lost_ = 0;
    first_error_ = 0;
    state_ = State::idle;
  }
  unlock_after_fork();
}

namespace {

// Behind the destructors of everybody who depends on us.
[[gnu::destructor]] void at_end() { Recorder::get().finish(); }

}  // namespace

}  // namespace weft::recording
