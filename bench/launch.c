// SPDX-License-Identifier: BSD-3-Clause
// Runs a command and adds one line to stderr: the nanoseconds it took, those of processor time it used, and its peak
// memory in KiB. A program of its own because the peak the system reports of a child begins at the size of its parent:
// this one is tiny.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "outcome.h"

static int64_t nanoseconds_of(struct timeval time) { return time.tv_sec * 1000000000 + time.tv_usec * 1000; }

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: launch COMMAND [ARGUMENT...]\n");
    return 2;
  }
  const int64_t start = nanoseconds_now();
  const pid_t child = fork();
  if (child == 0) {
    execv(argv[1], argv + 1);
    fprintf(stderr, "launch: %s: %s\n", argv[1], strerror(errno));
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
    fprintf(stderr, "launch: %s\n", strerror(errno));
    return 2;
  }
  const int64_t elapsed = nanoseconds_now() - start;
  const int64_t used = nanoseconds_of(usage.ru_utime) + nanoseconds_of(usage.ru_stime);
  fprintf(stderr, "%" PRId64 " %" PRId64 " %ld\n", elapsed, used, usage.ru_maxrss);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
