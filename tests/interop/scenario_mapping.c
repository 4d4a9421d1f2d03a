/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scenario `mapping`: locations that speak their own ids and their own clocks. Each refers to the definitions
 * through local ids (dense tables, sparse tables, a few exceptions, none) and corrects its times with clock
 * offsets (several intervals, a single offset that has no effect, none). `skew` is the odd one out: a clock
 * correction that makes time run backwards within a location. */
#include "reference_writer.h"

/* Definitions per kind; each is used through its local id. */
enum { kinds = 8, spread = 1000 };

static const OTF2_LocationRef locations[] = {4, UINT64_C(1) << 33, 1, 70000};
enum { dense, sparse, exceptions, plain };

#define DEF(record, ...) CHECK(OTF2_GlobalDefWriter_Write##record(writer, __VA_ARGS__))
#define EVT(record, ...) CHECK(OTF2_EvtWriter_##record(writer, NULL, __VA_ARGS__))

/* The id a location uses for its i-th definition of a kind. */
static uint32_t local_id(unsigned where, unsigned i) { return where == sparse ? spread * (i + 1) : i; }

static uint64_t global_id(OTF2_MappingType type, unsigned i) {
  const unsigned turned = (3 * i + type) % kinds;
  return type == OTF2_MAPPING_LOCATION ? locations[turned % COUNT_OF(locations)] : turned;
}

static void write_table(OTF2_DefWriter* writer, OTF2_MappingType type, OTF2_IdMap* map) {
  CHECK(OTF2_DefWriter_WriteMappingTable(writer, type, MUST(map)));
  OTF2_IdMap_Free(map);
}

static void write_full_tables(OTF2_DefWriter* writer, unsigned where) {
  for (OTF2_MappingType type = 0; type < OTF2_MAPPING_MAX; ++type) {
    OTF2_IdMap* map = MUST(OTF2_IdMap_Create(where == dense ? OTF2_ID_MAP_DENSE : OTF2_ID_MAP_SPARSE, kinds));
    for (unsigned i = 0; i < kinds; ++i) CHECK(OTF2_IdMap_AddIdPair(map, local_id(where, i), global_id(type, i)));
    write_table(writer, type, map);
  }
}

/* A table that the library shrinks to its exceptions, one that is shorter than its use, and one that forgets an id. */
static void write_some_tables(OTF2_DefWriter* writer) {
  static const uint32_t regions[kinds] = {0, 1, 7, 3, 4, 5, 6, 2};
  static const uint64_t comms[] = {5};
  static const uint64_t parameters[] = {1, 0, OTF2_UNDEFINED_UINT64};
  write_table(writer, OTF2_MAPPING_REGION, OTF2_IdMap_CreateFromUint32Array(COUNT_OF(regions), regions, true));
  write_table(writer, OTF2_MAPPING_COMM, OTF2_IdMap_CreateFromUint64Array(COUNT_OF(comms), comms, false));
  write_table(
      writer, OTF2_MAPPING_PARAMETER, OTF2_IdMap_CreateFromUint64Array(COUNT_OF(parameters), parameters, false));
}

static const struct offset {
  OTF2_TimeStamp time;
  int64_t offset;
} offsets[COUNT_OF(locations)][6] = {
    [dense] = {{100, 500}, {1000, 510}, {5000, 300}, {20000, 12345}},
    /* The last interval has slope one half: every other time lies exactly between two ticks. */
    [sparse] = {{0, 7}, {3000, 8}, {3001, 8}, {9000, -1000}, {20000, -1000}, {20010, -995}},
    [exceptions] = {{12345, 999999}},
};

static void write_local_definitions(OTF2_Archive* archive, unsigned where) {
  OTF2_DefWriter* writer = MUST(OTF2_Archive_GetDefWriter(archive, locations[where]));
  if (where == dense || where == sparse) write_full_tables(writer, where);
  if (where == exceptions) write_some_tables(writer);
  for (size_t i = 0; i < COUNT_OF(offsets[where]); ++i)
    if (offsets[where][i].offset != 0)
      CHECK(
          OTF2_DefWriter_WriteClockOffset(writer, offsets[where][i].time, offsets[where][i].offset, 0.25 * (double)i));
  CHECK(OTF2_Archive_CloseDefWriter(archive, writer));
}

