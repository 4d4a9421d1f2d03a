// SPDX-License-Identifier: BSD-3-Clause
#include "record/crash.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <threads.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "record/inside.hpp"
#include "record/keep_errno.hpp"
#include "record/recorder.hpp"

namespace weft::recording {

namespace {

constexpr int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
struct sigaction before[NSIG];
std::atomic_flag is_crashing = ATOMIC_FLAG_INIT;

// A fault repeats itself; what was sent must be sent again.
bool repeats_itself(const siginfo_t& info) {
  const bool is_fault = info.si_signo == SIGSEGV || info.si_signo == SIGBUS || info.si_signo == SIGILL ||
                        info.si_signo == SIGFPE;
  return is_fault && info.si_code > 0;
}

// The signal comes again when we return, to whoever had it before.
void crashed(int signal, siginfo_t* info, void*) {
  if (!is_crashing.test_and_set()) Recorder::get().write_at_crash();
  ::sigaction(signal, &before[signal], nullptr);
  if (!repeats_itself(*info)) ::raise(signal);
}
void ended(int signal, siginfo_t* info, void*) {
  const KeepErrno keep_errno;
  if (!is_crashing.test_and_set()) Recorder::get().end_at_signal();
  ::sigaction(signal, &before[signal], nullptr);
  if (!repeats_itself(*info)) ::raise(signal);
}

void install(void (*handler)(int, siginfo_t*, void*), std::span<const int> signals) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (const int signal : signals) {
    const bool is_ignored = ::sigaction(signal, nullptr, &before[signal]) == 0 && before[signal].sa_handler == SIG_IGN;
    if (!is_ignored) ::sigaction(signal, &action, nullptr);
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
  static const bool is_installed = (install(crashed, fatal), true);
  (void)is_installed;
}

void end_at_signals(std::span<const int> signals) {
  static const bool is_installed = (install(ended, signals), true);
  (void)is_installed;
}

Result<> dump_on_signal(int signal, std::string prefix, std::string ending) {
  ::sem_init(&wanted, 0, 0);
  delete std::exchange(dumps, new Dumps{std::move(prefix), std::move(ending)});
  // Our thread leaves all signals to those of the program.
  sigset_t all;
  sigset_t old;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &old);
  // Not pthread_create, which may be watched: this is no thread of the program.
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
