/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads with OTF2 in good and bad ways and prints every answer and every call of a callback. What is said must not
   depend on the library: no addresses, no texts of errors. The archive it reads it makes itself, in the current
   directory. Left out is what the reference does not survive. */
#include <inttypes.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

#define TELL(call) printf("%s -> %d\n", #call, (int)(call))
#define TELL_COUNT(call) (count = 12345, printf("%s -> %d", #call, (int)(call)), printf(", %" PRIu64 "\n", count))
#define TELL_WHETHER(pointer) printf("%s: %s\n", #pointer, (pointer) ? "yes" : "no")

enum { CHUNK = 256 * 1024, EVENTS = 60000 };

static uint64_t count;
static int quiet; /* callbacks count, but do not print */
static uint64_t calls;
static OTF2_CallbackCode answer = OTF2_CALLBACK_SUCCESS;

static OTF2_ErrorCode keep_quiet(void* data, const char* file, uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
  return code;
}

static OTF2_FlushType pre_flush(void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data, (void)type, (void)location, (void)caller, (void) final;
  return OTF2_FLUSH;
}
static OTF2_FlushCallbacks flush = {pre_flush, NULL};

/* Location 0 has several chunks of events, 1 and 2 a few, 3 has none. Local ids of 1 and 2 are mapped, and the clock of
   2 is late. */
static void write_archive(void) {
  OTF2_Archive* archive = OTF2_Archive_Open(
      "read", "trace", OTF2_FILEMODE_WRITE, CHUNK, CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_SetProperty(archive, "A::YES", "true", false);
  OTF2_Archive_SetProperty(archive, "A::TEXT", "perhaps", false);
  OTF2_AttributeList* attributes = OTF2_AttributeList_New();
  for (OTF2_LocationRef location = 0; location < 4; ++location) {
    OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive, location);
    const int many = location == 0 ? EVENTS : location == 3 ? 0 : 8;
    for (int i = 1; i <= many; ++i) {
      if (i % 3 == 0) OTF2_AttributeList_AddStringRef(attributes, 1, 2);
      OTF2_EvtWriter_Enter(events, attributes, (uint64_t)i * 10, (OTF2_RegionRef)i % 5);
    }
    if (location == 1) {
      OTF2_EvtWriter_ThreadFork(events, NULL, 90, OTF2_PARADIGM_OPENMP, 7);
      OTF2_EvtWriter_ThreadFork(events, NULL, 90, OTF2_PARADIGM_PTHREAD, 8);
      OTF2_EvtWriter_CallingContextEnter(events, NULL, 95, 1, 2);
      OTF2_EvtWriter_CallingContextLeave(events, NULL, 96, 1);
      OTF2_EvtWriter_CallingContextLeave(events, NULL, 97, 77);
      OTF2_EvtWriter_BufferFlush(events, NULL, 98, 99);
    }
    OTF2_DefWriter* definitions = OTF2_Archive_GetDefWriter(archive, location);
    if (location == 1 || location == 2) {
      const uint64_t regions[] = {10, 11, 12, 13, 14};
      OTF2_IdMap* map = OTF2_IdMap_CreateFromUint64Array(5, regions, false);
      OTF2_DefWriter_WriteMappingTable(definitions, OTF2_MAPPING_REGION, map);
      if (location == 2) OTF2_DefWriter_WriteMappingTable(definitions, OTF2_MAPPING_REGION, map);
      OTF2_IdMap_Free(map);
    }
    if (location == 2) {
      OTF2_DefWriter_WriteClockOffset(definitions, 10, 5, 0);
      OTF2_DefWriter_WriteClockOffset(definitions, 50, 15, 0);
      OTF2_DefWriter_WriteClockOffset(definitions, 40, 1, 0);
      OTF2_DefWriter_WriteClockOffset(definitions, 100, 2, 0);
    }
    OTF2_SnapWriter* snapshots = OTF2_Archive_GetSnapWriter(archive, location);
    const uint64_t steps = location == 0 ? 6000 : 3;
    for (uint64_t i = 1; i <= steps; ++i) {
      OTF2_SnapWriter_SnapshotStart(snapshots, NULL, i * 25, 1);
      if (i % 2 == 0) OTF2_AttributeList_AddUint8(attributes, 3, 4);
      OTF2_SnapWriter_Enter(snapshots, attributes, i * 25, i * 20, 2);
      OTF2_SnapWriter_SnapshotEnd(snapshots, NULL, i * 25, i * 2 + 1);
    }
  }
  OTF2_GlobalDefWriter* global = OTF2_Archive_GetGlobalDefWriter(archive);
  OTF2_GlobalDefWriter_WriteString(global, 0, "");
  OTF2_GlobalDefWriter_WriteString(global, 1, "text");
  OTF2_GlobalDefWriter_WriteCallingContext(global, 0, 3, 0, OTF2_UNDEFINED_CALLING_CONTEXT);
  OTF2_GlobalDefWriter_WriteCallingContext(global, 1, 4, 0, 0);
  OTF2_MarkerWriter* markers = OTF2_Archive_GetMarkerWriter(archive);
  OTF2_MarkerWriter_WriteDefMarker(markers, 0, "group", "category", OTF2_SEVERITY_LOW);
  OTF2_MarkerWriter_WriteMarker(markers, 5, 6, 0, OTF2_MARKER_SCOPE_GLOBAL, 0, "text");
  OTF2_AttributeList_Delete(attributes);
  OTF2_Archive_Close(archive);
}

