/* SPDX-License-Identifier: BSD-3-Clause */
/* Several threads record into one archive, or read from one, at the same time.

   usage: threads record DIRECTORY LOCKS
          threads read ANCHOR LOCKS

   LOCKS is `theirs`, callbacks that the library locks with; `ours`, one lock of the program around every function of
   the archive; or `none`, which the interface does not promise. What is recorded, and what is told of reading, does not
   depend on who comes first. */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <otf2/OTF2_Pthread_Locks.h>
#include <otf2/otf2.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 12000, PORTION = 1000, CHUNK = 256 * 1024, CHUNKS_HELD = 2, TIMES = 24 };

typedef struct Worker {
  pthread_t thread;
  OTF2_LocationRef location;
  OTF2_Archive* archive;
  OTF2_Reader* reader;
  char* chunks[CHUNKS_HELD]; /* memory is short: there are flushes */
  unsigned chunks_taken;
  uint64_t digest;
} Worker;

static Worker workers[THREADS];
static pthread_barrier_t start;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char* locks;

static void require(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "threads: %s\n", what);
  exit(EXIT_FAILURE);
}
#define MUST(call) require((call) == OTF2_SUCCESS, #call)

static int locks_are(const char* name) { return strcmp(locks, name) == 0; }

static void take_turn(void) {
  if (locks_are("ours")) pthread_mutex_lock(&mutex);
}
static void end_turn(void) {
  if (locks_are("ours")) pthread_mutex_unlock(&mutex);
}
/* A call to a function of the archive. */
#define IN_TURN(call) (take_turn(), (call), end_turn())

static OTF2_ErrorCode keep_quiet(void* data, const char* file, uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
  return code;
}

/* All begin together, so that they meet. */
static void run_workers(void* (*work)(void*)) {
  require(pthread_barrier_init(&start, NULL, THREADS) == 0, "pthread_barrier_init");
  for (unsigned i = 0; i < THREADS; ++i)
    require(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0, "pthread_create");
  for (unsigned i = 0; i < THREADS; ++i) require(pthread_join(workers[i].thread, NULL) == 0, "pthread_join");
  pthread_barrier_destroy(&start);
}

/* --- recording ---------------------------------------------------------------------------------------------------- */

static OTF2_FlushType pre_flush(
    void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool is_final) {
  (void)data, (void)type, (void)location, (void)caller, (void)is_final;
  return OTF2_FLUSH;
}
static OTF2_TimeStamp post_flush(void* data, OTF2_FileType type, OTF2_LocationRef location) {
  (void)data, (void)type, (void)location;
  return 77;
}
static const OTF2_FlushCallbacks flush_callbacks = {pre_flush, post_flush};

static int is_scarce(OTF2_FileType type, OTF2_LocationRef location) {
  return type == OTF2_FILETYPE_EVENTS && location < THREADS;
}
static void* allocate(void* data, OTF2_FileType type, OTF2_LocationRef location, void** per_buffer, uint64_t bytes) {
  (void)data;
  if (is_scarce(type, location)) {
    Worker* worker = &workers[location];
    return worker->chunks_taken < CHUNKS_HELD ? worker->chunks[worker->chunks_taken++] : NULL;
  }
  if (*per_buffer) return NULL;
  return *per_buffer = malloc(bytes);
}
static void free_all(void* data, OTF2_FileType type, OTF2_LocationRef location, void** per_buffer, bool is_final) {
  (void)data, (void)is_final;
  if (is_scarce(type, location)) {
    workers[location].chunks_taken = 0;
  } else {
    free(*per_buffer);
    *per_buffer = NULL;
  }
}
static const OTF2_MemoryCallbacks memory_callbacks = {allocate, free_all};

static void write_definitions(Worker* worker) {
  OTF2_DefWriter* writer = NULL;
  const uint64_t regions[] = {100 + worker->location, 200, 300, 400 + worker->location};
  OTF2_IdMap* map = OTF2_IdMap_CreateFromUint64Array(4, regions, false);
  IN_TURN(writer = OTF2_Archive_GetDefWriter(worker->archive, worker->location));
  require(writer != NULL, "OTF2_Archive_GetDefWriter");
  MUST(OTF2_DefWriter_WriteMappingTable(writer, OTF2_MAPPING_REGION, map));
  MUST(OTF2_DefWriter_WriteClockOffset(writer, 1, (int64_t)worker->location, 0.5));
  OTF2_IdMap_Free(map);
  OTF2_ErrorCode closed = OTF2_SUCCESS;
  IN_TURN(closed = OTF2_Archive_CloseDefWriter(worker->archive, writer));
  MUST(closed);
}

