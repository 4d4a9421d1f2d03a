/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading traces and archives:

     litl_read_trace_t* trace = litl_read_open_trace("run.litl");
     litl_read_init_processes(trace);
     for (litl_read_event_t* e; (e = litl_read_next_event(trace));) ...
     litl_read_finalize_trace(trace);

   An event is valid until the next one of the same thread is read, and must not be changed. A thread whose bytes are
   damaged ends before the damage. */
#ifndef LITL_READ_H_
#define LITL_READ_H_

#include <stdlib.h>
#include <string.h>

#include "litl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Headers only. A file that cannot be opened, or is no trace, ends the program with exit code 1. */
litl_read_trace_t* litl_read_open_trace(const char* filename);

/* Makes processes and threads available. */
void litl_read_init_processes(litl_read_trace_t* trace);

/* Of the first process; 108 more than in its file. */
litl_size_t litl_read_get_buffer_size(litl_read_trace_t* trace);
void litl_read_set_buffer_size(litl_read_trace_t* trace, const litl_size_t buffer_size);

litl_general_header_t* litl_read_get_trace_header(litl_read_trace_t* trace);
litl_process_header_t* litl_read_get_process_header(litl_read_process_t* process);

/* The next event of a thread in the order of recording; of a process by time, ties by thread; of a trace, one process
   after the other. NULL at the end. */
litl_read_event_t* litl_read_next_thread_event(
    litl_read_trace_t* trace, litl_read_process_t* process, litl_read_thread_t* thread);
litl_read_event_t* litl_read_next_process_event(litl_read_trace_t* trace, litl_read_process_t* process);
litl_read_event_t* litl_read_next_event(litl_read_trace_t* trace);

/* Back to the first event. */
void litl_read_reset_process(litl_read_process_t* process);

void litl_read_finalize_trace(litl_read_trace_t* trace);

#define LITL_READ_GET_TID(read_event) ((read_event)->tid)
#define LITL_READ_GET_TIME(read_event) ((read_event)->event->time)
#define LITL_READ_GET_CODE(read_event) ((read_event)->event->code)
#define LITL_READ_GET_TYPE(read_event) ((read_event)->event->type)
#define LITL_READ_REGULAR(read_event) (&(read_event)->event->parameters.regular)
#define LITL_READ_RAW(read_event) (&(read_event)->event->parameters.raw)
#define LITL_READ_PACKED(read_event) (&(read_event)->event->parameters.packed)
#define LITL_READ_OFFSET(read_event) (&(read_event)->event->parameters.offset)
#define LITL_READ_GET_CUR_EVENT_PER_THREAD(process, thread_index) (&(process)->threads[(thread_index)]->cur_event)
#define LITL_READ_GET_CUR_EVENT(process) LITL_READ_GET_CUR_EVENT_PER_THREAD(process, (process)->cur_index)

/* Where the parameters of an event are taken from. */
typedef struct {
  const char* from;
  size_t left;
  size_t taken;
  int is_regular;
} litl_param_reader_t_;

static inline litl_param_reader_t_ litl_read_params_(const litl_t* event) {
  litl_param_reader_t_ reader;
  litl_data_t count;
  litl_size_t size;
  const char* const at = (const char*)event + LITL_BASE_SIZE;
  reader.is_regular = event->type == LITL_TYPE_REGULAR;
  reader.taken = 0;
  if (reader.is_regular) {
    memcpy(&count, at, sizeof count);
    reader.from = at + sizeof count;
    reader.left = count * sizeof(litl_param_t);
  } else {
    memcpy(&size, at, sizeof size);
    reader.from = at + sizeof size;
    reader.left = size;
  }
  return reader;
}

/* What the event does not have is 0. */
static inline void litl_take_param_(litl_param_reader_t_* reader, void* to, size_t size) {
  const size_t there = size < reader->left ? size : reader->left;
  memset(to, 0, size);
  memcpy(to, reader->from, there);
  reader->from += there;
  reader->left -= there;
  reader->taken += size;
}

static inline void litl_check_params_(const litl_param_reader_t_* reader, const char* begin) {
  const size_t size = (size_t)(reader->from - begin) + reader->left;
  if (reader->taken == size) return;
  fprintf(stderr, "[LiTL] Warning: parameters take %zu bytes, but %zu bytes were read!\n", size, reader->taken);
  abort();
}

#ifdef __cplusplus
}
#endif

/* With DEBUG, events must have the parameters that are asked for, and no more. */
#if defined(DEBUG) && DEBUG
#define LITL_CHECK_PARAMS_(reader, begin) litl_check_params_((reader), (begin))
#else
#define LITL_CHECK_PARAMS_(reader, begin) ((void)(begin))
#endif

