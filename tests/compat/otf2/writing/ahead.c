/* SPDX-License-Identifier: BSD-3-Clause */
/* Records more than a chunk, so that a library may write before it is asked to, and then decides in every way it can:
   flushes, refuses, goes back, flushes and refuses the rest. Leaves the archives. */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

enum { VALUES = 40, SMALL_CHUNK = 256 * 1024, LARGE_CHUNK = 16 * 1024 * 1024, LOCATION = 3 };

static bool is_final_refused;

static OTF2_FlushType pre_flush(void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data, (void)caller;
  if (type != OTF2_FILETYPE_EVENTS) return OTF2_FLUSH;
  printf("location %d, final %d\n", (int)location, final);
  return final && is_final_refused ? OTF2_NO_FLUSH : OTF2_FLUSH;
}
static OTF2_TimeStamp post_flush(void* data, OTF2_FileType type, OTF2_LocationRef location) {
  (void)data, (void)type, (void)location;
  return 5;
}
static const OTF2_FlushCallbacks flush = {pre_flush, post_flush};

static void must(OTF2_ErrorCode code) {
  if (code == OTF2_SUCCESS) return;
  fprintf(stderr, "%s\n", OTF2_Error_GetName(code));
  exit(EXIT_FAILURE);
}

/* Events of `bytes` or little more. */
static void record(OTF2_EvtWriter* writer, uint64_t* time, uint64_t bytes) {
  OTF2_Type types[VALUES];
  OTF2_MetricValue values[VALUES];
  for (uint64_t written = 0; written < bytes; written += 9 * VALUES, ++*time) {
    for (int i = 0; i < VALUES; ++i) {
      types[i] = OTF2_TYPE_UINT64;
      values[i].unsigned_int = UINT64_MAX - *time - (uint64_t)i - 1;
    }
    must(OTF2_EvtWriter_Metric(writer, NULL, *time, 0, VALUES, types, values));
  }
}

static OTF2_EvtWriter* begin(OTF2_Archive** archive, const char* name, uint64_t chunk) {
  printf("%s\n", name);
  *archive = OTF2_Archive_Open(
      name, "trace", OTF2_FILEMODE_WRITE, chunk, SMALL_CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  must(OTF2_Archive_SetFlushCallbacks(*archive, &flush, NULL));
  must(OTF2_Archive_SetSerialCollectiveCallbacks(*archive));
  must(OTF2_Archive_OpenEvtFiles(*archive));
  return OTF2_Archive_GetEvtWriter(*archive, LOCATION);
}

static void end(OTF2_Archive* archive, OTF2_EvtWriter* writer) {
  uint64_t events = 0;
  must(OTF2_EvtWriter_GetNumberOfEvents(writer, &events));
  printf("%llu events\n", (unsigned long long)events);
  must(OTF2_Archive_CloseEvtWriter(archive, writer));
  must(OTF2_Archive_CloseEvtFiles(archive));
  must(OTF2_Archive_Close(archive));
}

static void record_chunks(const char* name, bool is_refused, uint64_t chunk, uint64_t chunks) {
  OTF2_Archive* archive;
  OTF2_EvtWriter* writer = begin(&archive, name, chunk);
  uint64_t time = 1;
  record(writer, &time, chunk * chunks + chunk / 2);
  is_final_refused = is_refused;
  end(archive, writer);
  is_final_refused = false;
}

static void go_back(void) {
  OTF2_Archive* archive;
  OTF2_EvtWriter* writer = begin(&archive, "rewound", SMALL_CHUNK);
  uint64_t time = 1;
  record(writer, &time, SMALL_CHUNK / 2);
  must(OTF2_EvtWriter_StoreRewindPoint(writer, 1));
  const uint64_t first = time;
  record(writer, &time, 3 * SMALL_CHUNK);
  must(OTF2_EvtWriter_StoreRewindPoint(writer, 2));
  const uint64_t second = time;
  record(writer, &time, SMALL_CHUNK / 4);
  must(OTF2_EvtWriter_Rewind(writer, 2));
  time = second + 1;
  record(writer, &time, SMALL_CHUNK);
  must(OTF2_EvtWriter_Rewind(writer, 1));
  time = first + 2;
  record(writer, &time, 2 * SMALL_CHUNK);
  must(OTF2_EvtWriter_Rewind(writer, 1));
  time = first + 3;
  record(writer, &time, SMALL_CHUNK / 8);
  end(archive, writer);
}

int main(void) {
  record_chunks("kept", false, SMALL_CHUNK, 3);
  record_chunks("refused", true, SMALL_CHUNK, 3);
  record_chunks("refused_in_part", true, LARGE_CHUNK, 10);
  go_back();
  return EXIT_SUCCESS;
}
