/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reference_writer DIRECTORY [SCENARIO…]: writes the archives DIRECTORY/SCENARIO/trace.otf2 with the
 * reference library. Without a scenario all of them. */
#define _POSIX_C_SOURCE 200809L
#include "reference_writer.h"

#include <errno.h>
#include <sys/stat.h>

OTF2_TimeStamp flush_stop_time;
unsigned chunks_per_event_writer;

void check(OTF2_ErrorCode code, const char* file, int line, const char* call) {
  if (code == OTF2_SUCCESS) return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, OTF2_Error_GetDescription(code));
  exit(EXIT_FAILURE);
}

void* must(void* object, const char* file, int line, const char* what) {
  if (object) return object;
  fprintf(stderr, "%s:%d: %s: nothing\n", file, line, what);
  exit(EXIT_FAILURE);
}

static OTF2_FlushType pre_flush(void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data, (void)type, (void)location, (void)caller, (void) final;
  return OTF2_FLUSH;
}

static OTF2_TimeStamp post_flush(void* data, OTF2_FileType type, OTF2_LocationRef location) {
  (void)data, (void)type, (void)location;
  return flush_stop_time;
}

/* The chunks of one buffer, the latest first. */
struct chunk {
  struct chunk* earlier;
  unsigned number;
  char bytes[];
};

static void* allocate(void* data, OTF2_FileType type, OTF2_LocationRef location, void** buffer, uint64_t size) {
  struct chunk *latest = *buffer, *chunk;
  const unsigned number = latest ? latest->number + 1 : 1;
  (void)data, (void)location;
  if (type == OTF2_FILETYPE_EVENTS && chunks_per_event_writer > 0 && number > chunks_per_event_writer) return NULL;
  chunk = MUST(malloc(sizeof *chunk + size));
  chunk->earlier = latest;
  chunk->number = number;
  *buffer = chunk;
  return chunk->bytes;
}

static void free_all(void* data, OTF2_FileType type, OTF2_LocationRef location, void** buffer, bool final) {
  (void)data, (void)type, (void)location, (void) final;
  while (*buffer) {
    struct chunk* chunk = *buffer;
    *buffer = chunk->earlier;
    free(chunk);
  }
}

OTF2_Archive* create_archive(const char* directory, uint64_t event_chunk, uint64_t definition_chunk) {
  static const OTF2_FlushCallbacks flush = {pre_flush, post_flush};
  static const OTF2_MemoryCallbacks memory = {allocate, free_all};
  OTF2_Archive* archive = MUST(OTF2_Archive_Open(directory, "trace", OTF2_FILEMODE_WRITE, event_chunk, definition_chunk,
      OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
  CHECK(OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL));
  CHECK(OTF2_Archive_SetMemoryCallbacks(archive, &memory, NULL));
  CHECK(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  CHECK(OTF2_Archive_SetCreator(archive, "reference_writer"));
  CHECK(OTF2_Archive_OpenEvtFiles(archive));
  CHECK(OTF2_Archive_OpenDefFiles(archive));
  CHECK(OTF2_Archive_OpenSnapFiles(archive));
  return archive;
}

void close_archive(OTF2_Archive* archive) {
  CHECK(OTF2_Archive_CloseEvtFiles(archive));
  CHECK(OTF2_Archive_CloseDefFiles(archive));
  CHECK(OTF2_Archive_CloseSnapFiles(archive));
  CHECK(OTF2_Archive_Close(archive));
}

uint64_t close_events(OTF2_Archive* archive, OTF2_EvtWriter* writer) {
  uint64_t count;
  CHECK(OTF2_EvtWriter_GetNumberOfEvents(writer, &count));
  CHECK(OTF2_Archive_CloseEvtWriter(archive, writer));
  return count;
}

OTF2_StringRef write_string(OTF2_GlobalDefWriter* writer, OTF2_StringRef* next, const char* text) {
  CHECK(OTF2_GlobalDefWriter_WriteString(writer, *next, text));
  return (*next)++;
}

OTF2_StringRef write_small_system(OTF2_GlobalDefWriter* writer, const OTF2_LocationRef* locations,
    const uint64_t* events, size_t count, OTF2_TimeStamp trace_length) {
  OTF2_StringRef next = 0;
  const OTF2_StringRef empty = write_string(writer, &next, "");
  const OTF2_StringRef machine = write_string(writer, &next, "machine");
  const OTF2_StringRef process = write_string(writer, &next, "process");
  CHECK(OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000000000, 0, trace_length, OTF2_UNDEFINED_TIMESTAMP));
  CHECK(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, machine, empty, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  CHECK(OTF2_GlobalDefWriter_WriteLocationGroup(
      writer, 0, process, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
  for (size_t i = 0; i < count; ++i) {
    char name[32];
    snprintf(name, sizeof name, "location %zu", i);
    CHECK(OTF2_GlobalDefWriter_WriteLocation(
        writer, locations[i], write_string(writer, &next, name), OTF2_LOCATION_TYPE_CPU_THREAD, events[i], 0));
  }
  return next;
}

static const struct {
  const char* name;
  scenario* write;
} scenarios[] = {
    {"all", write_all},
    {"sane", write_sane},
    {"chunks", write_chunks},
    {"mapping", write_mapping},
    {"skew", write_skew},
    {"rewind", write_rewind},
    {"empty", write_empty},
    {"nolocations", write_nolocations},
};

static bool wanted(const char* name, int argc, char** argv) {
  for (int i = 2; i < argc; ++i)
    if (strcmp(argv[i], name) == 0) return true;
  return argc == 2;
}

int main(int argc, char** argv) {
  int written = 0;
  if (argc < 2) {
    fputs("usage: reference_writer DIRECTORY [SCENARIO...]\n", stderr);
    return 2;
  }
  for (size_t i = 0; i < COUNT_OF(scenarios); ++i) {
    char directory[4096];
    if (!wanted(scenarios[i].name, argc, argv)) continue;
    snprintf(directory, sizeof directory, "%s/%s", argv[1], scenarios[i].name);
    if (mkdir(directory, 0777) != 0) {
      fprintf(stderr, "reference_writer: %s: %s\n", directory, strerror(errno));
      return EXIT_FAILURE;
    }
    scenarios[i].write(directory);
    ++written;
  }
  if (written < argc - 2) {
    fputs("reference_writer: there is no scenario of that name\n", stderr);
    return 2;
  }
  return EXIT_SUCCESS;
}
