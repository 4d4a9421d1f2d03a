/* SPDX-License-Identifier: BSD-3-Clause */
/* What the programs that write share: opening an archive, a thread that enters and leaves a region, and definitions. */
#ifndef WEFT_TESTS_EXAMPLE_WRITER_H
#define WEFT_TESTS_EXAMPLE_WRITER_H

#include "example.h"

enum { EVENT_CHUNK = 256 * 1024, DEFINITION_CHUNK = 4 * 1024 * 1024 };

/* The clock of the calling thread: it counts, so that two runs write the same. Each program has its own. */
static OTF2_TimeStamp next_time(void);

static inline OTF2_FlushType pre_flush(
    void* user_data, OTF2_FileType type, OTF2_LocationRef location, void* caller_data, bool is_final) {
  (void)user_data, (void)type, (void)location, (void)caller_data, (void)is_final;
  return OTF2_FLUSH;
}

static inline OTF2_TimeStamp post_flush(void* user_data, OTF2_FileType type, OTF2_LocationRef location) {
  (void)user_data, (void)type, (void)location;
  return next_time();
}

static const OTF2_FlushCallbacks flush_callbacks = {pre_flush, post_flush};

/* The callbacks that say who else writes, and how to lock, are the caller's business. */
static inline OTF2_Archive* open_archive(const char* directory) {
  OTF2_Archive* archive = OTF2_Archive_Open(directory, "trace", OTF2_FILEMODE_WRITE, EVENT_CHUNK, DEFINITION_CHUNK,
      OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  require(archive != NULL, "OTF2_Archive_Open");
  MUST(OTF2_Archive_SetFlushCallbacks(archive, &flush_callbacks, NULL));
  return archive;
}

static inline void enter_and_leave(OTF2_Archive* archive, OTF2_LocationRef location, unsigned rounds) {
  OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive, location);
  require(writer != NULL, "OTF2_Archive_GetEvtWriter");
  for (unsigned round = 0; round < rounds; ++round) {
    MUST(OTF2_EvtWriter_Enter(writer, NULL, next_time(), 0));
    MUST(OTF2_EvtWriter_Leave(writer, NULL, next_time(), 0));
  }
  MUST(OTF2_Archive_CloseEvtWriter(archive, writer));
}

/* Every location has a file of definitions, even if there is nothing to define. */
static inline void leave_local_definitions(OTF2_Archive* archive, unsigned locations) {
  MUST(OTF2_Archive_OpenDefFiles(archive));
  for (unsigned location = 0; location < locations; ++location) {
    OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(archive, location);
    require(writer != NULL, "OTF2_Archive_GetDefWriter");
    MUST(OTF2_Archive_CloseDefWriter(archive, writer));
  }
  MUST(OTF2_Archive_CloseDefFiles(archive));
}

/* One process with `locations` threads. */
static inline void define_process(OTF2_Archive* archive, unsigned locations, unsigned rounds) {
  static const char* const texts[] = {
      "", "master process", "main", "main thread", "a function that does little", "example.c", "the node", "node"};
  const OTF2_StringRef known = sizeof texts / sizeof *texts;
  OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(archive);
  require(writer != NULL, "OTF2_Archive_GetGlobalDefWriter");
  MUST(OTF2_GlobalDefWriter_WriteClockProperties(
      writer, 1000000, 0, 2 * (uint64_t)rounds + 1, OTF2_UNDEFINED_TIMESTAMP));
  for (OTF2_StringRef i = 0; i < known; ++i) MUST(OTF2_GlobalDefWriter_WriteString(writer, i, texts[i]));
  MUST(OTF2_GlobalDefWriter_WriteRegion(
      writer, 0, 2, 2, 4, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, 5, 10, 20));
  MUST(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, 6, 7, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  MUST(OTF2_GlobalDefWriter_WriteLocationGroup(
      writer, 0, 1, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
  for (unsigned location = 0; location < locations; ++location) {
    char name[32];
    snprintf(name, sizeof name, "thread %u", location);
    MUST(OTF2_GlobalDefWriter_WriteString(writer, known + location, name));
    MUST(OTF2_GlobalDefWriter_WriteLocation(
        writer, location, known + location, OTF2_LOCATION_TYPE_CPU_THREAD, 2 * (uint64_t)rounds, 0));
  }
}

#endif