/* An attribute of each type that is a reference, and numbers that look like one but are not. */
static OTF2_AttributeList* references(OTF2_AttributeList* attributes, unsigned where, unsigned i) {
  for (unsigned k = 0; k < kinds; ++k) {
    const OTF2_Type type = (OTF2_Type)((i + k) % 3 == 2 ? OTF2_TYPE_UINT32 : OTF2_TYPE_STRING + (3 * i + 5 * k) % 15);
    OTF2_AttributeValue value = {0};
    if (type == OTF2_TYPE_LOCATION)
      value.locationRef = local_id(where, (i + k) % kinds);
    else
      value.uint32 = local_id(where, (i + k) % kinds);
    CHECK(OTF2_AttributeList_AddAttribute(attributes, local_id(where, k), type, value));
  }
  return attributes;
}

/* One event for each kind of reference. */
static void write_references(
    OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp t, unsigned where, unsigned i) {
  const uint32_t id = local_id(where, i % kinds), other = local_id(where, (i + 1) % kinds);
  const OTF2_StringRef arguments[] = {id, other, id};
  const OTF2_Type type = OTF2_TYPE_INT64;
  const OTF2_MetricValue value = {.signed_int = -(int64_t)i};
  CHECK(OTF2_EvtWriter_Enter(writer, references(attributes, where, i), t, id));
  EVT(ProgramBegin, t, id, 3, arguments);
  EVT(MpiSend, t, id, id, id, id);
  EVT(MpiCollectiveEnd, t, OTF2_COLLECTIVE_OP_BCAST, other, id, id, id);
  EVT(Metric, t + 1, id, 1, &type, &value);
  EVT(ParameterString, t + 1, id, other);
  EVT(RmaGroupSync, t + 1, OTF2_RMA_SYNC_LEVEL_NONE, id, other);
  EVT(RmaPut, t + 2, id, id, id, id);
  EVT(ThreadTeamBegin, t + 2, id);
  EVT(CallingContextSample, t + 2, id, 1, other);
  EVT(IoDuplicateHandle, t + 3, id, other, OTF2_IO_STATUS_FLAG_NONE);
  EVT(IoDeleteFile, t + 3, 0, id);
  EVT(CommCreate, t + 3, id);
  CHECK(OTF2_EvtWriter_Leave(writer, references(attributes, where, i + 1), t + 4, id));
}

/* From before the first clock offset to behind the last. The flush ends in a later interval than it begins, which
 * moves the correction of the events behind it. */
static uint64_t write_events(OTF2_Archive* archive, OTF2_AttributeList* attributes, unsigned where) {
  OTF2_EvtWriter* writer = MUST(OTF2_Archive_GetEvtWriter(archive, locations[where]));
  EVT(MeasurementOnOff, 0, OTF2_MEASUREMENT_ON);
  for (unsigned i = 0; i < 180; ++i) write_references(writer, attributes, 5 * i, where, i);
  EVT(BufferFlush, 900, 1500);
  for (unsigned i = 0; i < 800; ++i) write_references(writer, attributes, 910 + 25 * i, where, i);
  for (unsigned i = 0; i < 40; ++i) EVT(Enter, 20990 + i, OTF2_UNDEFINED_REGION);
  EVT(MeasurementOnOff, 40001, OTF2_MEASUREMENT_OFF);
  return close_events(archive, writer);
}

