/* SPDX-License-Identifier: BSD-3-Clause */
/* Recording events, from any number of threads:

     litl_write_trace_t* trace = litl_write_init_trace(1 << 20);
     litl_write_set_filename(trace, "/tmp/run.litl");
     litl_write_probe_reg_2(trace, 0x301, 1, 2);
     litl_write_finalize_trace(trace);

   Probes return the event, or NULL when nothing was recorded: while the trace is paused, when a buffer is full and
   flushing is off, or when the event could not be read back (it does not fit into a buffer, takes more than 65535
   bytes, or has code LITL_OFFSET_CODE). The event may be looked at until the same thread records the next one. */
#ifndef LITL_WRITE_H_
#define LITL_WRITE_H_

#include <string.h>

#include "litl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A trace whose threads have buffers of this many bytes, unless LITL_BUFFER_SIZE says otherwise. Never NULL. */
litl_write_trace_t* litl_write_init_trace(const uint32_t buf_size);

/* Before the first buffer is written. The name is copied; NULL stands for USER_litl_log_1 in /tmp. */
void litl_write_set_filename(litl_write_trace_t* trace, char* filename);

/* Whether a full buffer is written to the file, or ends recording. Off at first (LITL_BUFFER_FLUSH). */
void litl_write_buffer_flush_on(litl_write_trace_t* trace);
void litl_write_buffer_flush_off(litl_write_trace_t* trace);

/* Kept for programs that call them: Weft is always safe to use from several threads, and always writes thread ids. */
void litl_write_thread_safety_on(litl_write_trace_t* trace);
void litl_write_thread_safety_off(litl_write_trace_t* trace);
void litl_write_tid_recording_on(litl_write_trace_t* trace);
void litl_write_tid_recording_off(litl_write_trace_t* trace);

/* While paused, no thread records anything. NULL is no trace and no error. */
void litl_write_pause_recording(litl_write_trace_t* trace);
void litl_write_resume_recording(litl_write_trace_t* trace);

/* Writes what is left and frees the trace. No thread may be recording. NULL is no error. In a child of the process that
   began the trace, nothing is written. */
void litl_write_finalize_trace(litl_write_trace_t* trace);

/* Regular events: parameters are numbers of 64 bits. */
litl_t* litl_write_probe_reg_0(litl_write_trace_t* trace, litl_code_t code);
litl_t* litl_write_probe_reg_1(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1);
litl_t* litl_write_probe_reg_2(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2);
litl_t* litl_write_probe_reg_3(
    litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2, litl_param_t param3);
litl_t* litl_write_probe_reg_4(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2,
    litl_param_t param3, litl_param_t param4);
litl_t* litl_write_probe_reg_5(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2,
    litl_param_t param3, litl_param_t param4, litl_param_t param5);
litl_t* litl_write_probe_reg_6(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2,
    litl_param_t param3, litl_param_t param4, litl_param_t param5, litl_param_t param6);
litl_t* litl_write_probe_reg_7(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2,
    litl_param_t param3, litl_param_t param4, litl_param_t param5, litl_param_t param6, litl_param_t param7);
litl_t* litl_write_probe_reg_8(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2,
    litl_param_t param3, litl_param_t param4, litl_param_t param5, litl_param_t param6, litl_param_t param7,
    litl_param_t param8);
litl_t* litl_write_probe_reg_9(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2,
    litl_param_t param3, litl_param_t param4, litl_param_t param5, litl_param_t param6, litl_param_t param7,
    litl_param_t param8, litl_param_t param9);
litl_t* litl_write_probe_reg_10(litl_write_trace_t* trace, litl_code_t code, litl_param_t param1, litl_param_t param2,
    litl_param_t param3, litl_param_t param4, litl_param_t param5, litl_param_t param6, litl_param_t param7,
    litl_param_t param8, litl_param_t param9, litl_param_t param10);

/* A text, or any bytes. A NUL is added, and counted. */
litl_t* litl_write_probe_raw(litl_write_trace_t* trace, litl_code_t code, litl_size_t size, litl_data_t data[]);