/* --- callbacks -------------------------------------------------------------------------------------------------- */

static void tell_attributes(OTF2_AttributeList* attributes) {
  for (uint32_t i = 0; i < OTF2_AttributeList_GetNumberOfElements(attributes); ++i) {
    OTF2_AttributeRef id = 0;
    OTF2_Type type = 0;
    OTF2_AttributeValue value = {0};
    OTF2_AttributeList_GetAttributeByIndex(attributes, i, &id, &type, &value);
    printf(" attribute %u type %u", id, type);
  }
  printf("\n");
}

static OTF2_CallbackCode local(const char* what, OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
    OTF2_AttributeList* attributes, uint64_t value) {
  ++calls;
  if (quiet) return answer;
  printf("  %s %" PRIu64 " of location %" PRIu64 " at %" PRIu64 ": %" PRIu64, what, position, location, time, value);
  tell_attributes(attributes);
  return answer;
}
static OTF2_CallbackCode local_enter(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)data;
  return local("enter", location, time, position, attributes, region);
}
static OTF2_CallbackCode local_leave(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)data;
  return local("leave", location, time, position, attributes, region);
}
static OTF2_CallbackCode local_fork(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, uint32_t threads) {
  (void)data;
  return local("fork", location, time, position, attributes, threads);
}
static OTF2_CallbackCode local_flush(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, OTF2_TimeStamp stop) {
  (void)data;
  return local("flush", location, time, position, attributes, stop);
}

static OTF2_CallbackCode global_enter(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)data;
  return local("global enter", location, time, 0, attributes, region);
}

static OTF2_CallbackCode snapshot_start(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* attributes, uint64_t records) {
  (void)data;
  return local("snapshot", location, time, 0, attributes, records);
}
static OTF2_CallbackCode snapshot_enter(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
    OTF2_AttributeList* attributes, OTF2_TimeStamp event, OTF2_RegionRef region) {
  (void)data;
  return local("snapshot enter", location, time, event, attributes, region);
}

static OTF2_CallbackCode mapping(void* data, OTF2_MappingType type, const OTF2_IdMap* map) {
  (void)data;
  uint64_t size = 0;
  OTF2_IdMap_GetSize(map, &size);
  printf("  map of type %u with %" PRIu64 "\n", type, size);
  return answer;
}
static OTF2_CallbackCode offset(void* data, OTF2_TimeStamp time, int64_t by, double deviation) {
  (void)data, (void)deviation;
  printf("  offset at %" PRIu64 " of %" PRId64 "\n", time, by);
  return answer;
}
static OTF2_CallbackCode string(void* data, OTF2_StringRef self, const char* text) {
  (void)data;
  printf("  string %u '%s'\n", self, text);
  return answer;
}
static OTF2_CallbackCode marker(void* data, uint64_t time, uint64_t duration, OTF2_MarkerRef self,
    OTF2_MarkerScope scope, uint64_t of, const char* text) {
  (void)data;
  printf(
      "  marker %u at %" PRIu64 " for %" PRIu64 " scope %u %" PRIu64 " '%s'\n", self, time, duration, scope, of, text);
  return answer;
}

