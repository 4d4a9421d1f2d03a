/* SPDX-License-Identifier: BSD-3-Clause */
/* Does what the reference library does wrongly or does not survive, and demands what is right. One defect of the list
   in docs/formats/otf2.md by its number:

       defects NUMBER

   or writes the archive that shows the defect of a tool. Archives are written in the current directory. Silence means
   that all went well. */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256 * 1024, CHUNK_HEADER = 18, MANY = 60000 };
#define ANCHOR "archive/trace.otf2"

static void require(int holds, const char* what, int line) {
  if (holds) return;
  fprintf(stderr, "defects.c:%d: %s\n", line, what);
  exit(EXIT_FAILURE);
}
#define REQUIRE(condition) require((condition), #condition, __LINE__)
#define MUST(call) REQUIRE((call) == OTF2_SUCCESS)

static OTF2_ErrorCode keep_quiet(void* data, const char* file, uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
  return code;
}

/* --- archives ----------------------------------------------------------------------------------------------------- */

static OTF2_FlushType pre_flush(
    void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool is_final) {
  (void)data, (void)type, (void)location, (void)caller, (void)is_final;
  return OTF2_FLUSH;
}

static OTF2_Archive* begin_archive(void) {
  static const OTF2_FlushCallbacks flush = {pre_flush, NULL};
  OTF2_Archive* archive = OTF2_Archive_Open(
      "archive", "trace", OTF2_FILEMODE_WRITE, CHUNK, CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  REQUIRE(archive != NULL);
  MUST(OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL));
  MUST(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  return archive;
}

/* One process with one location, 0, and a region, 0, with the name "name". */
static OTF2_GlobalDefWriter* define(OTF2_Archive* archive, uint64_t length) {
  OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(archive);
  MUST(OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000, 0, length, OTF2_UNDEFINED_TIMESTAMP));
  MUST(OTF2_GlobalDefWriter_WriteString(writer, 0, "name"));
  MUST(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  MUST(OTF2_GlobalDefWriter_WriteLocationGroup(
      writer, 0, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
  MUST(OTF2_GlobalDefWriter_WriteLocation(writer, 0, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 3, 0));
  REQUIRE(OTF2_Archive_GetDefWriter(archive, 0) != NULL); /* nothing is local, but the file is expected */
  MUST(OTF2_GlobalDefWriter_WriteRegion(writer, 0, 0, 0, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, 0, 0, 1, 2));
  return writer;
}

static OTF2_Reader* begin_reading(void) {
  OTF2_Reader* reader = OTF2_Reader_Open(ANCHOR);
  REQUIRE(reader != NULL);
  MUST(OTF2_Reader_SetSerialCollectiveCallbacks(reader));
  return reader;
}

/* --- what is told of events ----------------------------------------------------------------------------------------
 */

static struct {
  uint64_t enters, strangers;
  OTF2_TimeStamp time;
  uint64_t position;
  uint32_t attributes;
} told;

static OTF2_CallbackCode enter(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)location, (void)data, (void)region;
  ++told.enters;
  told.time = time;
  told.position = position;
  told.attributes = OTF2_AttributeList_GetNumberOfElements(attributes);
  return OTF2_CALLBACK_SUCCESS;
}
static OTF2_CallbackCode stranger(
    OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data, OTF2_AttributeList* attributes) {
  (void)location, (void)time, (void)position, (void)data, (void)attributes;
  ++told.strangers;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_EvtReader* read_events_of(OTF2_Reader* reader, OTF2_LocationRef location) {
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
  OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
  REQUIRE(events != NULL);
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, enter);
  OTF2_EvtReaderCallbacks_SetUnknownCallback(callbacks, stranger);
  MUST(OTF2_EvtReader_SetCallbacks(events, callbacks, NULL));
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  memset(&told, 0, sizeof told);
  return events;
}

/* All of location 0 is there, and nothing else. */
static void require_enters(uint64_t wanted, OTF2_TimeStamp last) {
  uint64_t read = 0;
  OTF2_Reader* reader = begin_reading();
  OTF2_EvtReader* events = read_events_of(reader, 0);
  MUST(OTF2_EvtReader_ReadEvents(events, OTF2_UNDEFINED_UINT64, &read));
  REQUIRE(read == wanted && told.enters == wanted && told.strangers == 0);
  REQUIRE(told.time == last && told.position == wanted);
  MUST(OTF2_Reader_Close(reader));
}

static void write_enters(OTF2_EvtWriter* events, uint64_t many, OTF2_TimeStamp first, OTF2_TimeStamp stride) {
  for (uint64_t i = 0; i < many; ++i) MUST(OTF2_EvtWriter_Enter(events, NULL, first + i * stride, 0));
}

static long size_of(const char* path) {
  FILE* file = fopen(path, "rb");
  REQUIRE(file != NULL && fseek(file, 0, SEEK_END) == 0);
  const long size = ftell(file);
  fclose(file);
  return size;
}

/* --- the defects ---------------------------------------------------------------------------------------------------
 */

static void thumbnails_can_be_read(void) {
  const uint64_t regions[] = {3, UINT64_C(1) << 40}, samples[][2] = {{1, 2}, {UINT64_MAX, 0}};
  OTF2_Archive* archive = begin_archive();
  OTF2_ThumbWriter* writer = OTF2_Archive_GetThumbWriter(
      archive, "name", "text", OTF2_THUMBNAIL_TYPE_METRIC, 2, 2, regions);
  MUST(OTF2_ThumbWriter_WriteSample(writer, 7, 2, samples[0]));
  MUST(OTF2_ThumbWriter_WriteSample(writer, 8, 2, samples[1]));
  define(archive, 10);
  MUST(OTF2_Archive_Close(archive));

  char *name = NULL, *description = NULL;
  OTF2_ThumbnailType type = 0;
  uint32_t number_of_samples = 0, number_of_metrics = 0;
  uint64_t *refs = NULL, baseline = 0, values[2] = {0, 0};
  OTF2_Reader* reader = begin_reading();
  OTF2_ThumbReader* thumbnail = OTF2_Reader_GetThumbReader(reader, 0);
  REQUIRE(thumbnail != NULL);
  MUST(
      OTF2_ThumbReader_GetHeader(thumbnail, &name, &description, &type, &number_of_samples, &number_of_metrics, &refs));
  REQUIRE(strcmp(name, "name") == 0 && strcmp(description, "text") == 0 && type == OTF2_THUMBNAIL_TYPE_METRIC);
  REQUIRE(number_of_samples == 2 && number_of_metrics == 2 && memcmp(refs, regions, sizeof regions) == 0);
  for (unsigned i = 0; i < 2; ++i) {
    MUST(OTF2_ThumbReader_ReadSample(thumbnail, &baseline, 2, values));
    REQUIRE(baseline == 7 + i && memcmp(values, samples[i], sizeof values) == 0);
  }
  REQUIRE(OTF2_ThumbReader_ReadSample(thumbnail, &baseline, 2, values) != OTF2_SUCCESS);
  MUST(OTF2_Reader_CloseThumbReader(reader, thumbnail));
  free(name), free(description), free(refs);
  MUST(OTF2_Reader_Close(reader));
}

static void events_can_be_read_backwards(void) {
  uint64_t read = 0;
  OTF2_Archive* archive = begin_archive();
  write_enters(OTF2_Archive_GetEvtWriter(archive, 0), MANY, 10, 10);
  MUST(OTF2_Archive_Close(archive));
  OTF2_Reader* reader = begin_reading();
  OTF2_EvtReader* events = read_events_of(reader, 0);
  MUST(OTF2_EvtReader_ReadEvents(events, 3, &read));
  MUST(OTF2_EvtReader_ReadEventsBackward(events, 2, &read));
  REQUIRE(read == 2 && told.position == 2 && told.time == 20);
  MUST(OTF2_EvtReader_ReadEvents(events, OTF2_UNDEFINED_UINT64, &read));
  REQUIRE(read == MANY - 1 && told.position == MANY);
  told.enters = 0;
  MUST(OTF2_EvtReader_ReadEventsBackward(events, OTF2_UNDEFINED_UINT64, &read));
  REQUIRE(read == MANY && told.enters == MANY && told.position == 1 && told.time == 10);
  MUST(OTF2_Reader_Close(reader));
}

/* Bytes of an Enter with a region of so many bytes, without timestamp and with one. */
enum { BARE_ENTER = 2, LARGEST_ENTER = 6, TIMESTAMP = 9 };

static void a_chunk_may_have_one_byte_left(void) {
  const OTF2_RegionRef large = 0x01020304, of_one_byte = 1;
  uint64_t events_written = 1;
  OTF2_Archive* archive = begin_archive();
  OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive, 0);
  int left = CHUNK - CHUNK_HEADER - (LARGEST_ENTER + TIMESTAMP);
  MUST(OTF2_EvtWriter_Enter(events, NULL, 1, large));
  for (left -= LARGEST_ENTER + TIMESTAMP + 1; left % LARGEST_ENTER != 0; left -= BARE_ENTER + 1, ++events_written)
    MUST(OTF2_EvtWriter_Enter(events, NULL, 1, of_one_byte));
  for (; left > 0; left -= LARGEST_ENTER, ++events_written) MUST(OTF2_EvtWriter_Enter(events, NULL, 1, large));
  MUST(OTF2_EvtWriter_Enter(events, NULL, 2, large));
  MUST(OTF2_Archive_CloseEvtWriter(archive, events));
  MUST(OTF2_Archive_Close(archive));
  REQUIRE(size_of("archive/trace/0.evt") >= CHUNK);
  require_enters(events_written + 1, 2);
}

static void what_is_too_large_leaves_nothing(void) {
  enum { TOO_MANY = 17473, BEFORE = 5, AFTER = 7 };
  OTF2_Archive* archive = begin_archive();
  OTF2_AttributeList* attributes = OTF2_AttributeList_New();
  OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive, 0);
  for (OTF2_AttributeRef i = 0; i < TOO_MANY; ++i) MUST(OTF2_AttributeList_AddUint64(attributes, i, UINT64_MAX));
  write_enters(events, BEFORE, 10, 1);
  REQUIRE(OTF2_EvtWriter_Enter(events, attributes, 20, 0) == OTF2_ERROR_INVALID_SIZE_GIVEN);
  write_enters(events, AFTER, 30, 1);
  OTF2_AttributeList_Delete(attributes);

  char* text = malloc(CHUNK + 1);
  memset(text, 'x', CHUNK);
  text[CHUNK] = 0;
  OTF2_DefWriter* definitions = OTF2_Archive_GetDefWriter(archive, 0);
  MUST(OTF2_DefWriter_WriteString(definitions, 0, "name"));
  REQUIRE(OTF2_DefWriter_WriteString(definitions, 1, text) == OTF2_ERROR_INVALID_SIZE_GIVEN);
  free(text);
  MUST(OTF2_Archive_Close(archive));
  require_enters(BEFORE + AFTER, 30 + AFTER - 1);

  uint64_t read = 0;
  OTF2_Reader* reader = begin_reading();
  OTF2_DefReader* local = OTF2_Reader_GetDefReader(reader, 0);
  MUST(OTF2_Reader_ReadAllLocalDefinitions(reader, local, &read));
  REQUIRE(read == 1);
  MUST(OTF2_Reader_Close(reader));
}

