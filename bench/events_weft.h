// SPDX-License-Identifier: BSD-3-Clause
// Weft's own interface, for record_events.c: regions are entered and left in turn, with attributes.
#ifndef WEFT_BENCH_EVENTS_WEFT_H
#define WEFT_BENCH_EVENTS_WEFT_H

#include <stdint.h>
#include <stdlib.h>
#include <weft/record.h>

#define EVENT_KINDS(X) X(0) X(1) X(4) X(10)

static weft_region region;
static weft_attribute attributes[10];

static void begin_recording(const char* directory) {
  setenv("WEFT_RECORD_DIR", directory, 1);
  static const char* const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
  region = weft_define_region("work", "record_events.c", 1);
  for (int i = 0; i < 10; ++i) attributes[i] = weft_define_attribute(names[i], WEFT_UINT64);
}
static uint64_t end_recording(void) {
  weft_record_finish();
  return weft_record_lost();
}

static inline void record_0(uint64_t i) {
  if (i % 2 == 0)
    weft_enter(region);
  else
    weft_leave(region);
}
static inline void record_with(int count, uint64_t i) {
  for (int k = 0; k < count; ++k) weft_attach_uint64(attributes[k], i);
  record_0(i);
}
static inline void record_1(uint64_t i) { record_with(1, i); }
static inline void record_4(uint64_t i) { record_with(4, i); }
static inline void record_10(uint64_t i) { record_with(10, i); }

#endif