static void write_events(Worker* worker) {
  OTF2_EvtWriter* writer = NULL;
  IN_TURN(writer = OTF2_Archive_GetEvtWriter(worker->archive, worker->location));
  require(writer != NULL, "OTF2_Archive_GetEvtWriter");
  OTF2_AttributeList* attributes = OTF2_AttributeList_New();
  const OTF2_Type types[] = {OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE, OTF2_TYPE_INT64};
  for (uint64_t i = 1; i <= ROUNDS; ++i) {
    OTF2_MetricValue values[3] = {{.unsigned_int = i}, {.floating_point = (double)i / 3}, {.signed_int = -(int64_t)i}};
    if (i % 5 == 0) MUST(OTF2_AttributeList_AddUint64(attributes, 0, i));
    MUST(OTF2_EvtWriter_Enter(writer, attributes, 10 * i, (OTF2_RegionRef)(i % 4)));
    MUST(OTF2_EvtWriter_Metric(writer, NULL, 10 * i + 1, 0, 3, types, values));
    MUST(OTF2_EvtWriter_Leave(writer, NULL, 10 * i + 9, (OTF2_RegionRef)(i % 4)));
    if (i % PORTION == 0) require(OTF2_EvtWriter_Leave(writer, NULL, 0, 0) != OTF2_SUCCESS, "time went back");
  }
  OTF2_AttributeList_Delete(attributes);
  OTF2_ErrorCode closed = OTF2_SUCCESS;
  IN_TURN(closed = OTF2_Archive_CloseEvtWriter(worker->archive, writer));
  MUST(closed);
}