static void events_at_time_0_may_fill_chunks(void) {
  OTF2_Archive* archive = begin_archive();
  write_enters(OTF2_Archive_GetEvtWriter(archive, 0), 5 * MANY, 0, 0);
  MUST(OTF2_Archive_Close(archive));
  REQUIRE(size_of("archive/trace/0.evt") > 2 * CHUNK);
  require_enters(5 * MANY, 0);
}

static OTF2_TimeStamp snapshot_time;
static OTF2_CallbackCode snapshot_start(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* attributes, uint64_t records) {
  (void)location, (void)data, (void)attributes, (void)records;
  snapshot_time = time;
  return OTF2_CALLBACK_SUCCESS;
}

static void snapshots_with_attributes_are_found(void) {
  enum { SNAPSHOTS = 9000 };
  bool found = false;
  uint64_t read = 0;
  OTF2_Archive* archive = begin_archive();
  OTF2_AttributeList* attributes = OTF2_AttributeList_New();
  OTF2_SnapWriter* writer = OTF2_Archive_GetSnapWriter(archive, 0);
  for (OTF2_TimeStamp i = 1; i <= SNAPSHOTS; ++i) {
    MUST(OTF2_AttributeList_AddUint64(attributes, 0, i));
    MUST(OTF2_SnapWriter_SnapshotStart(writer, attributes, 10 * i, 1));
    MUST(OTF2_SnapWriter_Enter(writer, NULL, 10 * i, i, 0));
    MUST(OTF2_SnapWriter_SnapshotEnd(writer, NULL, 10 * i, i));
  }
  OTF2_AttributeList_Delete(attributes);
  MUST(OTF2_Archive_Close(archive));
  REQUIRE(size_of("archive/trace/0.snap") > CHUNK);

  OTF2_Reader* reader = begin_reading();
  OTF2_SnapReader* snapshots = OTF2_Reader_GetSnapReader(reader, 0);
  OTF2_SnapReaderCallbacks* callbacks = OTF2_SnapReaderCallbacks_New();
  OTF2_SnapReaderCallbacks_SetSnapshotStartCallback(callbacks, snapshot_start);
  MUST(OTF2_SnapReader_SetCallbacks(snapshots, callbacks, NULL));
  OTF2_SnapReaderCallbacks_Delete(callbacks);
  MUST(OTF2_SnapReader_Seek(snapshots, 9, &found));
  REQUIRE(!found);
  for (OTF2_TimeStamp time = 10; time <= 10 * SNAPSHOTS + 5; time += 77) {
    MUST(OTF2_SnapReader_Seek(snapshots, time, &found));
    REQUIRE(found);
    MUST(OTF2_SnapReader_ReadSnapshots(snapshots, 1, &read));
    REQUIRE(snapshot_time == time / 10 * 10);
  }
  MUST(OTF2_Reader_Close(reader));
}

