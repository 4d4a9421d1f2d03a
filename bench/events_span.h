// SPDX-License-Identifier: BSD-3-Clause
// Whole spans with arguments, told when they are over, for record_events.c: what the recorder offers to libraries that
// watch calls. The two times of a span are read by the clock of the recording.
#ifndef WEFT_BENCH_EVENTS_SPAN_H
#define WEFT_BENCH_EVENTS_SPAN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EVENT_KINDS(X) X(3)

void begin_recording(const char* directory);
uint64_t end_recording(void);
void record_3(uint64_t i);

#ifdef __cplusplus
}
#endif

#endif
