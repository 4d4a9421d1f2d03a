// SPDX-License-Identifier: BSD-3-Clause
// LiTL's interface, for record_events.c: regular events, packed ones with as many words, and raw ones of as many bytes;
// buffers of 1 MB that are written when they are full.
#ifndef WEFT_BENCH_EVENTS_LITL_H
#define WEFT_BENCH_EVENTS_LITL_H

#include <litl_timer.h>
#include <litl_write.h>
#include <stdint.h>
#include <stdio.h>

#define EVENT_KINDS(X) X(0) X(1) X(4) X(10) X(4_packed) X(32_raw)

enum { BUFFER_BYTES = 1 << 20, CODE = 0x301 };

static litl_write_trace_t* trace;

static void begin_recording(const char* directory) {
  char path[4096];
  snprintf(path, sizeof path, "%s/trace.litl", directory);
  litl_time_initialize();
  trace = litl_write_init_trace(BUFFER_BYTES);
  litl_write_set_filename(trace, path);
  litl_write_buffer_flush_on(trace);
}
static uint64_t end_recording(void) {
  litl_write_finalize_trace(trace);
  return 0;
}

static inline void record_0(uint64_t i) {
  (void)i;
  litl_write_probe_reg_0(trace, CODE);
}
static inline void record_1(uint64_t i) { litl_write_probe_reg_1(trace, CODE, i); }
static inline void record_4(uint64_t i) { litl_write_probe_reg_4(trace, CODE, i, i, i, i); }
static inline void record_10(uint64_t i) { litl_write_probe_reg_10(trace, CODE, i, i, i, i, i, i, i, i, i, i); }
static inline void record_4_packed(uint64_t i) {
  litl_t* event = NULL;
  litl_write_probe_pack_4(trace, CODE, i, i, i, i, event);
  (void)event;
}
static inline void record_32_raw(uint64_t i) {
  litl_data_t text[] = "0123456789abcdef0123456789abcde";
  text[0] = (litl_data_t)('0' + i % 8);
  litl_write_probe_raw(trace, CODE, sizeof text, text);
}

#endif
