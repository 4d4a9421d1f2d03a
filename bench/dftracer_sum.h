// SPDX-License-Identifier: BSD-3-Clause
// What every reader of the DFTracer benchmark adds up, so that none can leave out work. Small enough for tools whose
// numbers are all floating-point.
#ifndef WEFT_BENCH_DFTRACER_SUM_H
#define WEFT_BENCH_DFTRACER_SUM_H

#include <stdint.h>

#define DFTRACER_FIRST_TIME UINT64_C(1700000000000000)

static inline uint64_t dftracer_sum(uint64_t time, uint64_t duration, uint64_t moved) {
  return time - DFTRACER_FIRST_TIME + duration + moved;
}

#endif