static void there_is_reading_on_at_the_end(void) {
  uint64_t read = 0;
  OTF2_Archive* archive = begin_archive();
  write_enters(OTF2_Archive_GetEvtWriter(archive, 0), 3, 1, 1);
  MUST(OTF2_SnapWriter_SnapshotStart(OTF2_Archive_GetSnapWriter(archive, 0), NULL, 1, 0));
  MUST(OTF2_DefWriter_WriteString(OTF2_Archive_GetDefWriter(archive, 0), 0, "name"));
  MUST(OTF2_MarkerWriter_WriteDefMarker(OTF2_Archive_GetMarkerWriter(archive), 0, "a", "b", OTF2_SEVERITY_LOW));
  define(archive, 10);
  MUST(OTF2_Archive_Close(archive));

  OTF2_Reader* reader = begin_reading();
  OTF2_EvtReader* events = read_events_of(reader, 0);
  OTF2_SnapReader* snapshots = OTF2_Reader_GetSnapReader(reader, 0);
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, 0);
  OTF2_GlobalDefReader* global = OTF2_Reader_GetGlobalDefReader(reader);
  OTF2_MarkerReader* markers = OTF2_Reader_GetMarkerReader(reader);
  for (int again = 0; again < 3; ++again) {
    MUST(OTF2_Reader_ReadAllLocalEvents(reader, events, &read));
    REQUIRE(read == (again ? 0 : 3) && told.strangers == 0);
    MUST(OTF2_Reader_ReadAllLocalSnapshots(reader, snapshots, &read));
    REQUIRE(read == (again ? 0 : 1));
    MUST(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &read));
    REQUIRE(read == (again ? 0 : 1));
    MUST(OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &read));
    REQUIRE(read == (again ? 0 : 6));
    MUST(OTF2_Reader_ReadAllMarkers(reader, markers, &read));
    REQUIRE(read == (again ? 0 : 1));
  }
  MUST(OTF2_Reader_Close(reader));
}

