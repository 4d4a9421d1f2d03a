/* SPDX-License-Identifier: BSD-3-Clause */
/* Where time stamps come from: one function for all traces of the program. */
#ifndef LITL_TIMER_H_
#define LITL_TIMER_H_

#include "litl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef litl_time_t (*litl_timing_method_t)(void);

/* What every event calls. At first litl_get_time_monotonic_raw. */
extern litl_timing_method_t litl_get_time;

/* Takes the method that LITL_TIMING_METHOD names (best: the fastest one), if it is set. */
void litl_time_initialize(void);

/* Any function that returns a time. 0, or -1 for NULL, which changes nothing. */
int litl_set_timing_method(litl_timing_method_t callback);

litl_time_t litl_get_time_monotonic_raw(void);
litl_time_t litl_get_time_monotonic(void);
litl_time_t litl_get_time_realtime(void);
litl_time_t litl_get_time_process_cputime(void);
litl_time_t litl_get_time_thread_cputime(void);
litl_time_t litl_get_time_ticks(void); /* the counter of the processor, in nanoseconds */
litl_time_t litl_get_time_none(void);  /* always 0 */

#ifdef __cplusplus
}
#endif

#endif
