/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs written for FxT record with LiTL: its names for one trace, which every source file has of its own. */
#ifndef FXT_H_
#define FXT_H_

#include <assert.h>
#include <string.h>

#include "litl_read.h"
#include "litl_types.h"
#include "litl_write.h"

typedef litl_write_trace_t* fxt_t;

static litl_write_trace_t* __trace __attribute__((unused));

/* Recording begins when the name of the file is known. */
#define fut_setup(buffer_size, keymask, threadid)             \
  do {                                                        \
    __trace = litl_write_init_trace((uint32_t)(buffer_size)); \
    litl_write_pause_recording(__trace);                      \
  } while (0)
#define fut_set_filename(filename)                \
  do {                                            \
    litl_write_set_filename(__trace, (filename)); \
    litl_write_resume_recording(__trace);         \
  } while (0)
#define fut_endup(filename) litl_write_finalize_trace(__trace)
#define fut_done() ((void)0)

#define enable_fut_flush() litl_write_buffer_flush_on(__trace)
#define disable_fut_flush() litl_write_buffer_flush_off(__trace)
#define fut_enable_tid_logging() litl_write_tid_recording_on(__trace)
#define fut_disable_tid_logging() litl_write_tid_recording_off(__trace)

#define FUT_RECORD_(probe)     \
  do {                         \
    litl_t* fut_event_ = NULL; \
    probe;                     \
    assert(fut_event_);        \
    (void)fut_event_;          \
  } while (0)
#define FUT_DO_PROBE0(code) FUT_RECORD_(litl_write_probe_pack_0(__trace, code, fut_event_))
#define FUT_DO_PROBE1(code, arg1) FUT_RECORD_(litl_write_probe_pack_1(__trace, code, arg1, fut_event_))
#define FUT_DO_PROBE2(code, arg1, arg2) FUT_RECORD_(litl_write_probe_pack_2(__trace, code, arg1, arg2, fut_event_))
#define FUT_DO_PROBE3(code, arg1, arg2, arg3) \
  FUT_RECORD_(litl_write_probe_pack_3(__trace, code, arg1, arg2, arg3, fut_event_))
#define FUT_DO_PROBE4(code, arg1, arg2, arg3, arg4) \
  FUT_RECORD_(litl_write_probe_pack_4(__trace, code, arg1, arg2, arg3, arg4, fut_event_))
#define FUT_DO_PROBE5(code, arg1, arg2, arg3, arg4, arg5) \
  FUT_RECORD_(litl_write_probe_pack_5(__trace, code, arg1, arg2, arg3, arg4, arg5, fut_event_))
#define FUT_DO_PROBE6(code, arg1, arg2, arg3, arg4, arg5, arg6) \
  FUT_RECORD_(litl_write_probe_pack_6(__trace, code, arg1, arg2, arg3, arg4, arg5, arg6, fut_event_))
#define FUT_DO_PROBE(code, ...) FUT_DO_PROBE0(code)
#define FUT_DO_PROBESTR(code, str) litl_write_probe_raw(__trace, (code), (litl_size_t)strlen(str), (litl_data_t*)(str))

#endif
