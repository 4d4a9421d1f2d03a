// SPDX-License-Identifier: BSD-3-Clause
// The end of processes: what ends or replaces one without telling anybody finds its events on the disk.
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>
#include <weft/record.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "record/inside.hpp"
#include "record/io_calls.hpp"
#include "record/keep_errno.hpp"
#include "record/preload/io/watch.hpp"
#include "record/preload/next.hpp"
#include "record/preload/processes.hpp"

namespace weft::recording {

namespace {

// A child of vfork runs in its parent's memory: what is recorded there is not its own.
pid_t own_process = 0;
bool is_own_process() { return ::getpid() == own_process; }

// `call` comes back only if it fails.
template <class Call>
int exec(const char* name, const char* path, char* const arguments[], Call&& call) {
  const bool is_own = is_own_process();
  if (is_own) weft_record_before_exec();
  const Ticks begin = weft_watch_now();
  const int result = call();
  const KeepErrno keep_errno;
  if (!is_own) return result;
  weft_record_after_exec();
  io::tell_failed_exec(name, begin, path, arguments);
  return result;
}

void finish_before_exit(int status) {
  if (!is_own_process()) return;
  weft_watch_ending(status);
  weft_record_finish();
}

// The arguments of execl and its kin up to the NULL that ends them, on the stack: a child of vfork that got memory for
// them would leave it to its parent.
template <class Call>
int with_arguments(const char* first, va_list rest, Call&& call) {
  va_list ahead;
  va_copy(ahead, rest);
  std::size_t count = 1;
  for (bool is_last = !first; !is_last; ++count) is_last = !va_arg(ahead, char*);
  va_end(ahead);
  auto** const arguments = static_cast<char**>(__builtin_alloca(count * sizeof(char*)));
  arguments[0] = const_cast<char*>(first);
  for (std::size_t i = 1; i < count; ++i) arguments[i] = va_arg(rest, char*);
  return call(arguments);
}

constinit OwnedMutex* fork_locks[4] = {};

// Until it is over, what other handlers of forks do is nobody's business: it might need one of these locks.
void before_fork() {
  ++weft_record_inside;
  for (OwnedMutex* const lock : fork_locks)
    if (lock) lock->before_fork();
}
void after_fork() {
  for (OwnedMutex* const lock : fork_locks)
    if (lock) lock->after_fork();
  --weft_record_inside;
}

}  // namespace

void follow_processes(std::initializer_list<OwnedMutex*> locks) {
  own_process = ::getpid();
  std::copy_n(locks.begin(), std::min(locks.size(), std::size(fork_locks)), fork_locks);
  ::pthread_atfork(before_fork, after_fork, [] {
    own_process = ::getpid();
    after_fork();
  });
}

}  // namespace weft::recording

using namespace weft::recording;

extern "C" {

void _exit(int status) {
  finish_before_exit(status);
  WEFT_NEXT(_exit)(status);
  __builtin_unreachable();
}
void _Exit(int status) { _exit(status); }
void quick_exit(int status) {
  weft_watch_ending(status);
  WEFT_NEXT(quick_exit)(status);
  __builtin_unreachable();
}

int execve(const char* path, char* const arguments[], char* const environment[]) {
  return exec("execve", path, arguments, [&] { return WEFT_NEXT(execve)(path, arguments, environment); });
}
int execv(const char* path, char* const arguments[]) {
  return exec("execv", path, arguments, [&] { return WEFT_NEXT(execv)(path, arguments); });
}
int execvp(const char* file, char* const arguments[]) {
  return exec("execvp", file, arguments, [&] { return WEFT_NEXT(execvp)(file, arguments); });
}
int execvpe(const char* file, char* const arguments[], char* const environment[]) {
  return exec("execvpe", file, arguments, [&] { return WEFT_NEXT(execvpe)(file, arguments, environment); });
}
int fexecve(int fd, char* const arguments[], char* const environment[]) {
  return exec("fexecve", nullptr, arguments, [&] { return WEFT_NEXT(fexecve)(fd, arguments, environment); });
}
int execl(const char* path, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const int result = with_arguments(first, rest, [&](char** arguments) {
    return exec("execl", path, arguments, [&] { return WEFT_NEXT(execv)(path, arguments); });
  });
  va_end(rest);
  return result;
}
int execlp(const char* file, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const int result = with_arguments(first, rest, [&](char** arguments) {
    return exec("execlp", file, arguments, [&] { return WEFT_NEXT(execvp)(file, arguments); });
  });
  va_end(rest);
  return result;
}
int execle(const char* path, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const int result = with_arguments(
      first, rest, [&](char** arguments) { return execve(path, arguments, va_arg(rest, char* const*)); });
  va_end(rest);
  return result;
}
}