/* Parameters of a regular event are words that are converted, those of a packed one have the types of the variables. */
#define LITL_TAKE_PARAM_(arg)                                          \
  do {                                                                 \
    if (litl_params_.is_regular) {                                     \
      litl_param_t litl_word_;                                         \
      litl_take_param_(&litl_params_, &litl_word_, sizeof litl_word_); \
      (arg) = (__typeof__(arg))litl_word_;                             \
    } else {                                                           \
      litl_take_param_(&litl_params_, &(arg), sizeof(arg));            \
    }                                                                  \
  } while (0)

#define LITL_READ_PARAMS_(read_event, take_params)                              \
  do {                                                                          \
    litl_param_reader_t_ litl_params_ = litl_read_params_((read_event)->event); \
    const char* const litl_begin_ = litl_params_.from;                          \
    take_params;                                                                \
    LITL_CHECK_PARAMS_(&litl_params_, litl_begin_);                             \
  } while (0)

#define LITL_TAKE_1_(a1) LITL_TAKE_PARAM_(a1)
#define LITL_TAKE_2_(a1, a2) \
  LITL_TAKE_1_(a1);          \
  LITL_TAKE_PARAM_(a2)
#define LITL_TAKE_3_(a1, a2, a3) \
  LITL_TAKE_2_(a1, a2);          \
  LITL_TAKE_PARAM_(a3)
#define LITL_TAKE_4_(a1, a2, a3, a4) \
  LITL_TAKE_3_(a1, a2, a3);          \
  LITL_TAKE_PARAM_(a4)
#define LITL_TAKE_5_(a1, a2, a3, a4, a5) \
  LITL_TAKE_4_(a1, a2, a3, a4);          \
  LITL_TAKE_PARAM_(a5)
#define LITL_TAKE_6_(a1, a2, a3, a4, a5, a6) \
  LITL_TAKE_5_(a1, a2, a3, a4, a5);          \
  LITL_TAKE_PARAM_(a6)
#define LITL_TAKE_7_(a1, a2, a3, a4, a5, a6, a7) \
  LITL_TAKE_6_(a1, a2, a3, a4, a5, a6);          \
  LITL_TAKE_PARAM_(a7)
#define LITL_TAKE_8_(a1, a2, a3, a4, a5, a6, a7, a8) \
  LITL_TAKE_7_(a1, a2, a3, a4, a5, a6, a7);          \
  LITL_TAKE_PARAM_(a8)
#define LITL_TAKE_9_(a1, a2, a3, a4, a5, a6, a7, a8, a9) \
  LITL_TAKE_8_(a1, a2, a3, a4, a5, a6, a7, a8);          \
  LITL_TAKE_PARAM_(a9)
#define LITL_TAKE_10_(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10) \
  LITL_TAKE_9_(a1, a2, a3, a4, a5, a6, a7, a8, a9);            \
  LITL_TAKE_PARAM_(a10)

/* Assigns the parameters of a regular or packed event to variables. */
#define litl_read_get_param_1(read_event, a1) LITL_READ_PARAMS_(read_event, LITL_TAKE_1_(a1))
#define litl_read_get_param_2(read_event, a1, a2) LITL_READ_PARAMS_(read_event, LITL_TAKE_2_(a1, a2))
#define litl_read_get_param_3(read_event, a1, a2, a3) LITL_READ_PARAMS_(read_event, LITL_TAKE_3_(a1, a2, a3))
#define litl_read_get_param_4(read_event, a1, a2, a3, a4) LITL_READ_PARAMS_(read_event, LITL_TAKE_4_(a1, a2, a3, a4))
#define litl_read_get_param_5(read_event, a1, a2, a3, a4, a5) \
  LITL_READ_PARAMS_(read_event, LITL_TAKE_5_(a1, a2, a3, a4, a5))
#define litl_read_get_param_6(read_event, a1, a2, a3, a4, a5, a6) \
  LITL_READ_PARAMS_(read_event, LITL_TAKE_6_(a1, a2, a3, a4, a5, a6))
#define litl_read_get_param_7(read_event, a1, a2, a3, a4, a5, a6, a7) \
  LITL_READ_PARAMS_(read_event, LITL_TAKE_7_(a1, a2, a3, a4, a5, a6, a7))
#define litl_read_get_param_8(read_event, a1, a2, a3, a4, a5, a6, a7, a8) \
  LITL_READ_PARAMS_(read_event, LITL_TAKE_8_(a1, a2, a3, a4, a5, a6, a7, a8))
#define litl_read_get_param_9(read_event, a1, a2, a3, a4, a5, a6, a7, a8, a9) \
  LITL_READ_PARAMS_(read_event, LITL_TAKE_9_(a1, a2, a3, a4, a5, a6, a7, a8, a9))
#define litl_read_get_param_10(read_event, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10) \
  LITL_READ_PARAMS_(read_event, LITL_TAKE_10_(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))

#endif
