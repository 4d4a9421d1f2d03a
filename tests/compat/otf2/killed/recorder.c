/* SPDX-License-Identifier: BSD-3-Clause */
/* Records with several threads until it is killed, and keeps account of what reached the disk in a file that outlives
   it. Memory is short, so every full chunk is flushed.

   usage: recorder DIRECTORY ACCOUNT MOMENT FLUSHES

   Thread 0 kills the program at its flush number FLUSHES: MOMENT is `before` or `after` the flush, or `later`, some
   events after it. `closed` ends with that flush and kills when all events are closed, `defined` in the middle of the
   global definitions. `never` leaves the killing to somebody else. With `ahead` there is plenty of memory and no flush,
   and the program dies when all threads have filled FLUSHES chunks. ACCOUNT has a number a thread: how many of its
   events are in the file for certain. Event i of a thread is at time 10 * i and says i; see record_one. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <otf2/otf2.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, VALUES = 40, CHUNK = 256 * 1024, LATER = 100 };

typedef struct Worker {
  pthread_t thread;
  OTF2_EvtWriter* writer;
  unsigned number;
  uint64_t events;
  uint64_t flushes;
  char chunk[CHUNK];
  int is_chunk_taken;
} Worker;

static Worker workers[THREADS];
static volatile uint64_t* account;
static const char* moment;
static uint64_t last_flush;

static void require(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "recorder: %s\n", what);
  exit(EXIT_FAILURE);
}

#define MUST(call) require((call) == OTF2_SUCCESS, #call)

static int is_moment(const char* name) { return strcmp(moment, name) == 0; }

static void die(void) { kill(getpid(), SIGKILL); }

static int is_last_flush(const Worker* worker) { return worker->number == 0 && worker->flushes == last_flush; }

static OTF2_FlushType pre_flush(void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data, (void)caller, (void) final;
  if (type != OTF2_FILETYPE_EVENTS || final) return OTF2_FLUSH;
  Worker* worker = &workers[location];
  ++worker->flushes;
  if (is_moment("before") && is_last_flush(worker)) die();
  return OTF2_FLUSH;
}

static OTF2_TimeStamp post_flush(void* data, OTF2_FileType type, OTF2_LocationRef location) {
  (void)data;
  if (type != OTF2_FILETYPE_EVENTS) return 0;
  Worker* worker = &workers[location];
  account[location] = worker->events;
  if (is_moment("after") && is_last_flush(worker)) die();
  const struct timespec pause = {0, 2000000};
  nanosleep(&pause, NULL);
  return 10 * worker->events;
}

/* One chunk a location for events; for everything else, which is little, as much as it likes. */
static void* allocate(void* data, OTF2_FileType type, OTF2_LocationRef location, void** per_buffer, uint64_t bytes) {
  (void)data, (void)per_buffer;
  if (type != OTF2_FILETYPE_EVENTS) return malloc(bytes);
  Worker* worker = &workers[location];
  if (worker->is_chunk_taken) return NULL;
  worker->is_chunk_taken = 1;
  return worker->chunk;
}

static void free_all(void* data, OTF2_FileType type, OTF2_LocationRef location, void** per_buffer, bool final) {
  (void)data, (void)per_buffer, (void) final;
  if (type == OTF2_FILETYPE_EVENTS) workers[location].is_chunk_taken = 0;
}

static const OTF2_FlushCallbacks flush_callbacks = {pre_flush, post_flush};
static const OTF2_MemoryCallbacks memory_callbacks = {allocate, free_all};

/* Large numbers fill chunks, small ones say which event it is. */
static void record_one(Worker* worker) {
  const uint64_t i = worker->events;
  OTF2_Type types[VALUES];
  OTF2_MetricValue values[VALUES];
  switch (i % 3) {
    case 0:
      MUST(OTF2_EvtWriter_Enter(worker->writer, NULL, 10 * i, (OTF2_RegionRef)(i / 3 % 100)));
      break;
    case 1:
      for (int value = 0; value < VALUES; ++value) {
        types[value] = OTF2_TYPE_UINT64;
        values[value].unsigned_int = value == 0 ? i : UINT64_MAX - i;
      }
      MUST(OTF2_EvtWriter_Metric(worker->writer, NULL, 10 * i, 0, VALUES, types, values));
      break;
    default:
      MUST(OTF2_EvtWriter_Leave(worker->writer, NULL, 10 * i, (OTF2_RegionRef)(i / 3 % 100)));
  }
  ++worker->events;
}

/* The middle one of three events is nearly all of their bytes. */
static void fill_chunks(Worker* worker) {
  const uint64_t events_of_chunk = 3 * (CHUNK / (9 * VALUES));
  while (worker->events < (last_flush + 1) * events_of_chunk) {
    record_one(worker);
    if (worker->events > events_of_chunk) account[worker->number] = worker->events - events_of_chunk;
  }
}

static void* work(void* data) {
  Worker* worker = (Worker*)data;
  if (is_moment("ahead")) return fill_chunks(worker), NULL;
  uint64_t more = LATER;
  while (is_moment("never") || worker->flushes < last_flush || --more > 0) record_one(worker);
  if (is_moment("later") && worker->number == 0) die();
  return NULL;
}

static void define(OTF2_Archive* archive) {
  OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(archive);
  require(writer != NULL, "OTF2_Archive_GetGlobalDefWriter");
  MUST(OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000, 0, 1, OTF2_UNDEFINED_TIMESTAMP));
  MUST(OTF2_GlobalDefWriter_WriteString(writer, 0, "half"));
  die();
}

int main(int argc, char** argv) {
  require(argc == 5, "usage: recorder DIRECTORY ACCOUNT MOMENT FLUSHES");
  moment = argv[3];
  last_flush = strtoull(argv[4], NULL, 10);
  const int file = open(argv[2], O_RDWR | O_CREAT | O_TRUNC, 0666);
  require(file >= 0 && ftruncate(file, THREADS * sizeof *account) == 0, "ACCOUNT cannot be written");
  void* memory = mmap(NULL, THREADS * sizeof *account, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  require(memory != MAP_FAILED, "mmap");
  account = (volatile uint64_t*)memory;

  OTF2_Archive* archive = OTF2_Archive_Open(
      argv[1], "trace", OTF2_FILEMODE_WRITE, CHUNK, CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  require(archive != NULL, "OTF2_Archive_Open");
  MUST(OTF2_Archive_SetFlushCallbacks(archive, &flush_callbacks, NULL));
  if (!is_moment("ahead")) MUST(OTF2_Archive_SetMemoryCallbacks(archive, &memory_callbacks, NULL));
  MUST(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  MUST(OTF2_Archive_OpenEvtFiles(archive));
  for (unsigned i = 0; i < THREADS; ++i) {
    workers[i].number = i;
    workers[i].writer = OTF2_Archive_GetEvtWriter(archive, i);
    require(workers[i].writer != NULL, "OTF2_Archive_GetEvtWriter");
  }
  for (unsigned i = 0; i < THREADS; ++i)
    require(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0, "pthread_create");
  for (unsigned i = 0; i < THREADS; ++i) pthread_join(workers[i].thread, NULL);
  if (is_moment("ahead")) die();
  for (unsigned i = 0; i < THREADS; ++i) {
    MUST(OTF2_Archive_CloseEvtWriter(archive, workers[i].writer));
    account[i] = workers[i].events;
  }
  MUST(OTF2_Archive_CloseEvtFiles(archive));
  if (is_moment("closed")) die();
  define(archive);
  return EXIT_FAILURE;
}