static OTF2_EvtReaderCallbacks* local_callbacks(void) {
  OTF2_EvtReaderCallbacks* table = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(table, local_enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(table, local_leave);
  OTF2_EvtReaderCallbacks_SetOmpForkCallback(table, local_fork);
  OTF2_EvtReaderCallbacks_SetBufferFlushCallback(table, local_flush);
  return table;
}

/* --- the ways of reading ---------------------------------------------------------------------------------------- */

static OTF2_Reader* open_reader(void) {
  OTF2_Reader* reader = OTF2_Reader_Open("read/trace.otf2");
  OTF2_Reader_SetSerialCollectiveCallbacks(reader);
  return reader;
}

static void tell_of_opening(void) {
  TELL_WHETHER(OTF2_Reader_Open(NULL));
  TELL_WHETHER(OTF2_Reader_Open("read/nothing.otf2"));
  TELL_WHETHER(OTF2_Reader_Open("read/trace.def"));
  TELL_WHETHER(OTF2_Reader_Open("trace"));
  OTF2_Reader* reader = OTF2_Reader_Open("read/trace.otf2");
  OTF2_Boolean yes = OTF2_TRUE, neither = 5;
  TELL(OTF2_Reader_SetHint(reader, OTF2_HINT_GLOBAL_READER, NULL));
  TELL(OTF2_Reader_SetHint(NULL, OTF2_HINT_GLOBAL_READER, &yes));
  TELL(OTF2_Reader_SetHint(reader, 7, &yes));
  TELL(OTF2_Reader_SetHint(reader, OTF2_HINT_GLOBAL_READER, &neither));
  TELL(OTF2_Reader_SetHint(reader, OTF2_HINT_GLOBAL_READER, &yes));
  TELL(OTF2_Reader_SetHint(reader, OTF2_HINT_GLOBAL_READER, &yes));
  TELL(OTF2_Reader_SetSerialCollectiveCallbacks(reader));
  TELL(OTF2_Reader_SetSerialCollectiveCallbacks(reader));
  TELL(OTF2_Reader_SelectLocation(reader, 1));
  TELL(OTF2_Reader_SelectLocation(NULL, 1));
  TELL(OTF2_Reader_SelectLocation(reader, OTF2_UNDEFINED_LOCATION));
  TELL(OTF2_Reader_OpenEvtFiles(reader));
  TELL(OTF2_Reader_OpenDefFiles(reader));
  TELL(OTF2_Reader_OpenSnapFiles(reader));
  TELL(OTF2_Reader_OpenEvtFiles(NULL));
  bool value = false;
  char* text = NULL;
  char** names = NULL;
  uint32_t number = 0;
  uint64_t large = 0;
  uint8_t version[3] = {0};
  OTF2_FileSubstrate substrate = 0;
  OTF2_Compression compression = 0;
  TELL(OTF2_Reader_GetBoolProperty(reader, "A::YES", &value));
  printf("%d\n", value);
  TELL(OTF2_Reader_GetBoolProperty(reader, "A::TEXT", &value));
  TELL(OTF2_Reader_GetBoolProperty(reader, "A::NOTHING", &value));
  TELL(OTF2_Reader_GetBoolProperty(reader, NULL, &value));
  TELL(OTF2_Reader_GetProperty(reader, "A::TEXT", &text));
  printf("%s\n", text);
  free(text);
  TELL(OTF2_Reader_GetPropertyNames(reader, &number, &names));
  for (uint32_t i = 0; i < number; ++i) printf("%s\n", names[i]);
  free(names);
  TELL(OTF2_Reader_GetPropertyNames(reader, NULL, &names));
  TELL(OTF2_Reader_GetVersion(reader, &version[0], &version[1], &version[2]));
  printf("%u.%u.%u\n", version[0], version[1], version[2]);
  TELL(OTF2_Reader_GetVersion(reader, NULL, NULL, NULL));
  TELL(OTF2_Reader_GetTraceId(reader, &large));
  TELL(OTF2_Reader_GetTraceId(reader, NULL));
  TELL(OTF2_Reader_GetNumberOfLocations(reader, &large));
  TELL(OTF2_Reader_GetNumberOfGlobalDefinitions(reader, &large));
  printf("%" PRIu64 "\n", large);
  TELL(OTF2_Reader_GetNumberOfSnapshots(reader, &number));
  TELL(OTF2_Reader_GetNumberOfThumbnails(reader, &number));
  TELL(OTF2_Reader_GetFileSubstrate(reader, &substrate));
  TELL(OTF2_Reader_GetCompression(reader, &compression));
  printf("%u %u\n", substrate, compression);
  TELL(OTF2_Reader_IsPrimary(reader, &value));
  printf("%d\n", value);
  TELL(OTF2_Reader_IsPrimary(reader, NULL));
  TELL(OTF2_Reader_Close(reader));
  TELL(OTF2_Reader_Close(NULL));
}

static void tell_of_nothing(void) {
  OTF2_Reader* reader = open_reader();
  bool found = false;
  int flag = 0;
  OTF2_LocationRef location = 0;
  TELL(OTF2_DefReader_ReadDefinitions(NULL, 1, &count));
  TELL(OTF2_GlobalDefReader_ReadDefinitions(NULL, 1, &count));
  TELL(OTF2_SnapReader_ReadSnapshots(NULL, 1, &count));
  TELL(OTF2_GlobalSnapReader_ReadSnapshots(NULL, 1, &count));
  TELL(OTF2_MarkerReader_ReadMarkers(NULL, 1, &count));
  TELL(OTF2_EvtReader_ReadEvents(NULL, 1, &count));
  TELL(OTF2_EvtReader_ReadEventsBackward(NULL, 1, &count));
  TELL(OTF2_EvtReader_Seek(NULL, 1));
  TELL(OTF2_EvtReader_GetPos(NULL, &count));
  TELL(OTF2_EvtReader_TimeStampRewrite(NULL, 1));
  TELL(OTF2_EvtReader_ApplyMappingTables(NULL, true));
  TELL(OTF2_EvtReader_ApplyClockOffsets(NULL, true));
  TELL(OTF2_EvtReader_GetLocationID(NULL, &location));
  TELL(OTF2_GlobalEvtReader_ReadEvents(NULL, 1, &count));
  TELL(OTF2_GlobalEvtReader_ReadEvent(NULL));
  TELL(OTF2_GlobalEvtReader_HasEvent(NULL, &flag));
  TELL(OTF2_SnapReader_Seek(NULL, 1, &found));
  TELL(OTF2_DefReader_SetCallbacks(NULL, NULL, NULL));
  TELL(OTF2_GlobalDefReader_SetCallbacks(NULL, NULL, NULL));
  TELL(OTF2_EvtReader_SetCallbacks(NULL, NULL, NULL));
  TELL(OTF2_GlobalEvtReader_SetCallbacks(NULL, NULL, NULL));
  TELL(OTF2_SnapReader_SetCallbacks(NULL, NULL, NULL));
  TELL(OTF2_GlobalSnapReader_SetCallbacks(NULL, NULL, NULL));
  TELL(OTF2_MarkerReader_SetCallbacks(NULL, NULL, NULL));
  TELL(OTF2_DefReader_GetLocationID(NULL, &location));
  TELL(OTF2_SnapReader_GetLocationID(NULL, &location));
  TELL(OTF2_ThumbReader_GetHeader(NULL, NULL, NULL, NULL, NULL, NULL, NULL));
  TELL(OTF2_ThumbReader_ReadSample(NULL, NULL, 0, NULL));
  TELL(OTF2_Reader_ReadAllLocalDefinitions(reader, NULL, &count));
  TELL(OTF2_Reader_ReadAllGlobalDefinitions(reader, NULL, &count));
  TELL(OTF2_Reader_ReadAllLocalEvents(reader, NULL, &count));
  TELL(OTF2_Reader_ReadAllGlobalEvents(reader, NULL, &count));
  TELL(OTF2_Reader_ReadAllLocalSnapshots(reader, NULL, &count));
  TELL(OTF2_Reader_ReadAllGlobalSnapshots(reader, NULL, &count));
  TELL(OTF2_Reader_ReadAllMarkers(reader, NULL, &count));
  TELL(OTF2_Reader_ReadLocalEvents(NULL, NULL, 1, &count));
  TELL(OTF2_Reader_ReadLocalEventsBackward(reader, NULL, 1, &count));
  TELL(OTF2_Reader_ReadAllGlobalEvents(NULL, NULL, &count));
  TELL(OTF2_Reader_HasGlobalEvent(NULL, NULL, &flag));
  TELL(OTF2_Reader_RegisterEvtCallbacks(NULL, NULL, NULL, NULL));
  TELL(OTF2_Reader_RegisterDefCallbacks(reader, NULL, NULL, NULL));
  TELL(OTF2_Reader_RegisterGlobalEvtCallbacks(reader, NULL, NULL, NULL));
  TELL(OTF2_Reader_RegisterMarkerCallbacks(reader, NULL, NULL, NULL));
  TELL(OTF2_Reader_CloseEvtReader(NULL, NULL));
  TELL(OTF2_Reader_CloseEvtReader(reader, NULL));
  TELL(OTF2_Reader_CloseDefReader(reader, NULL));
  TELL(OTF2_Reader_CloseSnapReader(reader, NULL));
  TELL(OTF2_Reader_CloseThumbReader(reader, NULL));
  TELL(OTF2_Reader_CloseMarkerReader(reader, NULL));
  TELL(OTF2_Reader_CloseMarkerWriter(reader, NULL));
  TELL(OTF2_Reader_CloseGlobalEvtReader(reader, NULL));
  TELL(OTF2_Reader_CloseGlobalSnapReader(reader, NULL));
  TELL(OTF2_Reader_CloseGlobalDefReader(reader, NULL));
  TELL_WHETHER(OTF2_Reader_GetEvtReader(NULL, 1));
  TELL_WHETHER(OTF2_Reader_GetEvtReader(reader, OTF2_UNDEFINED_LOCATION));
  TELL_WHETHER(OTF2_Reader_GetDefReader(reader, OTF2_UNDEFINED_LOCATION));
  TELL_WHETHER(OTF2_Reader_GetSnapReader(reader, OTF2_UNDEFINED_LOCATION));
  TELL_WHETHER(OTF2_Reader_GetGlobalEvtReader(reader));
  TELL_WHETHER(OTF2_Reader_GetGlobalSnapReader(reader));
  TELL_WHETHER(OTF2_Reader_GetThumbReader(reader, 0));
  TELL_WHETHER(OTF2_Reader_GetDefReader(reader, 99));
  TELL_WHETHER(OTF2_Reader_GetEvtReader(reader, 1));
  TELL_WHETHER(OTF2_Reader_GetEvtReader(reader, 99));
  TELL_WHETHER(OTF2_Reader_GetGlobalEvtReader(reader));
  TELL(OTF2_Reader_Close(reader));
}

static void tell_of_definitions(void) {
  OTF2_Reader* reader = open_reader();
  OTF2_GlobalDefReader* global = OTF2_Reader_GetGlobalDefReader(reader);
  printf("%d\n", global == OTF2_Reader_GetGlobalDefReader(reader));
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, string);
  TELL(OTF2_Reader_RegisterGlobalDefCallbacks(reader, global, callbacks, NULL));
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  answer = OTF2_CALLBACK_INTERRUPT;
  TELL_COUNT(OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &count));
  answer = OTF2_CALLBACK_SUCCESS;
  TELL_COUNT(OTF2_Reader_ReadGlobalDefinitions(reader, global, 2, &count));
  TELL_COUNT(OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &count));
  TELL(OTF2_Reader_CloseGlobalDefReader(reader, global));

  OTF2_DefReaderCallbacks* table = OTF2_DefReaderCallbacks_New();
  OTF2_DefReaderCallbacks_SetMappingTableCallback(table, mapping);
  OTF2_DefReaderCallbacks_SetClockOffsetCallback(table, offset);
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, 2);
  OTF2_LocationRef location = 0;
  TELL(OTF2_DefReader_GetLocationID(definitions, &location));
  printf("%" PRIu64 "\n", location);
  TELL(OTF2_Reader_RegisterDefCallbacks(reader, definitions, table, NULL));
  TELL_COUNT(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  TELL_COUNT(OTF2_Reader_ReadLocalDefinitions(reader, definitions, 2, &count));
  TELL(OTF2_Reader_CloseDefReader(reader, definitions));
  TELL(OTF2_Reader_CloseDefReader(reader, definitions));
  OTF2_DefReaderCallbacks_Delete(table);

  OTF2_MarkerReader* markers = OTF2_Reader_GetMarkerReader(reader);
  OTF2_MarkerReaderCallbacks* of_markers = OTF2_MarkerReaderCallbacks_New();
  OTF2_MarkerReaderCallbacks_SetMarkerCallback(of_markers, marker);
  TELL(OTF2_Reader_RegisterMarkerCallbacks(reader, markers, of_markers, NULL));
  TELL_COUNT(OTF2_Reader_ReadMarkers(reader, markers, 1, &count));
  TELL_COUNT(OTF2_Reader_ReadAllMarkers(reader, markers, &count));
  TELL(OTF2_Reader_CloseMarkerReader(reader, markers));
  OTF2_MarkerReaderCallbacks_Delete(of_markers);
  TELL(OTF2_Reader_Close(reader));
}

