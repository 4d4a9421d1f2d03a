/* SPDX-License-Identifier: BSD-3-Clause */
/* Recording events from C: regions, messages, metrics, markers, attributes, input and output.
 *
 *   static void work(void) {
 *     WEFT_ENTER("work");
 *     ...
 *     WEFT_LEAVE();
 *   }
 *
 * Link with -lweft-record. Recording begins with the first event and ends when the program does; by default the trace
 * is an OTF2 archive weft-PROGRAM-TIME/trace.otf2. Environment variables say otherwise (docs/record.md):
 * WEFT_RECORD=off, WEFT_RECORD_DIR, WEFT_RECORD_FORMAT, WEFT_RECORD_POLICY, WEFT_RECORD_FILTER, ...
 *
 * Everything may be called at any time and from any thread: before main, from destructors, in a child after fork.
 * Events may also come from signal handlers, in threads that have recorded before; one that interrupts another is
 * counted as lost. Nothing here ends the program or changes errno. Names are copied. Compiled with
 * WEFT_RECORD_DISABLE, nothing is recorded and nothing is called: the library is not needed. */
#ifndef WEFT_RECORD_H
#define WEFT_RECORD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What events refer to. 0 is none of them: an event that refers to it is not recorded. */
typedef uint32_t weft_region;
typedef uint32_t weft_metric;
typedef uint32_t weft_attribute;
typedef uint32_t weft_comm;
typedef uint32_t weft_marker_kind;
typedef uint32_t weft_io_file;
typedef uint32_t weft_io_handle;

/* --- Recording as a whole ------------------------------------------------------------------------------------------
 */

/* Not 0 while events are wanted. Changed by the functions below only. */
extern int weft_record_on;

#ifdef WEFT_RECORD_DISABLE
#define weft_is_on() 0
#else
static inline int weft_is_on(void) {
  return __builtin_expect(__atomic_load_n(&weft_record_on, __ATOMIC_RELAXED) != 0, 1) != 0;
}
#endif

/* Begins now instead of with the first event. */
void weft_record_begin(void);

/* Events between the two are neither recorded nor counted. The thread that calls leaves a mark of it in the trace. */
void weft_record_pause(void);
void weft_record_resume(void);

/* Brings everything recorded so far to the disk, if the policy is to write at all before the end. Recording goes on. 0,
 * or the errno of what went wrong; EBUSY for a handler of a signal that has interrupted the recorder itself. */
int weft_record_flush(void);

/* Writes what a flight recorder holds as a trace PATH of the same format, which must not exist; if that is OTF2, PATH
 * ends in .otf2. Recording goes on. 0, or the errno of what went wrong; EINVAL if the policy is another one, EBUSY as
 * above. */
int weft_record_dump(const char* path);

/* Ends recording now instead of at exit. Other threads may still call; their events are no longer recorded. */
void weft_record_finish(void);

/* Events lost so far: no memory, no disk, or recorded by a signal handler in the middle of another one. */
uint64_t weft_record_lost(void);

/* Names of the calling thread and of this process, for those who look at the trace. */
void weft_name_thread(const char* name);
void weft_name_process(const char* name);

/* --- Regions -------------------------------------------------------------------------------------------------------
 */

/* The same names, file and line give the same region. A region that the filter excludes is 0. */
weft_region weft_define_region(const char* name, const char* file, uint32_t line);

void weft_record_enter(weft_region region);
void weft_record_leave(weft_region region);
static inline void weft_enter(weft_region region) {
  if (weft_is_on()) weft_record_enter(region);
}
static inline void weft_leave(weft_region region) {
  if (weft_is_on()) weft_record_leave(region);
}

/* A place in the source that enters a region: what is known when it is compiled, and its region once it is executed. */
typedef struct weft_site {
  const char* name;
  const char* file;
  uint32_t line;
  uint32_t region; /* +1; 0 until the first event */
} weft_site;

/* The region of a site, defined at the first call. */
weft_region weft_record_define_site(weft_site* site);
static inline weft_region weft_region_of(weft_site* site) {
  const uint32_t known = __atomic_load_n(&site->region, __ATOMIC_RELAXED);
  return __builtin_expect(known != 0, 1) ? known - 1 : weft_record_define_site(site);
}

