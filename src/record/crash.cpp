// SPDX-License-Identifier: BSD-3-Clause
#include "record/crash.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "record/inside.hpp"
#include "record/keep_errno.hpp"
#include "record/recorder.hpp"
#include "record/signal_stack.hpp"

namespace weft::recording {

namespace {

constexpr int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
struct sigaction before[NSIG];
std::atomic<pid_t> writing_thread = 0;  // or the one that has written
std::atomic<bool> is_all_written = false;

// A fault repeats itself; what was sent must be sent again.
bool repeats_itself(const siginfo_t& info) {
  const bool is_fault = info.si_signo == SIGSEGV || info.si_signo == SIGBUS || info.si_signo == SIGILL ||
                        info.si_signo == SIGFPE;
  return is_fault && info.si_code > 0;
}

// Whoever comes first writes, and all others wait for that: what they do next ends the process. A thread that crashes
// in the middle of its own writing does not wait for itself, and nobody waits for ever, because the one that writes may
// need what one that waits has locked.
template <class Write>
void once(Write&& write) {
  constexpr timespec moment{0, 1'000'000};
  constexpr int most_moments = 30'000;
  const auto self = static_cast<pid_t>(::syscall(SYS_gettid));
  pid_t first = 0;
  if (writing_thread.compare_exchange_strong(first, self)) {
    write();
    is_all_written = true;
    return;
  }
  for (int moments = 0; first != self && !is_all_written && moments < most_moments; ++moments)
    ::nanosleep(&moment, nullptr);
}

// The signal comes again when we return, to whoever had it before.
template <void (Recorder::*write)() noexcept>
void came(int signal, siginfo_t* info, void*) {
  const KeepErrno keep_errno;
  once([] { (Recorder::get().*write)(); });
  ::sigaction(signal, &before[signal], nullptr);
  if (!repeats_itself(*info)) ::raise(signal);
}

std::atomic<bool> is_watching = false;

using Handler = void (*)(int, siginfo_t*, void*);

void install(Handler handler, std::span<const int> signals) {
  constexpr Handler own[] = {came<&Recorder::write_at_crash>, came<&Recorder::end_at_signal>};
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  is_watching = true;
  begin_signal_stack();
  for (const int signal : signals) {
    struct sigaction found {};
    if (::sigaction(signal, nullptr, &found) != 0 || found.sa_handler == SIG_IGN) continue;
    if (std::ranges::find(own, found.sa_sigaction) == std::end(own)) before[signal] = found;
    ::sigaction(signal, &action, nullptr);
  }
}

sem_t wanted;
void dump_is_wanted(int) {
  const KeepErrno keep_errno;
  ::sem_post(&wanted);
}

struct Dumps {
  std::string prefix;
  std::string ending;
};
// Never destroyed at the end: the thread that waits for signals is there until the process is not. It is not there in
// the child of a fork, which may begin one of its own.
Dumps* dumps = nullptr;

int wait_for_signals(void*) {
  const Inside inside;  // for ever
  for (int number = 1;;) {
    if (::sem_wait(&wanted) != 0) continue;
    std::string path;
    int error = EEXIST;  // another process of the run may have taken the number
    while (error == EEXIST) {
      path = fmt::format("{}-{}{}", dumps->prefix, number++, dumps->ending);
      error = Recorder::get().dump(path);
    }
    if (error != 0)
      complain(fmt::format("{}: the flight recorder could not be written: {}", path, std::strerror(error)));
  }
}

}  // namespace

void write_at_crashes() {
  static const bool is_installed = (install(came<&Recorder::write_at_crash>, fatal), true);
  (void)is_installed;
}

void end_at_signals(std::span<const int> signals) {
  static const bool is_installed = (install(came<&Recorder::end_at_signal>, signals), true);
  (void)is_installed;
}

void prepare_thread() noexcept {
  if (is_watching.load(std::memory_order_relaxed)) begin_signal_stack();
}

void leave_thread() noexcept { end_signal_stack(); }

Result<> dump_on_signal(int signal, std::string prefix, std::string ending) {
  ::sem_init(&wanted, 0, 0);
  delete std::exchange(dumps, new Dumps{std::move(prefix), std::move(ending)});
  // Our thread leaves all signals to those of the program.
  sigset_t all;
  sigset_t old;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &old);
  // Nobody who watches threads sees it, because we are within the recorder: this is no thread of the program.
  thrd_t thread{};
  const int error = ::thrd_create(&thread, wait_for_signals, nullptr);
  ::pthread_sigmask(SIG_SETMASK, &old, nullptr);
  if (error != thrd_success) return Error{Errc::io, "cannot start a thread that waits for the signal"};
  ::thrd_detach(thread);
  struct sigaction action {};
  action.sa_handler = dump_is_wanted;
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
  return {};
}

}  // namespace weft::recording
