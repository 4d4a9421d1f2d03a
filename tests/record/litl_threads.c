/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads that record with liblitl in every way at once, for the thread sanitizer.

     litl_threads SCENARIO TRACE THREADS EVENTS

   Each thread records events with two parameters: its number, and 0, 1, 2, ... */
#include <litl_timer.h>
#include <litl_write.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child waits for ever if, as it was made, some thread was within the allocator of this sanitizer. */
#ifdef __SANITIZE_THREAD__
enum { IS_SEEN_BY_THREAD = 1 };
#else
enum { IS_SEEN_BY_THREAD = 0 };
#endif

enum { MOST_THREADS = 256, SMALL_BUFFER = 4096, CODE = 0x100 };

struct worker {
  pthread_t thread;
  litl_write_trace_t* traces[2]; /* the second may be missing */
  uint64_t number;
  uint64_t events;
};

static pthread_barrier_t all_are_there;

static void record_between(const struct worker* worker, uint64_t first, uint64_t last) {
  for (uint64_t i = first; i < last; ++i)
    for (int t = 0; t < 2; ++t)
      if (worker->traces[t]) litl_write_probe_reg_2(worker->traces[t], CODE, worker->number, i);
}
static void record(const struct worker* worker) { record_between(worker, 0, worker->events); }
static void* work(void* argument) {
  record(argument);
  return NULL;
}
static void* work_together(void* argument) {
  pthread_barrier_wait(&all_are_there);
  return work(argument);
}

/* Half before children are made and half when they are there. */
static void* work_around_forks(void* argument) {
  struct worker* worker = argument;
  record_between(worker, 0, worker->events / 2);
  pthread_barrier_wait(&all_are_there);
  pthread_barrier_wait(&all_are_there);
  record_between(worker, worker->events / 2, worker->events);
  return NULL;
}

static const char* path;
static unsigned threads;
static uint64_t events;
static struct worker workers[MOST_THREADS];

static litl_write_trace_t* begin(const char* ending) {
  char name[4096];
  snprintf(name, sizeof name, "%s%s", path, ending);
  litl_write_trace_t* trace = litl_write_init_trace(SMALL_BUFFER);
  litl_write_set_filename(trace, name);
  litl_write_buffer_flush_on(trace);
  return trace;
}

static void start(unsigned number, void* (*what)(void*), litl_write_trace_t* one, litl_write_trace_t* other) {
  workers[number] = (struct worker){.traces = {one, other}, .number = number, .events = events};
  if (pthread_create(&workers[number].thread, NULL, what, &workers[number]) != 0) abort();
}
static void start_all(litl_write_trace_t* one, litl_write_trace_t* other) {
  pthread_barrier_init(&all_are_there, NULL, threads);
  for (unsigned i = 0; i < threads; ++i) start(i, work_together, one, other);
}
static void join_all(void) {
  for (unsigned i = 0; i < threads; ++i) pthread_join(workers[i].thread, NULL);
}

static void at_once(void) {
  litl_write_trace_t* trace = begin("");
  start_all(trace, NULL);
  join_all();
  litl_write_finalize_trace(trace);
}

/* One comes when another has gone, so that the trace has more threads than fit into its header. */
static void late(void) {
  enum { AT_ONCE = 4 };
  litl_write_trace_t* trace = begin("");
  for (unsigned i = 0; i < threads; ++i) {
    if (i >= AT_ONCE) pthread_join(workers[i - AT_ONCE].thread, NULL);
    start(i, work, trace, NULL);
  }
  for (unsigned i = threads - AT_ONCE; i < threads; ++i) pthread_join(workers[i].thread, NULL);
  litl_write_finalize_trace(trace);
}

static void two_traces(void) {
  litl_write_trace_t *one = begin(""), *other = begin(".other");
  start_all(one, other);
  join_all();
  litl_write_finalize_trace(one);
  litl_write_finalize_trace(other);
}

static void full(void) {
  litl_write_trace_t* trace = begin("");
  litl_write_buffer_flush_off(trace);
  start_all(trace, NULL);
  join_all();
  litl_write_finalize_trace(trace);
}

/* Everything that can be set is, while others record. */
static void settings(void) {
  litl_write_trace_t* trace = begin("");
  start_all(trace, NULL);
  for (int i = 0; i < 200; ++i) {
    litl_write_pause_recording(trace);
    litl_set_timing_method(i % 2 ? litl_get_time_monotonic : litl_get_time_monotonic_raw);
    litl_write_thread_safety_off(trace);
    litl_write_tid_recording_off(trace);
    litl_write_thread_safety_on(trace);
    litl_write_tid_recording_on(trace);
    litl_write_resume_recording(trace);
    litl_write_buffer_flush_on(trace);
  }
  join_all();
  litl_write_finalize_trace(trace);
}

/* Children, while threads of the parent record: what they record in its trace is nowhere, and they have their own. */
static void forks(void) {
  litl_write_trace_t* trace = begin("");
  if (IS_SEEN_BY_THREAD) {
    pthread_barrier_init(&all_are_there, NULL, threads + 1);
    for (unsigned i = 0; i < threads; ++i) start(i, work_around_forks, trace, NULL);
    pthread_barrier_wait(&all_are_there);
  } else {
    start_all(trace, NULL);
  }
  for (int child = 0; child < 3; ++child) {
    if (fork() != 0) continue;
    char ending[16];
    snprintf(ending, sizeof ending, ".child%d", child);
    if (litl_write_probe_reg_0(trace, CODE)) abort();
    litl_write_trace_t* own = begin(ending);
    record(&(struct worker){.traces = {own}, .number = 1000, .events = events});
    litl_write_finalize_trace(own);
    _exit(0);
  }
  if (IS_SEEN_BY_THREAD) pthread_barrier_wait(&all_are_there);
  int status = 0;
  while (wait(&status) > 0)
    if (status != 0) abort();
  join_all();
  litl_write_finalize_trace(trace);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } scenarios[] = {{"at_once", at_once}, {"late", late}, {"two_traces", two_traces}, {"full", full},
      {"settings", settings}, {"forks", forks}};
  if (argc != 5) return 2;
  path = argv[2];
  threads = (unsigned)strtoul(argv[3], NULL, 10);
  events = strtoull(argv[4], NULL, 10);
  for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; ++i)
    if (strcmp(scenarios[i].name, argv[1]) == 0 && threads <= MOST_THREADS) return scenarios[i].run(), 0;
  return 2;
}
