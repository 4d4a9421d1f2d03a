// SPDX-License-Identifier: BSD-3-Clause
// What does one recorded event cost? record_events DIRECTORY KIND THREADS EVENTS: each thread records EVENTS events of
// a kind (a number of parameters, or a clock). EVENT_INTERFACE names the header of the interface that is measured.
//
// After a warm-up (one event in ten) the events come in turns: a stretch of 64 between two readings of the time stamp
// counter, and then 4 events each with a reading after it. The stretches of all threads give the median, the single
// events the 99.9th percentile (with one reading of the counter in each). The readings cost all events together less
// than 1 ns an event.
//
// Prints one line: events, nanoseconds from the first event until the trace is complete in its files, the processor
// time of all threads in that time, bytes of the files, and for one event, in nanoseconds, median and percentile.
#define _GNU_SOURCE
#include <ftw.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <x86intrin.h>

#include EVENT_INTERFACE
#include "outcome.h"

enum { MOST_THREADS = 64, MOST_EVENTS = 1000000 };
// Events of one turn. All numbers are even: regions that are entered are left.
enum { WARM_UP = 8, STRETCH = 64, SINGLES = 4, TURN = WARM_UP + STRETCH + SINGLES };

struct recorder {
  void (*measure)(struct recorder*);
  uint64_t turns;
  uint64_t* stretches;
  uint64_t* singles;
  pthread_t thread;
};

static pthread_barrier_t all_have_begun;
// A thread begins when the one before it has recorded something: Debian's liblitl has races there.
static pthread_barrier_t one_has_begun;

// Inlined into a function for each kind, so that little but the calls is measured.
static inline __attribute__((always_inline)) void measure(struct recorder* recorder, void (*record)(uint64_t)) {
  uint64_t event = 0;
  record(event++);
  pthread_barrier_wait(&one_has_begun);
  pthread_barrier_wait(&all_have_begun);
  while (event < recorder->turns * WARM_UP) record(event++);
  uint64_t* single = recorder->singles;
  for (uint64_t turn = 0; turn < recorder->turns; ++turn) {
    uint64_t before = __rdtsc();
    for (int i = 0; i < STRETCH; ++i) record(event++);
    uint64_t after = __rdtsc();
    recorder->stretches[turn] = after - before;
    for (int i = 0; i < SINGLES; ++i) {
      before = after;
      record(event++);
      after = __rdtsc();
      *single++ = after - before;
    }
  }
}
#define MEASURE(kind) \
  static void measure_##kind(struct recorder* recorder) { measure(recorder, record_##kind); }
EVENT_KINDS(MEASURE)

#define NAMED(kind) {#kind, measure_##kind},
static const struct {
  const char* name;
  void (*measure)(struct recorder*);
} kinds[] = {EVENT_KINDS(NAMED)};

static void* run(void* argument) {
  struct recorder* recorder = argument;
  recorder->measure(recorder);
  return NULL;
}

static void begin_thread(struct recorder* recorder, size_t kind, uint64_t events, uint64_t** samples) {
  recorder->measure = kinds[kind].measure;
  recorder->turns = events / TURN;
  recorder->stretches = samples[0];
  recorder->singles = samples[1];
  samples[0] += recorder->turns;
  samples[1] += recorder->turns * SINGLES;
  if (pthread_create(&recorder->thread, NULL, run, recorder) != 0) exit(1);
  pthread_barrier_wait(&one_has_begun);
}

// Memory that is there before it is measured.
static uint64_t* room_for(uint64_t numbers) {
  uint64_t* room = malloc(numbers * sizeof *room);
  if (!room) exit(1);
  return memset(room, 1, numbers * sizeof *room);
}

static int is_greater(const void* left, const void* right) {
  const uint64_t a = *(const uint64_t*)left, b = *(const uint64_t*)right;
  return (a > b) - (a < b);
}
static double quantile(uint64_t* values, uint64_t count, double share) {
  qsort(values, count, sizeof *values, is_greater);
  return (double)values[(uint64_t)((double)(count - 1) * share)];
}

static uint64_t bytes_on_disk;
static int add_file(const char* path, const struct stat* info, int type, struct FTW* where) {
  (void)path;
  (void)where;
  if (type == FTW_F) bytes_on_disk += (uint64_t)info->st_size;
  return 0;
}

int main(int argc, char** argv) {
  size_t kind = 0;
  while (argc == 5 && kind < sizeof kinds / sizeof *kinds && strcmp(kinds[kind].name, argv[2]) != 0) ++kind;
  const unsigned threads = argc == 5 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
  const uint64_t events = argc == 5 ? strtoull(argv[4], NULL, 10) : 0;
  if (threads < 1 || threads > MOST_THREADS || kind == sizeof kinds / sizeof *kinds || events < TURN ||
      events > MOST_EVENTS) {
    fprintf(stderr, "usage: %s DIRECTORY KIND THREADS EVENTS\n", argv[0]);
    return 2;
  }
  const uint64_t stretches = events / TURN * threads;
  uint64_t* const samples[] = {room_for(stretches), room_for(stretches * SINGLES)};
  uint64_t* free_samples[] = {samples[0], samples[1]};
  struct recorder recorders[MOST_THREADS];
  pthread_barrier_init(&one_has_begun, NULL, 2);
  pthread_barrier_init(&all_have_begun, NULL, threads + 1);

  begin_recording(argv[1]);
  for (unsigned i = 0; i < threads; ++i) begin_thread(&recorders[i], kind, events, free_samples);
  const int64_t start = nanoseconds_now(), processor_start = nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
  const uint64_t start_ticks = __rdtsc();
  pthread_barrier_wait(&all_have_begun);
  for (unsigned i = 0; i < threads; ++i) pthread_join(recorders[i].thread, NULL);
  const uint64_t lost = end_recording();
  const int64_t elapsed = nanoseconds_now() - start, used = nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID) - processor_start;
  const double nanoseconds_per_tick = (double)elapsed / (double)(__rdtsc() - start_ticks);
  if (lost != 0) {
    fprintf(stderr, "%" PRIu64 " events were lost\n", lost);
    return 1;
  }
  nftw(argv[1], add_file, 8, FTW_PHYS);
  printf("%" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 " %.3f %.3f\n", stretches * TURN, elapsed, used, bytes_on_disk,
      quantile(samples[0], stretches, 0.5) * nanoseconds_per_tick / STRETCH,
      quantile(samples[1], stretches * SINGLES, 0.999) * nanoseconds_per_tick);
  return 0;
}