static void attributes_may_be_mapped_to_one(void) {
  const uint64_t both[] = {5, 5};
  uint64_t read = 0;
  OTF2_Archive* archive = begin_archive();
  OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive, 0);
  OTF2_AttributeList* attributes = OTF2_AttributeList_New();
  MUST(OTF2_AttributeList_AddUint8(attributes, 0, 1));
  MUST(OTF2_AttributeList_AddUint8(attributes, 1, 2));
  MUST(OTF2_EvtWriter_Enter(events, attributes, 1, 0));
  MUST(OTF2_EvtWriter_Enter(events, NULL, 2, 0));
  OTF2_AttributeList_Delete(attributes);
  OTF2_IdMap* map = OTF2_IdMap_CreateFromUint64Array(2, both, false);
  MUST(OTF2_DefWriter_WriteMappingTable(OTF2_Archive_GetDefWriter(archive, 0), OTF2_MAPPING_ATTRIBUTE, map));
  OTF2_IdMap_Free(map);
  MUST(OTF2_Archive_Close(archive));

  OTF2_Reader* reader = begin_reading();
  MUST(OTF2_Reader_ReadAllLocalDefinitions(reader, OTF2_Reader_GetDefReader(reader, 0), &read));
  OTF2_EvtReader* reading = read_events_of(reader, 0);
  MUST(OTF2_EvtReader_ReadEvents(reading, 1, &read));
  REQUIRE(read == 1 && told.enters == 1 && told.attributes >= 1);
  MUST(OTF2_EvtReader_ReadEvents(reading, 5, &read));
  REQUIRE(read == 1 && told.enters == 2);
  MUST(OTF2_Reader_Close(reader));
}