/* An event of `size` bytes of parameters that the caller fills in. For the macros below. */
litl_t* __litl_write_get_event(litl_write_trace_t* trace, litl_type_t type, litl_code_t code, int size);

#ifdef __cplusplus
}
#endif

/* Packed events: parameters are variables or values of any type but arrays, stored as they are in memory. `retval`, a
   litl_t*, becomes the event or NULL. */

/* Stores one parameter at `ptr`, a void*, and moves it on. */
#define __LITL_WRITE_ADD_ARG(ptr, param)             \
  do {                                               \
    __typeof__(param) litl_value_ = (param);         \
    memcpy((ptr), &litl_value_, sizeof litl_value_); \
    (ptr) = (char*)(ptr) + sizeof litl_value_;       \
  } while (0)

#define LITL_WRITE_PACKED_(trace, code, size, add_args, retval)                              \
  do {                                                                                       \
    (retval) = __litl_write_get_event((trace), LITL_TYPE_PACKED, (code), (int)(size));       \
    if (retval) {                                                                            \
      void* litl_to_ = (char*)(retval) + offsetof(litl_t, parameters) + sizeof(litl_size_t); \
      add_args;                                                                              \
      (void)litl_to_;                                                                        \
    }                                                                                        \
  } while (0)

/* Sizes and parameters, one after the other. */
#define LITL_SIZE_1_(p1) sizeof(p1)
#define LITL_ADD_1_(p1) __LITL_WRITE_ADD_ARG(litl_to_, p1)
#define LITL_SIZE_2_(p1, p2) LITL_SIZE_1_(p1) + sizeof(p2)
#define LITL_ADD_2_(p1, p2) \
  LITL_ADD_1_(p1);          \
  LITL_ADD_1_(p2)
#define LITL_SIZE_3_(p1, p2, p3) LITL_SIZE_2_(p1, p2) + sizeof(p3)
#define LITL_ADD_3_(p1, p2, p3) \
  LITL_ADD_2_(p1, p2);          \
  LITL_ADD_1_(p3)
#define LITL_SIZE_4_(p1, p2, p3, p4) LITL_SIZE_3_(p1, p2, p3) + sizeof(p4)
#define LITL_ADD_4_(p1, p2, p3, p4) \
  LITL_ADD_3_(p1, p2, p3);          \
  LITL_ADD_1_(p4)
#define LITL_SIZE_5_(p1, p2, p3, p4, p5) LITL_SIZE_4_(p1, p2, p3, p4) + sizeof(p5)
#define LITL_ADD_5_(p1, p2, p3, p4, p5) \
  LITL_ADD_4_(p1, p2, p3, p4);          \
  LITL_ADD_1_(p5)
#define LITL_SIZE_6_(p1, p2, p3, p4, p5, p6) LITL_SIZE_5_(p1, p2, p3, p4, p5) + sizeof(p6)
#define LITL_ADD_6_(p1, p2, p3, p4, p5, p6) \
  LITL_ADD_5_(p1, p2, p3, p4, p5);          \
  LITL_ADD_1_(p6)
#define LITL_SIZE_7_(p1, p2, p3, p4, p5, p6, p7) LITL_SIZE_6_(p1, p2, p3, p4, p5, p6) + sizeof(p7)
#define LITL_ADD_7_(p1, p2, p3, p4, p5, p6, p7) \
  LITL_ADD_6_(p1, p2, p3, p4, p5, p6);          \
  LITL_ADD_1_(p7)
#define LITL_SIZE_8_(p1, p2, p3, p4, p5, p6, p7, p8) LITL_SIZE_7_(p1, p2, p3, p4, p5, p6, p7) + sizeof(p8)
#define LITL_ADD_8_(p1, p2, p3, p4, p5, p6, p7, p8) \
  LITL_ADD_7_(p1, p2, p3, p4, p5, p6, p7);          \
  LITL_ADD_1_(p8)