static void tell_position(OTF2_EvtReader* events) { TELL_COUNT(OTF2_EvtReader_GetPos(events, &count)); }

static void tell_of_local_events(void) {
  OTF2_Reader* reader = open_reader();
  OTF2_EvtReaderCallbacks* callbacks = local_callbacks();
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, 1);
  printf("%d\n", events == OTF2_Reader_GetEvtReader(reader, 1));
  TELL(OTF2_EvtReader_SetCallbacks(events, NULL, NULL));
  TELL(OTF2_EvtReader_SetCallbacks(events, callbacks, NULL));
  TELL(OTF2_EvtReader_GetPos(events, NULL));
  TELL(OTF2_EvtReader_ReadEventsBackward(events, 1, &count));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 0, &count));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 3, &count));
  tell_position(events);
  answer = OTF2_CALLBACK_ERROR;
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 3, &count));
  answer = OTF2_CALLBACK_SUCCESS;
  tell_position(events);

  /* Maps work from here on. The calling contexts become known afterwards. */
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, 1);
  TELL_COUNT(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 1, &count));
  TELL(OTF2_EvtReader_ApplyMappingTables(events, false));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 1, &count));
  TELL(OTF2_EvtReader_ApplyMappingTables(events, true));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 5, &count));
  TELL(OTF2_EvtReader_Seek(events, 11));
  tell_position(events);
  OTF2_GlobalDefReader* global = OTF2_Reader_GetGlobalDefReader(reader);
  TELL_COUNT(OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &count));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, OTF2_UNDEFINED_UINT64, &count));
  tell_position(events);
  TELL(OTF2_EvtReader_Seek(events, 0));
  TELL(OTF2_EvtReader_Seek(events, 15));
  TELL(OTF2_EvtReader_Seek(events, 14));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 1, &count));
  TELL(OTF2_EvtReader_Seek(events, 2));
  TELL(OTF2_EvtReader_TimeStampRewrite(events, 99));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 1, &count));
  TELL(OTF2_Reader_CloseEvtReader(reader, events));
  TELL(OTF2_Reader_CloseEvtReader(reader, events));

  /* Many chunks. */
  events = OTF2_Reader_GetEvtReader(reader, 0);
  OTF2_EvtReader_SetCallbacks(events, callbacks, NULL);
  const uint64_t places[] = {EVENTS, 1, EVENTS / 2, 20000, 40001, EVENTS + 1, 2};
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    printf("%" PRIu64 "\n", places[i]);
    TELL(OTF2_EvtReader_Seek(events, places[i]));
    if (places[i] > EVENTS) continue;
    tell_position(events);
    TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 1, &count));
  }
  quiet = 1;
  calls = 0;
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, OTF2_UNDEFINED_UINT64, &count));
  printf("%" PRIu64 " calls\n", calls);
  quiet = 0;
  events = OTF2_Reader_GetEvtReader(reader, 3);
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 5, &count));

  /* With a clock that is late. */
  definitions = OTF2_Reader_GetDefReader(reader, 2);
  TELL_COUNT(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  TELL_COUNT(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  events = OTF2_Reader_GetEvtReader(reader, 2);
  OTF2_EvtReader_SetCallbacks(events, callbacks, NULL);
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 4, &count));
  TELL(OTF2_EvtReader_ApplyClockOffsets(events, false));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 2, &count));
  TELL(OTF2_EvtReader_ApplyClockOffsets(events, true));
  TELL_COUNT(OTF2_EvtReader_ReadEvents(events, 2, &count));
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  TELL(OTF2_Reader_Close(reader));
}

