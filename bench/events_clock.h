// SPDX-License-Identifier: BSD-3-Clause
// No recording at all, for record_events.c: an event is a look at the clock, which is the least it can cost.
#ifndef WEFT_BENCH_EVENTS_CLOCK_H
#define WEFT_BENCH_EVENTS_CLOCK_H

#include <stdint.h>
#include <x86intrin.h>

#include "outcome.h"

#define EVENT_KINDS(X) X(counter) X(monotonic) X(monotonic_raw)

static void begin_recording(const char* directory) { (void)directory; }
static uint64_t end_recording(void) { return 0; }

// The compiler must not leave a reading out.
static inline void use(uint64_t time) { __asm__ volatile("" : : "r"(time)); }

static inline void record_counter(uint64_t i) {
  (void)i;
  use(__rdtsc());
}
static inline void record_monotonic(uint64_t i) {
  (void)i;
  use((uint64_t)nanoseconds_by(CLOCK_MONOTONIC));
}
static inline void record_monotonic_raw(uint64_t i) {
  (void)i;
  use((uint64_t)nanoseconds_by(CLOCK_MONOTONIC_RAW));
}

#endif