#define LITL_SIZE_9_(p1, p2, p3, p4, p5, p6, p7, p8, p9) LITL_SIZE_8_(p1, p2, p3, p4, p5, p6, p7, p8) + sizeof(p9)
#define LITL_ADD_9_(p1, p2, p3, p4, p5, p6, p7, p8, p9) \
  LITL_ADD_8_(p1, p2, p3, p4, p5, p6, p7, p8);          \
  LITL_ADD_1_(p9)
#define LITL_SIZE_10_(p1, p2, p3, p4, p5, p6, p7, p8, p9, p10) \
  LITL_SIZE_9_(p1, p2, p3, p4, p5, p6, p7, p8, p9) + sizeof(p10)
#define LITL_ADD_10_(p1, p2, p3, p4, p5, p6, p7, p8, p9, p10) \
  LITL_ADD_9_(p1, p2, p3, p4, p5, p6, p7, p8, p9);            \
  LITL_ADD_1_(p10)

#define litl_write_probe_pack_0(trace, code, retval) LITL_WRITE_PACKED_(trace, code, 0, , retval)
#define litl_write_probe_pack_1(trace, code, p1, retval) \
  LITL_WRITE_PACKED_(trace, code, LITL_SIZE_1_(p1), LITL_ADD_1_(p1), retval)
#define litl_write_probe_pack_2(trace, code, p1, p2, retval) \
  LITL_WRITE_PACKED_(trace, code, LITL_SIZE_2_(p1, p2), LITL_ADD_2_(p1, p2), retval)
#define litl_write_probe_pack_3(trace, code, p1, p2, p3, retval) \
  LITL_WRITE_PACKED_(trace, code, LITL_SIZE_3_(p1, p2, p3), LITL_ADD_3_(p1, p2, p3), retval)
#define litl_write_probe_pack_4(trace, code, p1, p2, p3, p4, retval) \
  LITL_WRITE_PACKED_(trace, code, LITL_SIZE_4_(p1, p2, p3, p4), LITL_ADD_4_(p1, p2, p3, p4), retval)
#define litl_write_probe_pack_5(trace, code, p1, p2, p3, p4, p5, retval) \
  LITL_WRITE_PACKED_(trace, code, LITL_SIZE_5_(p1, p2, p3, p4, p5), LITL_ADD_5_(p1, p2, p3, p4, p5), retval)
#define litl_write_probe_pack_6(trace, code, p1, p2, p3, p4, p5, p6, retval) \
  LITL_WRITE_PACKED_(trace, code, LITL_SIZE_6_(p1, p2, p3, p4, p5, p6), LITL_ADD_6_(p1, p2, p3, p4, p5, p6), retval)
#define litl_write_probe_pack_7(trace, code, p1, p2, p3, p4, p5, p6, p7, retval) \
  LITL_WRITE_PACKED_(                                                            \
      trace, code, LITL_SIZE_7_(p1, p2, p3, p4, p5, p6, p7), LITL_ADD_7_(p1, p2, p3, p4, p5, p6, p7), retval)
#define litl_write_probe_pack_8(trace, code, p1, p2, p3, p4, p5, p6, p7, p8, retval) \
  LITL_WRITE_PACKED_(                                                                \
      trace, code, LITL_SIZE_8_(p1, p2, p3, p4, p5, p6, p7, p8), LITL_ADD_8_(p1, p2, p3, p4, p5, p6, p7, p8), retval)
#define litl_write_probe_pack_9(trace, code, p1, p2, p3, p4, p5, p6, p7, p8, p9, retval) \
  LITL_WRITE_PACKED_(trace, code, LITL_SIZE_9_(p1, p2, p3, p4, p5, p6, p7, p8, p9),      \
      LITL_ADD_9_(p1, p2, p3, p4, p5, p6, p7, p8, p9), retval)
#define litl_write_probe_pack_10(trace, code, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, retval) \
  LITL_WRITE_PACKED_(trace, code, LITL_SIZE_10_(p1, p2, p3, p4, p5, p6, p7, p8, p9, p10),      \
      LITL_ADD_10_(p1, p2, p3, p4, p5, p6, p7, p8, p9, p10), retval)

#endif
