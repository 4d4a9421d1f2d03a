// SPDX-License-Identifier: BSD-3-Clause
// The events that all benchmarks write and read, the same for Weft and for the reference: a random walk through a call
// tree. Neither the times nor the kinds of the events repeat, so that no branch predictor can learn them.
#ifndef WEFT_BENCH_WORKLOAD_H
#define WEFT_BENCH_WORKLOAD_H

#include <stdint.h>

#define WORKLOAD_REGIONS UINT64_C(100)
#define WORKLOAD_DEPTH UINT64_C(20)
#define WORKLOAD_LONGEST_STEP UINT64_C(5000)

struct workload_event {
  uint64_t time;
  uint64_t region;
  int is_enter;
};

struct workload {
  uint64_t random;
  uint64_t left;  // events still to come
  uint64_t time;
  uint64_t depth;
  uint64_t stack[WORKLOAD_DEPTH];
};

// Events of one location when `events` are spread over `locations`; even, because what is entered is left.
static inline uint64_t workload_share(uint64_t events, uint64_t locations) { return events / locations / 2 * 2; }

// `events` must be even.
static inline struct workload workload_of(uint64_t location, uint64_t events) {
  const struct workload w = {location * UINT64_C(0x9e3779b97f4a7c15) + 1, events, 1000000, 0, {0}};
  return w;
}

static inline uint64_t workload_random(struct workload* w) {
  uint64_t z = w->random += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

// Only while `left` is not 0.
static inline struct workload_event workload_next(struct workload* w) {
  const uint64_t random = workload_random(w);
  const int must_leave = w->depth == WORKLOAD_DEPTH || w->depth == w->left;
  const int is_enter = w->depth == 0 || (!must_leave && (random & 1));
  --w->left;
  w->time += 1 + (random >> 1) % WORKLOAD_LONGEST_STEP;
  if (is_enter)
    w->stack[w->depth++] = (random >> 32) % WORKLOAD_REGIONS;
  else
    --w->depth;
  const struct workload_event event = {w->time, w->stack[is_enter ? w->depth - 1 : w->depth], is_enter};
  return event;
}

// The next events, at most `capacity`; 0 at the end. Writers are measured block by block, without the making up.
static inline uint64_t workload_fill(struct workload* w, struct workload_event* block, uint64_t capacity) {
  uint64_t n = 0;
  while (n < capacity && w->left) block[n++] = workload_next(w);
  return n;
}

// What every reader adds up over all events: time, region and kind all count. Computed without a jump, which would
// measure how badly enter and leave can be foretold in merged order.
static inline uint64_t workload_sum(uint64_t time, uint64_t region, unsigned is_enter) {
  return time + region * (3u - 2u * is_enter);
}

// The same where order counts: the `place` of an event is its number in global order, from 1.
static inline uint64_t workload_sum_in_order(
    uint64_t place, uint64_t location, uint64_t time, uint64_t region, unsigned is_enter) {
  return place * (workload_sum(time, region, is_enter) + (location << 40));
}

#endif
