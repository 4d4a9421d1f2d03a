/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scenario `chunks`: files of many chunks of the smallest size. Event writers get three chunks of memory, so
 * they flush in the middle and note it with BufferFlush records; records of all sizes meet the chunk borders,
 * up to the longest string and attribute list that fit. */
#include "reference_writer.h"

/* By the rules of the writer these are the largest that fit into one chunk (the string under an id of two bytes). */
enum { longest_string = 262111, longest_attribute_list = 17472 };

enum { regions = 5000 };

static OTF2_AttributeList* attributes;

static OTF2_TimeStamp at(OTF2_TimeStamp time) {
  flush_stop_time = time + 25;
  return time;
}

/* The plainest of traces: regions of changing ids, a few steps apart. */
static void write_enter_leave(OTF2_EvtWriter* writer) {
  for (unsigned i = 0; i < 100000; ++i) {
    CHECK(OTF2_EvtWriter_Enter(writer, NULL, at(10 * (OTF2_TimeStamp)i), i % regions));
    CHECK(OTF2_EvtWriter_Leave(writer, NULL, at(10 * (OTF2_TimeStamp)i + 7), i % regions));
  }
}

/* Records from two bytes to some thousand, so that chunks end with every amount of space left. */
static void write_mixed_sizes(OTF2_EvtWriter* writer) {
  static OTF2_Type types[255];
  static OTF2_MetricValue values[255];
  static OTF2_StringRef arguments[700];
  memset(types, OTF2_TYPE_UINT64, sizeof types);
  for (unsigned i = 0; i < 30000; ++i) {
    const OTF2_TimeStamp time = at(33 * (OTF2_TimeStamp)i + 1);
    values[i % 255].unsigned_int = (uint64_t)i * i * i * i;
    for (unsigned k = 0; k < i % 23; ++k) CHECK(OTF2_AttributeList_AddUint64(attributes, k, (uint64_t)i << k));
    CHECK(OTF2_EvtWriter_Metric(writer, attributes, time, 0, (uint8_t)(i % 60), types, values));
    CHECK(OTF2_EvtWriter_MpiCollectiveBegin(writer, NULL, time));
    if (i % 50 == 0) CHECK(OTF2_EvtWriter_ProgramBegin(writer, NULL, time, 0, i % COUNT_OF(arguments), arguments));
  }
}

/* Nothing but equal times: the only timestamps are those at the beginning of chunks. */
static void write_standstill(OTF2_EvtWriter* writer) {
  for (unsigned i = 0; i < 200000; ++i) CHECK(OTF2_EvtWriter_MpiRequestTest(writer, NULL, at(500000), i));
}

static void write_longest_list(OTF2_EvtWriter* writer) {
  CHECK(OTF2_EvtWriter_Enter(writer, NULL, 0, 0));
  for (unsigned i = 0; i < longest_attribute_list; ++i) CHECK(OTF2_AttributeList_AddUint32(attributes, i, i));
  CHECK(OTF2_EvtWriter_Leave(writer, attributes, 1, 0));
  CHECK(OTF2_EvtWriter_Enter(writer, NULL, 2, 1));
}

static void write_snapshots(OTF2_Archive* archive, OTF2_LocationRef location, unsigned depth) {
  OTF2_SnapWriter* writer = MUST(OTF2_Archive_GetSnapWriter(archive, location));
  for (OTF2_TimeStamp time = 1000; time <= 10000; time += 1000) {
    CHECK(OTF2_SnapWriter_SnapshotStart(writer, NULL, time, depth));
    for (unsigned i = 0; i < depth; ++i) CHECK(OTF2_SnapWriter_Enter(writer, NULL, time, i, i % regions));
    CHECK(OTF2_SnapWriter_SnapshotEnd(writer, NULL, time, 1));
  }
  CHECK(OTF2_Archive_CloseSnapWriter(archive, writer));
}