static void tell_of_global_events(void) {
  OTF2_Reader* reader = open_reader();
  OTF2_EvtReader* first = OTF2_Reader_GetEvtReader(reader, 2);
  OTF2_Reader_GetEvtReader(reader, 1);
  OTF2_Reader_GetEvtReader(reader, 3);
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, 2);
  TELL_COUNT(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  TELL_COUNT(OTF2_Reader_ReadLocalEvents(reader, first, 2, &count));
  OTF2_GlobalEvtReader* all = OTF2_Reader_GetGlobalEvtReader(reader);
  printf("%d\n", all == OTF2_Reader_GetGlobalEvtReader(reader));
  OTF2_GlobalEvtReaderCallbacks* callbacks = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, global_enter);
  TELL(OTF2_Reader_RegisterGlobalEvtCallbacks(reader, all, callbacks, NULL));
  int flag = 7;
  TELL(OTF2_Reader_HasGlobalEvent(reader, all, &flag));
  printf("%d\n", flag);
  TELL(OTF2_Reader_ReadGlobalEvent(reader, all));
  TELL_COUNT(OTF2_Reader_ReadGlobalEvents(reader, all, 5, &count));
  tell_position(first);
  answer = OTF2_CALLBACK_INTERRUPT;
  TELL_COUNT(OTF2_Reader_ReadAllGlobalEvents(reader, all, &count));
  answer = OTF2_CALLBACK_SUCCESS;
  TELL_COUNT(OTF2_Reader_ReadAllGlobalEvents(reader, all, &count));
  TELL(OTF2_Reader_HasGlobalEvent(reader, all, &flag));
  printf("%d\n", flag);
  TELL_COUNT(OTF2_Reader_ReadGlobalEvents(reader, all, 5, &count));
  TELL(OTF2_Reader_ReadGlobalEvent(reader, all));
  TELL(OTF2_Reader_CloseGlobalEvtReader(reader, all));
  TELL_WHETHER(OTF2_Reader_GetGlobalEvtReader(reader));
  OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
  TELL(OTF2_Reader_CloseEvtFiles(reader));
  TELL(OTF2_Reader_Close(reader));
}