static void a_missing_file_stays_missing(void) {
  uint64_t read = 0;
  OTF2_Archive* archive = begin_archive();
  write_enters(OTF2_Archive_GetEvtWriter(archive, 0), 3, 1, 1);
  MUST(OTF2_Archive_Close(archive));
  OTF2_Reader* reader = begin_reading();
  OTF2_EvtReader* events = read_events_of(reader, 0);
  for (int again = 0; again < 2; ++again) {
    REQUIRE(OTF2_Reader_GetEvtReader(reader, 9) == NULL);
    REQUIRE(OTF2_Reader_GetSnapReader(reader, 9) == NULL);
    REQUIRE(OTF2_Reader_GetDefReader(reader, 9) == NULL);
    REQUIRE(OTF2_Reader_GetMarkerReader(reader) == NULL);
    REQUIRE(OTF2_Reader_GetGlobalEvtReader(reader) == NULL);
  }
  MUST(OTF2_EvtReader_ReadEvents(events, 5, &read));
  REQUIRE(read == 3 && told.enters == 3);
  MUST(OTF2_Reader_CloseEvtReader(reader, events));
  MUST(OTF2_Reader_Close(reader));
}

static void no_snapshot_is_found_where_there_is_none(void) {
  bool found = true;
  uint64_t read = 0;
  OTF2_Archive* archive = begin_archive();
  REQUIRE(OTF2_Archive_GetSnapWriter(archive, 0) != NULL);
  MUST(OTF2_Archive_Close(archive));
  OTF2_Reader* reader = begin_reading();
  OTF2_SnapReader* snapshots = OTF2_Reader_GetSnapReader(reader, 0);
  MUST(OTF2_SnapReader_Seek(snapshots, 5, &found));
  REQUIRE(!found);
  MUST(OTF2_SnapReader_ReadSnapshots(snapshots, 5, &read));
  REQUIRE(read == 0);
  MUST(OTF2_Reader_CloseSnapReader(reader, snapshots));
  MUST(OTF2_Reader_Close(reader));
}

static void nothing_is_rewritten_before_the_first_event(void) {
  uint64_t read = 0;
  OTF2_Archive* archive = begin_archive();
  write_enters(OTF2_Archive_GetEvtWriter(archive, 0), 3, 10, 10);
  MUST(OTF2_Archive_Close(archive));
  OTF2_Reader* reader = begin_reading();
  OTF2_EvtReader* events = read_events_of(reader, 0);
  REQUIRE(OTF2_EvtReader_TimeStampRewrite(events, 99) == OTF2_ERROR_INVALID_CALL);
  MUST(OTF2_EvtReader_ReadEvents(events, 1, &read));
  REQUIRE(told.time == 10);
  MUST(OTF2_Reader_Close(reader));
}

static void a_seek_may_follow_the_end(void) {
  uint64_t read = 0;
  OTF2_Archive* archive = begin_archive();
  write_enters(OTF2_Archive_GetEvtWriter(archive, 0), MANY, 10, 10);
  MUST(OTF2_Archive_Close(archive));
  OTF2_Reader* reader = begin_reading();
  OTF2_EvtReader* events = read_events_of(reader, 0);
  MUST(OTF2_EvtReader_ReadEvents(events, OTF2_UNDEFINED_UINT64, &read));
  for (uint64_t place = 1; place < MANY; place += MANY / 3) {
    MUST(OTF2_EvtReader_Seek(events, place));
    MUST(OTF2_EvtReader_ReadEvents(events, 5, &read));
    REQUIRE(read == 5 && told.position == place + 4 && told.time == 10 * told.position);
  }
  MUST(OTF2_Reader_Close(reader));
}

/* --- archives for the defects of tools ------------------------------------------------------------------------------
 */

/* A parameter right behind an Enter, a length of 4096. */
static void write_for_snapshots(void) {
  OTF2_Archive* archive = begin_archive();
  OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive, 0);
  MUST(OTF2_EvtWriter_Enter(events, NULL, 0, 0));
  MUST(OTF2_EvtWriter_ParameterInt(events, NULL, 5, 0, -7));
  MUST(OTF2_EvtWriter_Leave(events, NULL, 4095, 0));
  OTF2_GlobalDefWriter* writer = define(archive, 4096);
  MUST(OTF2_GlobalDefWriter_WriteParameter(writer, 0, 0, OTF2_PARAMETER_TYPE_INT64));
  MUST(OTF2_Archive_Close(archive));
}

