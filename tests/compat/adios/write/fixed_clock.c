/* SPDX-License-Identifier: BSD-3-Clause */
/* Loaded before a program: time stands still, so that what it writes is the same in every run. */
#define _GNU_SOURCE
#include <sys/time.h>
#include <time.h>

static const time_t then = 1000000000;

time_t time(time_t* where) {
  if (where) *where = then;
  return then;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  now->tv_sec = then;
  now->tv_usec = 0;
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  now->tv_sec = then;
  now->tv_nsec = 0;
  return 0;
}