#ifdef WEFT_RECORD_DISABLE
#define WEFT_ENTER(name) ((void)0)
#define WEFT_LEAVE() ((void)0)
#else
/* Both in the same block; WEFT_LEAVE leaves what the WEFT_ENTER of its block entered. */
#define WEFT_ENTER(name)                                                                   \
  static weft_site weft_this_site = {name, __FILE__, (uint32_t)__LINE__, 0};               \
  const weft_region weft_this_region = weft_is_on() ? weft_region_of(&weft_this_site) : 0; \
  weft_enter(weft_this_region)
#define WEFT_LEAVE() weft_leave(weft_this_region)
#endif

/* --- Attributes: values that the next event of the calling thread carries (at most 16) -----------------------------
 * An event that is not recorded, because the filter excludes its region, takes them along. */

typedef enum weft_type {
  WEFT_UINT64 = 4,
  WEFT_INT64 = 8,
  WEFT_DOUBLE = 10,
  WEFT_STRING = 11,
} weft_type;

weft_attribute weft_define_attribute(const char* name, weft_type type);
void weft_attach_uint64(weft_attribute attribute, uint64_t value);
void weft_attach_int64(weft_attribute attribute, int64_t value);
void weft_attach_double(weft_attribute attribute, double value);
void weft_attach_string(weft_attribute attribute, const char* value);

/* --- Metrics -------------------------------------------------------------------------------------------------------
 */

typedef enum weft_metric_mode {
  WEFT_GAUGE,   /* the value at this time */
  WEFT_COUNTER, /* a total since the start */
  WEFT_DELTA,   /* what was added since the last event */
} weft_metric_mode;

weft_metric weft_define_metric(const char* name, const char* unit, weft_metric_mode mode, weft_type type);
void weft_record_metric(weft_metric metric, weft_type type, uint64_t bits);
static inline void weft_metric_uint64(weft_metric metric, uint64_t value) {
  if (weft_is_on()) weft_record_metric(metric, WEFT_UINT64, value);
}
static inline void weft_metric_int64(weft_metric metric, int64_t value) {
  if (weft_is_on()) weft_record_metric(metric, WEFT_INT64, (uint64_t)value);
}
static inline void weft_metric_double(weft_metric metric, double value) {
  union {
    double value;
    uint64_t bits;
  } word;
  word.value = value;
  if (weft_is_on()) weft_record_metric(metric, WEFT_DOUBLE, word.bits);
}

/* --- Messages ------------------------------------------------------------------------------------------------------
 */

/* A communicator of `size` ranks, in which the calling thread is `rank`. Threads and processes of a run that give the
 * same name and size share one. A thread that only looks up its process's communicator gives WEFT_NO_RANK.
 * There are none of more than 400,000 ranks. */
#define WEFT_NO_RANK UINT32_MAX
weft_comm weft_define_comm(const char* name, uint32_t size, uint32_t rank);
void weft_record_send(weft_comm comm, uint32_t to, uint32_t tag, uint64_t bytes);
void weft_record_receive(weft_comm comm, uint32_t from, uint32_t tag, uint64_t bytes);
static inline void weft_send(weft_comm comm, uint32_t to, uint32_t tag, uint64_t bytes) {
  if (weft_is_on()) weft_record_send(comm, to, tag, bytes);
}
static inline void weft_receive(weft_comm comm, uint32_t from, uint32_t tag, uint64_t bytes) {
  if (weft_is_on()) weft_record_receive(comm, from, tag, bytes);
}

/* --- Input and output ----------------------------------------------------------------------------------------------
 */

typedef enum weft_io_mode { WEFT_READ, WEFT_WRITE, WEFT_FLUSH } weft_io_mode;
typedef enum weft_io_access { WEFT_READ_ONLY, WEFT_WRITE_ONLY, WEFT_READ_WRITE } weft_io_access;