static void write_local_definitions(OTF2_Archive* archive, OTF2_LocationRef location, unsigned count) {
  OTF2_DefWriter* writer = MUST(OTF2_Archive_GetDefWriter(archive, location));
  for (unsigned i = 0; i < count; ++i) {
    char text[64];
    snprintf(text, sizeof text, "local text number %u", i);
    CHECK(OTF2_DefWriter_WriteString(writer, i, text));
  }
  CHECK(OTF2_Archive_CloseDefWriter(archive, writer));
}

static void write_markers(OTF2_Archive* archive) {
  OTF2_MarkerWriter* writer = MUST(OTF2_Archive_GetMarkerWriter(archive));
  CHECK(OTF2_MarkerWriter_WriteDefMarker(writer, 0, "group", "category", OTF2_SEVERITY_LOW));
  for (unsigned i = 0; i < 10000; ++i)
    CHECK(OTF2_MarkerWriter_WriteMarker(
        writer, 10 * i, i, 0, OTF2_MARKER_SCOPE_LOCATION, i % 4, "somewhere over the chunks"));
  CHECK(OTF2_Archive_CloseMarkerWriter(archive, writer));
}

static void write_definitions(
    OTF2_GlobalDefWriter* writer, const OTF2_LocationRef* locations, const uint64_t* events, size_t count) {
  static char text[longest_string + 1];
  static uint64_t members[20000];
  OTF2_StringRef next = write_small_system(writer, locations, events, count, 1000100);
  const OTF2_StringRef first_name = next;
  const OTF2_MetricMemberRef member = 0;
  memset(text, 'w', longest_string);
  for (unsigned i = 0; i < regions; ++i) {
    char name[32];
    snprintf(name, sizeof name, "region %u", i);
    write_string(writer, &next, name);
  }
  for (unsigned i = 0; i < regions; ++i)
    CHECK(OTF2_GlobalDefWriter_WriteRegion(writer, i, first_name + i, first_name + i, first_name,
        OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, first_name, i, i));
  write_string(writer, &next, text);
  for (unsigned i = 0; i < longest_attribute_list; ++i)
    CHECK(OTF2_GlobalDefWriter_WriteAttribute(writer, i, first_name, first_name, OTF2_TYPE_UINT32));
  for (unsigned i = 0; i < COUNT_OF(members); ++i) members[i] = i % regions;
  CHECK(OTF2_GlobalDefWriter_WriteGroup(writer, 0, first_name, OTF2_GROUP_TYPE_REGIONS, OTF2_PARADIGM_UNKNOWN,
      OTF2_GROUP_FLAG_NONE, COUNT_OF(members), members));
  CHECK(OTF2_GlobalDefWriter_WriteMetricMember(writer, 0, first_name, first_name, OTF2_METRIC_TYPE_USER,
      OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, first_name));
  CHECK(OTF2_GlobalDefWriter_WriteMetricClass(writer, 0, 1, &member, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_CPU));
}

void write_chunks(const char* directory) {
  static void (*const write_events[])(OTF2_EvtWriter*) = {
      write_enter_leave, write_mixed_sizes, write_standstill, write_longest_list};
  static const OTF2_LocationRef locations[] = {0, 1, 2, 3};
  uint64_t events[COUNT_OF(locations)];
  OTF2_Archive* archive = create_archive(directory, smallest_chunk, smallest_chunk);
  attributes = MUST(OTF2_AttributeList_New());
  chunks_per_event_writer = 3;
  CHECK(OTF2_Archive_SetNumberOfSnapshots(archive, 10));
  for (size_t i = 0; i < COUNT_OF(locations); ++i) {
    OTF2_EvtWriter* writer = MUST(OTF2_Archive_GetEvtWriter(archive, locations[i]));
    write_events[i](writer);
    events[i] = close_events(archive, writer);
    write_snapshots(archive, locations[i], i == 0 ? 5000 : 2);
    write_local_definitions(archive, locations[i], i == 1 ? 20000 : 1);
  }
  write_definitions(MUST(OTF2_Archive_GetGlobalDefWriter(archive)), locations, events, COUNT_OF(locations));
  write_markers(archive);
  chunks_per_event_writer = 0;
  CHECK(OTF2_AttributeList_Delete(attributes));
  close_archive(archive);
}
