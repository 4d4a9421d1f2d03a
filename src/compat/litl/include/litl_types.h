/* SPDX-License-Identifier: BSD-3-Clause */
/* The types and structures of LiTL. Programs reach into these structures, so each field has the place it has in LiTL
   0.1.9. All of them are made by the library. */
#ifndef LITL_TYPES_H_
#define LITL_TYPES_H_

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "litl_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUR_TID pthread_self()

typedef uint64_t litl_tid_t;
typedef uint64_t litl_time_t; /* nanoseconds, for every clock of the library */
typedef uint64_t litl_trace_size_t;
typedef uint64_t litl_param_t;
typedef uint64_t litl_offset_t;
typedef uint32_t litl_code_t;
typedef uint32_t litl_size_t;
typedef uint16_t litl_med_size_t;
typedef uint8_t litl_data_t;
typedef uint8_t* litl_buffer_t;

#define LITL_OFFSET_CODE 13 /* ends a chunk of events: no event may have it */
#define LITL_MAX_PARAMS 10
#define LITL_MAX_DATA (LITL_MAX_PARAMS * sizeof(litl_param_t)) /* of the declarations below; events may be larger */
#define NBTHREADS 32

typedef enum {
  LITL_TYPE_REGULAR,
  LITL_TYPE_RAW,
  LITL_TYPE_PACKED,
  LITL_TYPE_OFFSET
} __attribute__((packed)) litl_type_t;

/* An event as it lies in buffers and files: at any address, and only as long as its type and size say. */
typedef struct {
  litl_time_t time;
  litl_code_t code;
  litl_type_t type;
  union {
    struct {
      litl_data_t nb_params;
      litl_param_t param[LITL_MAX_PARAMS];
    } __attribute__((packed)) regular;
    struct {
      litl_size_t size;
      litl_data_t data[LITL_MAX_DATA];
    } __attribute__((packed)) raw;
    struct {
      litl_size_t size;
      litl_data_t param[LITL_MAX_DATA];
    } __attribute__((packed)) packed;
    struct {
      litl_data_t nb_params;
      litl_param_t offset;
    } __attribute__((packed)) offset;
  } parameters;
} __attribute__((packed)) litl_t;

/* Headers as they lie in a file. Texts end with a NUL. */
typedef struct {
  litl_data_t litl_ver[8];
  litl_data_t sysinfo[128];
  litl_med_size_t nb_processes;
} __attribute__((packed)) litl_general_header_t;

typedef struct {
  litl_data_t process_name[256];
  litl_med_size_t nb_threads;
  litl_med_size_t header_nb_threads;
  litl_size_t buffer_size;
  litl_trace_size_t trace_size;
  litl_offset_t offset;
} __attribute__((packed)) litl_process_header_t;

typedef struct {
  litl_tid_t tid;
  litl_offset_t offset;
} litl_thread_pair_t;

typedef struct {
  litl_med_size_t nb_processes;
  litl_offset_t position;
  litl_offset_t offset;
} litl_trace_triples_t;

/* Recording: the buffer of one thread, and a trace. */
typedef struct {
  litl_buffer_t buffer_ptr; /* its begin */
  litl_buffer_t buffer;     /* where the next event goes */
  litl_tid_t tid;
  litl_offset_t offset;
  litl_data_t already_flushed;
  int initialized;
} litl_write_buffer_t;

typedef struct {
  int f_handle;
  char* filename;
  litl_offset_t general_offset;
  litl_buffer_t header_ptr;
  litl_buffer_t header;
  litl_size_t header_size;
  litl_size_t header_offset;
  litl_med_size_t header_nb_threads;
  litl_data_t is_header_flushed;
  litl_med_size_t nb_threads;
  litl_med_size_t nb_slots;
  litl_param_t threads_offset;
  litl_write_buffer_t** buffers;
  litl_size_t nb_allocated_buffers;
  litl_size_t buffer_size;
  litl_data_t is_buffer_full;
  pthread_once_t index_once;
  pthread_key_t index;
  pthread_mutex_t lock_litl_flush;
  pthread_mutex_t lock_buffer_init;
  litl_data_t is_litl_initialized;
  volatile litl_data_t is_recording_paused;
  litl_data_t allow_buffer_flush;
  litl_data_t allow_thread_safety;
  litl_data_t allow_tid_recording;
} litl_write_trace_t;

/* Reading: an event and the thread it is of, threads, processes, and a trace or an archive of them. */
typedef struct {
  litl_tid_t tid;
  litl_t* event;
} litl_read_event_t;

typedef struct {
  litl_thread_pair_t* thread_pair;
  litl_buffer_t buffer_ptr;
  litl_buffer_t buffer;
  litl_offset_t offset;
  litl_offset_t tracker;
  litl_read_event_t cur_event;
} litl_read_thread_t;

typedef struct {
  litl_process_header_t* header;
  litl_buffer_t header_buffer_ptr;
  litl_buffer_t header_buffer;
  litl_med_size_t nb_threads;
  litl_read_thread_t** threads;
  int cur_index; /* of the thread that the last event was of; -1 before the first */
  int is_initialized;
} litl_read_process_t;

typedef struct {
  int f_handle;
  litl_general_header_t* header;
  litl_buffer_t header_buffer_ptr;
  litl_buffer_t header_buffer;
  litl_med_size_t nb_processes;
  litl_read_process_t** processes;
} litl_read_trace_t;

/* Merging and splitting. No function takes or returns these. */
typedef struct {
  int f_handle;
  char* filename;
  litl_med_size_t nb_traces;
  char** traces_names;
  litl_buffer_t buffer_ptr;
  litl_buffer_t buffer;
  litl_size_t buffer_size;
  litl_offset_t general_offset;
} litl_trace_merge_t;

typedef struct {
  int f_handle;
  litl_buffer_t header_buffer_ptr;
  litl_buffer_t header_buffer;
  litl_general_header_t* trace_header;
  litl_process_header_t* process_header;
  litl_med_size_t nb_processes;
  litl_buffer_t buffer;
  litl_size_t buffer_size;
} litl_trace_split_t;

/* For printf. */
#define PRTIu32 "u"
#define PRTIx32 "x"
#define PRTIu64 "lu"
#define PRTIx64 "lx"

#define __litl_offset_of(TYPE, MEMBER) offsetof(TYPE, MEMBER)
#define LITL_BASE_SIZE __litl_offset_of(litl_t, parameters)

#ifdef __cplusplus
}
#endif

#endif
