// SPDX-License-Identifier: BSD-3-Clause
// The macros of DFTracer, for record_events.c: a region with three arguments, two numbers and a text.
#ifndef WEFT_BENCH_EVENTS_DFTRACER_H
#define WEFT_BENCH_EVENTS_DFTRACER_H

#include <dftracer/dftracer.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define EVENT_KINDS(X) X(3)

static void begin_recording(const char* directory) {
  char prefix[4096];
  snprintf(prefix, sizeof prefix, "%s/trace", directory);
  setenv("DFTRACER_ENABLE", "1", 1);
  setenv("DFTRACER_INC_METADATA", "1", 1);
  setenv("DFTRACER_TRACE_COMPRESSION", "0", 1);
  setenv("DFTRACER_LOG_FILE", prefix, 1);
  DFTRACER_C_INIT_NO_BIND(NULL, NULL, NULL);
}
// What is lost is told on standard error.
static uint64_t end_recording(void) {
  DFTRACER_C_FINI();
  return 0;
}

static inline void record_3(uint64_t i) {
  DFTRACER_C_REGION_START(work);
  DFTRACER_C_REGION_UPDATE_INT(work, "fd", (int)i);
  DFTRACER_C_REGION_UPDATE_INT(work, "count", (int)(i + 1));
  DFTRACER_C_REGION_UPDATE_STR(work, "file", "/data/part-0001");
  DFTRACER_C_REGION_END(work);
}

#endif