weft_io_file weft_define_io_file(const char* path);
/* `interface` is what the file is opened with: "POSIX", "ISOC", "MPI-IO", or a name of your own. */
weft_io_handle weft_define_io_handle(weft_io_file file, const char* interface);
void weft_record_io_open(weft_io_handle handle, weft_io_access access);
void weft_record_io_close(weft_io_handle handle);
void weft_record_io_seek(weft_io_handle handle, int64_t offset, int whence, uint64_t result); /* SEEK_SET, ... */
/* `id` ties the two together; one that is not in use on this handle. */
void weft_record_io_begin(weft_io_handle handle, weft_io_mode mode, uint64_t bytes, uint64_t id);
void weft_record_io_end(weft_io_handle handle, uint64_t bytes, uint64_t id);
static inline void weft_io_open(weft_io_handle handle, weft_io_access access) {
  if (weft_is_on()) weft_record_io_open(handle, access);
}
static inline void weft_io_close(weft_io_handle handle) {
  if (weft_is_on()) weft_record_io_close(handle);
}
static inline void weft_io_seek(weft_io_handle handle, int64_t offset, int whence, uint64_t result) {
  if (weft_is_on()) weft_record_io_seek(handle, offset, whence, result);
}
static inline void weft_io_begin(weft_io_handle handle, weft_io_mode mode, uint64_t bytes, uint64_t id) {
  if (weft_is_on()) weft_record_io_begin(handle, mode, bytes, id);
}
static inline void weft_io_end(weft_io_handle handle, uint64_t bytes, uint64_t id) {
  if (weft_is_on()) weft_record_io_end(handle, bytes, id);
}

/* --- Threads, for those who wrap their creation; others need none of this -------------------------------------------
 */

/* Answers a number of the new thread, which the other calls take. */
uint64_t weft_record_thread_create(void);
void weft_record_thread_begin(uint64_t thread); /* by the new thread */
void weft_record_thread_end(uint64_t thread);   /* by the new thread */
void weft_record_thread_wait(uint64_t thread);

/* Around a call of exec, for those who wrap it: what is recorded so far is brought to the disk as if the process ended;
 * the second is for the case that it did not. */
void weft_record_before_exec(void);
void weft_record_after_exec(void);

/* --- Markers: remarks for people. They go to the disk at once, so not for every event -------------------------------
 */

typedef enum weft_severity { WEFT_NONE, WEFT_LOW, WEFT_MEDIUM, WEFT_HIGH } weft_severity;

weft_marker_kind weft_define_marker(const char* group, const char* category, weft_severity severity);
void weft_record_marker(weft_marker_kind kind, const char* text);
static inline void weft_marker(weft_marker_kind kind, const char* text) {
  if (weft_is_on()) weft_record_marker(kind, text);
}

/* --- Compiled out ---------------------------------------------------------------------------------------------------
 */

#ifdef WEFT_RECORD_DISABLE
#define weft_record_begin(...) ((void)0)
#define weft_record_pause(...) ((void)0)
#define weft_record_resume(...) ((void)0)
#define weft_record_flush(...) 0
#define weft_record_dump(...) 0
#define weft_record_finish(...) ((void)0)
#define weft_record_lost(...) 0
#define weft_name_thread(...) ((void)0)
#define weft_name_process(...) ((void)0)
#define weft_define_region(...) 0
#define weft_record_enter(...) ((void)0)
#define weft_record_leave(...) ((void)0)
#define weft_record_define_site(...) 0
#define weft_define_attribute(...) 0
#define weft_attach_uint64(...) ((void)0)
#define weft_attach_int64(...) ((void)0)
#define weft_attach_double(...) ((void)0)
#define weft_attach_string(...) ((void)0)
#define weft_define_metric(...) 0
#define weft_record_metric(...) ((void)0)
#define weft_define_comm(...) 0
#define weft_record_send(...) ((void)0)
#define weft_record_receive(...) ((void)0)
#define weft_define_io_file(...) 0
#define weft_define_io_handle(...) 0
#define weft_record_io_open(...) ((void)0)
#define weft_record_io_close(...) ((void)0)
#define weft_record_io_seek(...) ((void)0)
#define weft_record_io_begin(...) ((void)0)
#define weft_record_io_end(...) ((void)0)
#define weft_record_thread_create(...) 0
#define weft_record_thread_begin(...) ((void)0)
#define weft_record_thread_end(...) ((void)0)
#define weft_record_thread_wait(...) ((void)0)
#define weft_record_before_exec(...) ((void)0)
#define weft_record_after_exec(...) ((void)0)
#define weft_define_marker(...) 0
#define weft_record_marker(...) ((void)0)
#endif

#ifdef __cplusplus
}
#endif

#endif