static void tell_of_snapshots(void) {
  OTF2_Reader* reader = open_reader();
  OTF2_SnapReaderCallbacks* callbacks = OTF2_SnapReaderCallbacks_New();
  OTF2_SnapReaderCallbacks_SetSnapshotStartCallback(callbacks, snapshot_start);
  OTF2_SnapReaderCallbacks_SetEnterCallback(callbacks, snapshot_enter);
  OTF2_SnapReader* snapshots = OTF2_Reader_GetSnapReader(reader, 0);
  OTF2_SnapReader_SetCallbacks(snapshots, callbacks, NULL);
  TELL_COUNT(OTF2_SnapReader_ReadSnapshots(snapshots, 4, &count));
  bool found = true;
  TELL(OTF2_SnapReader_Seek(snapshots, 1, NULL));
  const uint64_t times[] = {1, 24, 25, 26, 50, 5000, 74999, 75000, 149999, 150000, 1000000, 60};
  for (size_t i = 0; i < sizeof times / sizeof *times; ++i) {
    printf("%" PRIu64 "\n", times[i]);
    TELL(OTF2_SnapReader_Seek(snapshots, times[i], &found));
    printf("%d\n", found);
    if (found) TELL_COUNT(OTF2_SnapReader_ReadSnapshots(snapshots, 2, &count));
  }
  OTF2_SnapReaderCallbacks_Delete(callbacks);
  TELL(OTF2_Reader_CloseSnapReader(reader, snapshots));

  OTF2_Reader_GetSnapReader(reader, 2);
  OTF2_Reader_GetSnapReader(reader, 1);
  OTF2_GlobalSnapReader* all = OTF2_Reader_GetGlobalSnapReader(reader);
  OTF2_GlobalSnapReaderCallbacks* of_all = OTF2_GlobalSnapReaderCallbacks_New();
  OTF2_GlobalSnapReaderCallbacks_SetSnapshotStartCallback(of_all, snapshot_start);
  OTF2_GlobalSnapReaderCallbacks_SetEnterCallback(of_all, snapshot_enter);
  TELL(OTF2_Reader_RegisterGlobalSnapCallbacks(reader, all, of_all, NULL));
  TELL_COUNT(OTF2_Reader_ReadGlobalSnapshots(reader, all, 7, &count));
  TELL_COUNT(OTF2_Reader_ReadAllGlobalSnapshots(reader, all, &count));
  TELL_COUNT(OTF2_Reader_ReadAllGlobalSnapshots(reader, all, &count));
  OTF2_GlobalSnapReaderCallbacks_Delete(of_all);
  TELL(OTF2_Reader_CloseGlobalSnapReader(reader, all));
  TELL_WHETHER(OTF2_Reader_GetGlobalSnapReader(reader));
  TELL(OTF2_Reader_Close(reader));
}