static void write_global_definitions(Worker* worker) {
  OTF2_GlobalDefWriter* writer = NULL;
  IN_TURN(writer = OTF2_Archive_GetGlobalDefWriter(worker->archive));
  require(writer != NULL, "OTF2_Archive_GetGlobalDefWriter");
  MUST(OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000000, 0, 10 * ROUNDS + 10, OTF2_UNDEFINED_TIMESTAMP));
  MUST(OTF2_GlobalDefWriter_WriteString(writer, 0, ""));
  MUST(OTF2_GlobalDefWriter_WriteAttribute(writer, 0, 0, 0, OTF2_TYPE_UINT64));
  MUST(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  MUST(OTF2_GlobalDefWriter_WriteLocationGroup(
      writer, 0, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
  for (OTF2_LocationRef i = 0; i < THREADS; ++i)
    MUST(OTF2_GlobalDefWriter_WriteLocation(writer, i, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 3 * ROUNDS, 0));
}

static void* record(void* data) {
  Worker* worker = data;
  OTF2_ErrorCode set = OTF2_SUCCESS;
  pthread_barrier_wait(&start);
  IN_TURN(set = OTF2_Archive_SetProperty(worker->archive, "TEST::THREADS", "8", true));
  MUST(set);
  if (worker->location == 0) write_global_definitions(worker);
  if (worker->location % 2) write_definitions(worker);
  write_events(worker);
  if (worker->location % 2 == 0) write_definitions(worker);
  return NULL;
}

static void record_archive(const char* directory) {
  OTF2_Archive* archive = OTF2_Archive_Open(
      directory, "trace", OTF2_FILEMODE_WRITE, CHUNK, CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  require(archive != NULL, "OTF2_Archive_Open");
  MUST(OTF2_Archive_SetFlushCallbacks(archive, &flush_callbacks, NULL));
  MUST(OTF2_Archive_SetMemoryCallbacks(archive, &memory_callbacks, NULL));
  MUST(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  if (locks_are("theirs")) MUST(OTF2_Pthread_Archive_SetLockingCallbacks(archive, NULL));
  for (unsigned i = 0; i < THREADS; ++i) {
    workers[i].archive = archive;
    for (unsigned k = 0; k < CHUNKS_HELD; ++k) require((workers[i].chunks[k] = malloc(CHUNK)) != NULL, "malloc");
  }
  run_workers(record);
  MUST(OTF2_Archive_Close(archive));
  for (unsigned i = 0; i < THREADS; ++i)
    for (unsigned k = 0; k < CHUNKS_HELD; ++k) free(workers[i].chunks[k]);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static OTF2_CallbackCode take(void* data, uint64_t a, uint64_t b, uint64_t c) {
  Worker* worker = data;
  const uint64_t numbers[] = {a, b, c};
  for (unsigned i = 0; i < 3; ++i) worker->digest = (worker->digest ^ numbers[i]) * UINT64_C(0x100000001b3);
  return OTF2_CALLBACK_SUCCESS;
}
static OTF2_CallbackCode take_enter(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  take(data, location, position, OTF2_AttributeList_GetNumberOfElements(attributes));
  return take(data, time, 1, region);
}
static OTF2_CallbackCode take_metric(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, OTF2_MetricRef metric, uint8_t many, const OTF2_Type* types,
    const OTF2_MetricValue* values) {
  (void)attributes, (void)types;
  take(data, location, position, metric);
  for (unsigned i = 0; i < many; ++i) take(data, time, i, values[i].unsigned_int);
  return OTF2_CALLBACK_SUCCESS;
}
static OTF2_CallbackCode take_offset(void* data, OTF2_TimeStamp time, int64_t offset, double deviation) {
  (void)deviation;
  return take(data, time, (uint64_t)offset, 0);
}
static OTF2_CallbackCode take_location(void* data, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type,
    uint64_t events, OTF2_LocationGroupRef group) {
  (void)type, (void)group;
  return take(data, self, name, events);
}

static void read_definitions(Worker* worker) {
  OTF2_DefReader* definitions = NULL;
  OTF2_DefReaderCallbacks* callbacks = OTF2_DefReaderCallbacks_New();
  uint64_t read = 0;
  OTF2_DefReaderCallbacks_SetClockOffsetCallback(callbacks, take_offset);
  IN_TURN(definitions = OTF2_Reader_GetDefReader(worker->reader, worker->location));
  require(definitions != NULL, "OTF2_Reader_GetDefReader");
  MUST(OTF2_DefReader_SetCallbacks(definitions, callbacks, worker));
  OTF2_DefReaderCallbacks_Delete(callbacks);
  MUST(OTF2_DefReader_ReadDefinitions(definitions, OTF2_UNDEFINED_UINT64, &read));
  OTF2_ErrorCode closed = OTF2_SUCCESS;
  IN_TURN(closed = OTF2_Reader_CloseDefReader(worker->reader, definitions));
  MUST(closed);
  take(worker, read, 0, 0);
}

static void read_events(Worker* worker, uint64_t portion) {
  OTF2_EvtReader* events = NULL;
  OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, take_enter);
  OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks, take_metric);
  IN_TURN(events = OTF2_Reader_GetEvtReader(worker->reader, worker->location));
  require(events != NULL, "OTF2_Reader_GetEvtReader");
  MUST(OTF2_EvtReader_SetCallbacks(events, callbacks, worker));
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  for (uint64_t position = 3 * ROUNDS; position > 0; position /= 2) {
    uint64_t read = 0;
    MUST(OTF2_EvtReader_Seek(events, position));
    MUST(OTF2_EvtReader_ReadEvents(events, portion, &read));
    take(worker, position, read, 0);
  }
  OTF2_ErrorCode closed = OTF2_SUCCESS;
  IN_TURN(closed = OTF2_Reader_CloseEvtReader(worker->reader, events));
  MUST(closed);
}

static void read_global_definitions(Worker* worker) {
  OTF2_GlobalDefReader* definitions = NULL;
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  uint64_t read = 0;
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, take_location);
  IN_TURN(definitions = OTF2_Reader_GetGlobalDefReader(worker->reader));
  require(definitions != NULL, "OTF2_Reader_GetGlobalDefReader");
  MUST(OTF2_GlobalDefReader_SetCallbacks(definitions, callbacks, worker));
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  MUST(OTF2_GlobalDefReader_ReadDefinitions(definitions, OTF2_UNDEFINED_UINT64, &read));
  take(worker, read, 0, 0);
}

/* Some look at events before, some after definitions: what one learns the others do not wait for. */
static void* read_part(void* data) {
  Worker* worker = data;
  pthread_barrier_wait(&start);
  if (worker->location == 0) read_global_definitions(worker);
  for (OTF2_LocationRef i = 0; i < worker->location; ++i) read_events(worker, PORTION / 100);
  read_definitions(worker);
  read_events(worker, PORTION);
  return NULL;
}

static void read_archive(const char* anchor) {
  OTF2_Reader* reader = OTF2_Reader_Open(anchor);
  require(reader != NULL, "OTF2_Reader_Open");
  MUST(OTF2_Reader_SetSerialCollectiveCallbacks(reader));
  if (locks_are("theirs")) MUST(OTF2_Pthread_Reader_SetLockingCallbacks(reader, NULL));
  for (unsigned i = 0; i < THREADS; ++i) workers[i].reader = reader;
  run_workers(read_part);
  MUST(OTF2_Reader_Close(reader));
}

/* Several times: threads do not meet in every place each time. */
static void read_archives(const char* anchor) {
  for (unsigned n = 0; n < TIMES; ++n) read_archive(anchor);
  for (unsigned i = 0; i < THREADS; ++i) printf("location %u: %016" PRIx64 "\n", i, workers[i].digest);
}

int main(int argc, char** argv) {
  require(argc == 4, "usage: threads record|read DIRECTORY|ANCHOR theirs|ours|none");
  locks = argv[3];
  OTF2_Error_RegisterCallback(keep_quiet, NULL);
  for (unsigned i = 0; i < THREADS; ++i) workers[i].location = i;
  if (strcmp(argv[1], "record") == 0)
    record_archive(argv[2]);
  else
    read_archives(argv[2]);
  return EXIT_SUCCESS;
}
