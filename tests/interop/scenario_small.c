/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The small scenarios: `rewind` (event writers that take back what they wrote), `empty` (locations without
 * events) and `nolocations` (definitions only). */
#include "reference_writer.h"

static void write_work(OTF2_EvtWriter* writer, OTF2_TimeStamp from, unsigned count, OTF2_RegionRef region) {
  for (unsigned i = 0; i < count; ++i) {
    CHECK(OTF2_EvtWriter_Enter(writer, NULL, from + 2 * i, region));
    CHECK(OTF2_EvtWriter_Leave(writer, NULL, from + 2 * i + 1, region));
  }
}

/* Takes back a few events, more than two chunks, and back to an outer point over an inner one. */
static void write_and_rewind(OTF2_EvtWriter* writer) {
  write_work(writer, 10, 100, 0);
  CHECK(OTF2_EvtWriter_StoreRewindPoint(writer, 1));
  write_work(writer, 1000, 10, 1);
  CHECK(OTF2_EvtWriter_Rewind(writer, 1));
  write_work(writer, 500, 100, 2);
  CHECK(OTF2_EvtWriter_StoreRewindPoint(writer, 1));
  write_work(writer, 2000, 30000, 1);
  CHECK(OTF2_EvtWriter_StoreRewindPoint(writer, 2));
  write_work(writer, 100000, 10, 1);
  CHECK(OTF2_EvtWriter_Rewind(writer, 2));
  write_work(writer, 100000, 10, 1);
  CHECK(OTF2_EvtWriter_Rewind(writer, 1));
  CHECK(OTF2_EvtWriter_ClearRewindPoint(writer, 1));
  write_work(writer, 2000, 20000, 3);
  CHECK(OTF2_EvtWriter_StoreRewindPoint(writer, 7));
  write_work(writer, 50000, 10, 1);
  CHECK(OTF2_EvtWriter_Rewind(writer, 7));
  write_work(writer, 42000, 3, 2);
}

/* Every location needs its local definition file, or otf2-print complains. */
static void write_no_local_definitions(OTF2_Archive* archive, OTF2_LocationRef location) {
  CHECK(OTF2_Archive_CloseDefWriter(archive, MUST(OTF2_Archive_GetDefWriter(archive, location))));
}

static void write_regions(OTF2_GlobalDefWriter* writer, OTF2_StringRef next, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    char text[32];
    snprintf(text, sizeof text, "region %u", i);
    const OTF2_StringRef name = write_string(writer, &next, text);
    CHECK(OTF2_GlobalDefWriter_WriteRegion(
        writer, i, name, name, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, 0, 0, 0));
  }
}

void write_rewind(const char* directory) {
  static const OTF2_LocationRef locations[] = {0, 1};
  uint64_t events[COUNT_OF(locations)];
  OTF2_Archive* archive = create_archive(directory, smallest_chunk, smallest_chunk);
  OTF2_GlobalDefWriter* definitions = MUST(OTF2_Archive_GetGlobalDefWriter(archive));
  for (size_t i = 0; i < COUNT_OF(locations); ++i) {
    OTF2_EvtWriter* writer = MUST(OTF2_Archive_GetEvtWriter(archive, locations[i]));
    if (i == 0)
      write_and_rewind(writer);
    else
      write_work(writer, 0, 10, 0);
    events[i] = close_events(archive, writer);
    write_no_local_definitions(archive, locations[i]);
  }
  write_regions(definitions, write_small_system(definitions, locations, events, COUNT_OF(locations), 50000), 4);
  close_archive(archive);
}

void write_empty(const char* directory) {
  static const OTF2_LocationRef locations[] = {3, 2, 1, 0};
  uint64_t events[COUNT_OF(locations)];
  OTF2_Archive* archive = create_archive(directory, smallest_chunk, smallest_chunk);
  OTF2_GlobalDefWriter* definitions = MUST(OTF2_Archive_GetGlobalDefWriter(archive));
  for (size_t i = 0; i < COUNT_OF(locations); ++i) {
    OTF2_EvtWriter* writer = MUST(OTF2_Archive_GetEvtWriter(archive, locations[i]));
    if (locations[i] == 1) write_work(writer, 5, 1, 0);
    events[i] = close_events(archive, writer);
    write_no_local_definitions(archive, locations[i]);
  }
  write_regions(definitions, write_small_system(definitions, locations, events, COUNT_OF(locations), 10), 1);
  close_archive(archive);
}

void write_nolocations(const char* directory) {
  OTF2_Archive* archive = create_archive(
      directory, OTF2_CHUNK_SIZE_EVENTS_DEFAULT, OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT);
  write_small_system(MUST(OTF2_Archive_GetGlobalDefWriter(archive)), NULL, NULL, 0, 0);
  close_archive(archive);
}