static void tell_of_modes(void) {
  OTF2_Archive* archive = OTF2_Archive_Open(
      "read", "trace", OTF2_FILEMODE_READ, 0, 0, OTF2_SUBSTRATE_NONE, OTF2_COMPRESSION_ZLIB);
  TELL_WHETHER(archive);
  TELL_WHETHER(OTF2_Archive_GetEvtWriter(archive, 1));
  TELL_WHETHER(OTF2_Archive_GetGlobalDefWriter(archive));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  TELL(OTF2_Archive_SetProperty(archive, "A::B", "c", true));
  TELL(OTF2_Archive_SetNumberOfSnapshots(archive, 2));
  TELL(OTF2_Archive_SwitchFileMode(NULL, OTF2_FILEMODE_WRITE));
  TELL(OTF2_Archive_SwitchFileMode(archive, OTF2_FILEMODE_READ));
  TELL(OTF2_Archive_SwitchFileMode(archive, OTF2_FILEMODE_MODIFY));
  TELL(OTF2_Archive_SwitchFileMode(archive, OTF2_FILEMODE_WRITE));
  TELL(OTF2_Archive_SwitchFileMode(archive, OTF2_FILEMODE_READ));
  TELL_WHETHER(OTF2_Archive_GetEvtReader(archive, 1));
  TELL(OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL));
  TELL(OTF2_Archive_SetNumberOfSnapshots(archive, 3));
  TELL(OTF2_Archive_SetCreator(archive, "another"));
  OTF2_SnapWriter* snapshots = OTF2_Archive_GetSnapWriter(archive, 3);
  TELL(OTF2_SnapWriter_SnapshotStart(snapshots, NULL, 5, 0));
  TELL(OTF2_SnapWriter_SnapshotEnd(snapshots, NULL, 5, 1));
  const uint64_t metrics[] = {1, 2};
  TELL_WHETHER(OTF2_Archive_GetThumbWriter(archive, "name", "text", OTF2_THUMBNAIL_TYPE_REGION, 0, 2, metrics));
  TELL_WHETHER(OTF2_Archive_GetThumbWriter(archive, "name", "text", OTF2_THUMBNAIL_TYPE_REGION, 1, 0, metrics));
  TELL_WHETHER(OTF2_Archive_GetThumbWriter(archive, NULL, "text", OTF2_THUMBNAIL_TYPE_REGION, 1, 2, metrics));
  TELL_WHETHER(OTF2_Archive_GetThumbWriter(archive, "name", "text", 9, 1, 2, metrics));
  OTF2_ThumbWriter* thumbnail = OTF2_Archive_GetThumbWriter(
      archive, "name", "text", OTF2_THUMBNAIL_TYPE_REGION, 1, 2, metrics);
  TELL(OTF2_ThumbWriter_WriteSample(thumbnail, 5, 2, metrics));
  TELL(OTF2_Archive_Close(archive));

  OTF2_Reader* reader = open_reader();
  OTF2_MarkerWriter* markers = OTF2_Reader_GetMarkerWriter(reader);
  TELL(OTF2_MarkerWriter_WriteDefMarker(markers, 1, "other", "category", OTF2_SEVERITY_HIGH));
  TELL(OTF2_Reader_CloseMarkerWriter(reader, markers));
  TELL_WHETHER(OTF2_Reader_GetMarkerReader(reader));
  TELL_WHETHER(OTF2_Reader_GetEvtReader(reader, 1));
  TELL(OTF2_Reader_Close(reader));
}

