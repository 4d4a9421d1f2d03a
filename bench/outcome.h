// SPDX-License-Identifier: BSD-3-Clause
// How a measured program tells its result: one line with the number of events, the nanoseconds they took, and a
// checksum of what was read, or the bytes that were written. run.py reads it.
#ifndef WEFT_BENCH_OUTCOME_H
#define WEFT_BENCH_OUTCOME_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static inline int64_t nanoseconds_by(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t nanoseconds_now(void) { return nanoseconds_by(CLOCK_MONOTONIC); }

static inline void print_outcome(uint64_t events, int64_t nanoseconds, uint64_t checksum) {
  printf("%" PRIu64 " %" PRId64 " %" PRIu64 "\n", events, nanoseconds, checksum);
}

#endif