static void define_kinds(OTF2_GlobalDefWriter* writer) {
  const uint64_t ranks[] = {0, 1, 2, 3};
  const OTF2_MetricMemberRef member = 0;
  DEF(IoParadigm, 0, 0, 0, OTF2_IO_PARADIGM_CLASS_SERIAL, OTF2_IO_PARADIGM_FLAG_NONE, 0, NULL, NULL, NULL);
  DEF(MetricMember, 0, 1, 1, OTF2_METRIC_TYPE_USER, OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_INT64, OTF2_BASE_BINARY, 0,
      1);
  for (unsigned i = 0; i < kinds; ++i) {
    const OTF2_StringRef name = i;
    if (i > 0) DEF(LocationGroup, i, name, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
    DEF(Attribute, i, name, name, OTF2_TYPE_UINT32);
    DEF(Region, i, name, name, name, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, name, i, i);
    if (i == 0)
      DEF(Group, i, name, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, COUNT_OF(locations),
          locations);
    else
      DEF(Group, i, name, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 1 + i % 4, ranks);
    DEF(MetricClass, i, 1, &member, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_CPU);
    DEF(Parameter, i, name, OTF2_PARAMETER_TYPE_STRING);
    DEF(SourceCodeLocation, i, name, i);
    DEF(CallingContext, i, i, i, OTF2_UNDEFINED_CALLING_CONTEXT);
    DEF(InterruptGenerator, i, name, OTF2_INTERRUPT_GENERATOR_MODE_COUNT, OTF2_BASE_BINARY, 0, i);
    DEF(IoRegularFile, i, name, 0);
    DEF(IoHandle, i, name, i, 0, OTF2_IO_HANDLE_FLAG_NONE, OTF2_UNDEFINED_COMM, OTF2_UNDEFINED_IO_HANDLE);
  }
  for (unsigned i = 0; i < kinds; ++i) {
    DEF(Comm, i, i, 1 + i % (kinds - 1), OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    DEF(RmaWin, i, i, i, OTF2_RMA_WIN_FLAG_NONE);
  }
}

void write_mapping(const char* directory) {
  uint64_t events[COUNT_OF(locations)];
  OTF2_Archive* archive = create_archive(directory, smallest_chunk, smallest_chunk);
  OTF2_GlobalDefWriter* writer = MUST(OTF2_Archive_GetGlobalDefWriter(archive));
  OTF2_AttributeList* attributes = MUST(OTF2_AttributeList_New());
  OTF2_StringRef next;
  for (unsigned i = 0; i < COUNT_OF(locations); ++i) {
    write_local_definitions(archive, i);
    events[i] = write_events(archive, attributes, i);
  }
  next = write_small_system(writer, locations, events, COUNT_OF(locations), 100000);
  while (next < kinds) write_string(writer, &next, "spare text");
  define_kinds(writer);
  CHECK(OTF2_AttributeList_Delete(attributes));
  close_archive(archive);
}

/* The first location's clock is corrected backwards while the second goes on; merged they cross. */
void write_skew(const char* directory) {
  static const OTF2_LocationRef pair[] = {0, 1};
  uint64_t events[COUNT_OF(pair)];
  OTF2_Archive* archive = create_archive(directory, smallest_chunk, smallest_chunk);
  for (unsigned i = 0; i < COUNT_OF(pair); ++i) {
    OTF2_DefWriter* definitions = MUST(OTF2_Archive_GetDefWriter(archive, pair[i]));
    OTF2_EvtWriter* writer = MUST(OTF2_Archive_GetEvtWriter(archive, pair[i]));
    if (i == 0) {
      CHECK(OTF2_DefWriter_WriteClockOffset(definitions, 0, 5000, 0));
      CHECK(OTF2_DefWriter_WriteClockOffset(definitions, 1000, 2000, 0));
    }
    for (unsigned t = 0; t < 1500; ++t) EVT(Enter, 3 * t, t);
    CHECK(OTF2_Archive_CloseDefWriter(archive, definitions));
    events[i] = close_events(archive, writer);
  }
  write_small_system(MUST(OTF2_Archive_GetGlobalDefWriter(archive)), pair, events, COUNT_OF(pair), 10000);
  close_archive(archive);
}