/* What is learned while all locations are read in order holds for events that were not looked at yet. */
static void tell_of_late_definitions(void) {
  OTF2_Reader* reader = open_reader();
  for (OTF2_LocationRef location = 1; location < 3; ++location) OTF2_Reader_GetEvtReader(reader, location);
  OTF2_GlobalEvtReader* all = OTF2_Reader_GetGlobalEvtReader(reader);
  OTF2_GlobalEvtReaderCallbacks* callbacks = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, global_enter);
  TELL(OTF2_Reader_RegisterGlobalEvtCallbacks(reader, all, callbacks, NULL));
  TELL_COUNT(OTF2_Reader_ReadGlobalEvents(reader, all, 3, &count));
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, 1);
  TELL_COUNT(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  TELL_COUNT(OTF2_Reader_ReadGlobalEvents(reader, all, 4, &count));
  definitions = OTF2_Reader_GetDefReader(reader, 2);
  TELL_COUNT(OTF2_Reader_ReadLocalDefinitions(reader, definitions, 1, &count));
  TELL_COUNT(OTF2_Reader_ReadGlobalEvents(reader, all, 4, &count));
  TELL_COUNT(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  TELL_COUNT(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  TELL_COUNT(OTF2_Reader_ReadAllGlobalEvents(reader, all, &count));
  OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
  TELL(OTF2_Reader_Close(reader));
}

/* There is a mode in which nothing can be done. */
static void tell_of_modifying(void) {
  const uint64_t metrics[] = {1, 2};
  char* text = NULL;
  char** names = NULL;
  uint64_t other = 12345;
  uint32_t small = 12345;
  OTF2_FileSubstrate substrate = 99;
  OTF2_Compression compression = 99;
  OTF2_Boolean yes = OTF2_TRUE;
  bool flag = true;
  OTF2_Archive* archive = OTF2_Archive_Open("read", "trace", OTF2_FILEMODE_MODIFY, 1, 2, 77, 88);
  TELL_WHETHER(archive);
  TELL(OTF2_Archive_IsPrimary(archive, &flag));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  TELL(OTF2_Archive_IsPrimary(archive, &flag));
  TELL_WHETHER(OTF2_Archive_GetEvtWriter(archive, 1));
  TELL_WHETHER(OTF2_Archive_GetDefWriter(archive, 1));
  TELL_WHETHER(OTF2_Archive_GetSnapWriter(archive, 1));
  TELL_WHETHER(OTF2_Archive_GetGlobalDefWriter(archive));
  TELL_WHETHER(OTF2_Archive_GetMarkerWriter(archive));
  TELL_WHETHER(OTF2_Archive_GetEvtReader(archive, 1));
  TELL_WHETHER(OTF2_Archive_GetDefReader(archive, 1));
  TELL_WHETHER(OTF2_Archive_GetSnapReader(archive, 1));
  TELL_WHETHER(OTF2_Archive_GetGlobalDefReader(archive));
  TELL_WHETHER(OTF2_Archive_GetGlobalEvtReader(archive));
  TELL_WHETHER(OTF2_Archive_GetGlobalSnapReader(archive));
  TELL_WHETHER(OTF2_Archive_GetMarkerReader(archive));
  TELL_WHETHER(OTF2_Archive_GetThumbReader(archive, 0));
  OTF2_ThumbWriter* thumbnail = OTF2_Archive_GetThumbWriter(archive, "name", "text", 0, 1, 2, metrics);
  TELL(OTF2_ThumbWriter_WriteSample(thumbnail, 5, 2, metrics));
  TELL(OTF2_Archive_SetProperty(archive, "A::B", "c", true));
  TELL(OTF2_Archive_GetProperty(archive, "A::YES", &text));
  TELL(OTF2_Archive_GetPropertyNames(archive, &small, &names));
  printf("%u\n", small);
  TELL(OTF2_Archive_GetMachineName(archive, &text));
  TELL(OTF2_Archive_SetMachineName(archive, "machine"));
  TELL(OTF2_Archive_GetTraceId(archive, &other));
  TELL_COUNT(OTF2_Archive_GetNumberOfLocations(archive, &count));
  TELL_COUNT(OTF2_Archive_GetNumberOfGlobalDefinitions(archive, &count));
  TELL(OTF2_Archive_SetNumberOfSnapshots(archive, 3));
  TELL_COUNT(OTF2_Archive_GetChunkSize(archive, &count, &other));
  TELL(OTF2_Archive_GetFileSubstrate(archive, &substrate));
  TELL(OTF2_Archive_GetCompression(archive, &compression));
  printf("%u %u\n", substrate, compression);
  for (OTF2_FileMode mode = 0; mode < 3; ++mode) TELL(OTF2_Archive_SwitchFileMode(archive, mode));
  TELL(OTF2_Archive_SetHint(archive, OTF2_HINT_GLOBAL_READER, &yes));
  TELL(OTF2_Archive_SelectLocation(archive, 1));
  TELL(OTF2_Archive_OpenEvtFiles(archive));
  TELL(OTF2_Archive_OpenDefFiles(archive));
  TELL(OTF2_Archive_OpenSnapFiles(archive));
  TELL(OTF2_Archive_CloseEvtFiles(archive));
  TELL(OTF2_Archive_CloseDefFiles(archive));
  TELL(OTF2_Archive_CloseSnapFiles(archive));
  TELL(OTF2_Archive_SetDefChunkSize(archive, CHUNK));
  TELL(OTF2_Archive_Close(archive));
}

int main(void) {
  OTF2_Error_RegisterCallback(keep_quiet, NULL);
  write_archive();
  tell_of_opening();
  tell_of_nothing();
  tell_of_definitions();
  tell_of_local_events();
  tell_of_global_events();
  tell_of_late_definitions();
  tell_of_snapshots();
  tell_of_modes();
  tell_of_modifying();
  return 0;
}