/* Properties of other types than they should have, and fewer bits than are shown. */
static void write_mismatching_properties(void) {
  const OTF2_IoParadigmProperty properties[] = {OTF2_IO_PARADIGM_PROPERTY_VERSION};
  const OTF2_Type types[] = {OTF2_TYPE_UINT8};
  OTF2_AttributeValue value = {.uint64 = UINT64_MAX};
  OTF2_Archive* archive = begin_archive();
  write_enters(OTF2_Archive_GetEvtWriter(archive, 0), 1, 1, 1);
  OTF2_GlobalDefWriter* writer = define(archive, 10);
  MUST(OTF2_GlobalDefWriter_WriteParadigm(writer, OTF2_PARADIGM_MPI, 0, OTF2_PARADIGM_CLASS_PROCESS));
  value.uint16 = 0x1234;
  MUST(OTF2_GlobalDefWriter_WriteParadigmProperty(
      writer, OTF2_PARADIGM_MPI, OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, OTF2_TYPE_UINT16, value));
  value.uint8 = 0x56;
  MUST(OTF2_GlobalDefWriter_WriteIoParadigm(
      writer, 0, 0, 0, OTF2_IO_PARADIGM_CLASS_SERIAL, OTF2_IO_PARADIGM_FLAG_NONE, 1, properties, types, &value));
  MUST(OTF2_Archive_Close(archive));
}

/* Names that nobody defined. */
static void write_without_names(void) {
  const OTF2_StringRef missing = 77;
  OTF2_Archive* archive = begin_archive();
  OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive, 0);
  MUST(OTF2_EvtWriter_CallingContextEnter(events, NULL, 1, 0, 1));
  MUST(OTF2_EvtWriter_IoSeek(events, NULL, 2, 0, 0, OTF2_IO_SEEK_FROM_START, 0));
  OTF2_GlobalDefWriter* writer = define(archive, 10);
  MUST(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 1, missing, missing, 0));
  MUST(OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer, 0, missing, 5));
  MUST(OTF2_GlobalDefWriter_WriteRegion(
      writer, 1, missing, missing, missing, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, 0, missing, 1, 2));
  MUST(OTF2_GlobalDefWriter_WriteCallingContext(writer, 0, 1, 0, OTF2_UNDEFINED_CALLING_CONTEXT));
  MUST(OTF2_GlobalDefWriter_WriteIoRegularFile(writer, 0, missing, 1));
  MUST(OTF2_GlobalDefWriter_WriteIoHandle(writer, 0, missing, 0, 9, 0, OTF2_UNDEFINED_COMM, OTF2_UNDEFINED_IO_HANDLE));
  MUST(OTF2_GlobalDefWriter_WriteIoHandle(
      writer, 1, OTF2_UNDEFINED_STRING, 0, 9, 0, OTF2_UNDEFINED_COMM, OTF2_UNDEFINED_IO_HANDLE));
  MUST(OTF2_Archive_Close(archive));
}

static void write_without_locations(void) {
  OTF2_Archive* archive = begin_archive();
  MUST(OTF2_GlobalDefWriter_WriteString(OTF2_Archive_GetGlobalDefWriter(archive), 0, "name"));
  MUST(OTF2_Archive_Close(archive));
}

int main(int argc, char** argv) {
  static void (*const of_number[])(void) = {
      [1] = thumbnails_can_be_read,
      [2] = events_can_be_read_backwards,
      [3] = a_chunk_may_have_one_byte_left,
      [4] = what_is_too_large_leaves_nothing,
      [5] = events_at_time_0_may_fill_chunks,
      [6] = snapshots_with_attributes_are_found,
      [7] = there_is_reading_on_at_the_end,
      [8] = write_for_snapshots,
      [9] = write_for_snapshots,
      [10] = write_mismatching_properties,
      [11] = write_without_names,
      [12] = attributes_may_be_mapped_to_one,
      [14] = write_without_names,
      [15] = write_without_locations,
      [16] = a_missing_file_stays_missing,
      [17] = no_snapshot_is_found_where_there_is_none,
      [18] = nothing_is_rewritten_before_the_first_event,
      [19] = a_seek_may_follow_the_end,
  };
  const size_t number = argc == 2 ? (size_t)atoi(argv[1]) : 0;
  REQUIRE(number < sizeof of_number / sizeof *of_number && of_number[number]);
  OTF2_Error_RegisterCallback(keep_quiet, NULL);
  of_number[number]();
  return EXIT_SUCCESS;
}
