/* SPDX-License-Identifier: BSD-3-Clause */
/* Records with OTF2 in good and bad ways and prints every answer and every call of a callback. What is said must not
   depend on the library: no addresses, no texts of errors. Leaves archives in the current directory. */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

#define TELL(call) printf("%s -> %d\n", #call, (int)(call))
#define TELL_NUMBER(number) printf("%s = %llu\n", #number, (unsigned long long)(number))
#define TELL_WHETHER(pointer) printf("%s: %s\n", #pointer, (pointer) ? "yes" : "no")

enum { CHUNK = 256 * 1024 };

static OTF2_FlushType answer_for_events;
static int chunks_for_events; /* until memory is used up */
static void* taken[1000];
static int takings;

static OTF2_FlushType pre_flush(void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data;
  printf("pre_flush type %u location %llu caller %d final %d\n", type, (unsigned long long)location, caller != NULL,
      final);
  return type == OTF2_FILETYPE_EVENTS ? answer_for_events : OTF2_FLUSH;
}

static OTF2_TimeStamp post_flush(void* data, OTF2_FileType type, OTF2_LocationRef location) {
  (void)data;
  printf("post_flush type %u location %llu\n", type, (unsigned long long)location);
  return 77;
}

static void* allocate(void* data, OTF2_FileType type, OTF2_LocationRef location, void** per_buffer, uint64_t bytes) {
  (void)data, (void)per_buffer;
  void* chunk = type == OTF2_FILETYPE_EVENTS && chunks_for_events-- <= 0 ? NULL : malloc(bytes);
  if (chunk) taken[takings++] = chunk;
  printf("allocate type %u location %llu bytes %llu: %s\n", type, (unsigned long long)location,
      (unsigned long long)bytes, chunk ? "yes" : "no");
  return chunk;
}

static void free_all(void* data, OTF2_FileType type, OTF2_LocationRef location, void** per_buffer, bool final) {
  (void)data, (void)per_buffer;
  printf("free_all type %u location %llu final %d\n", type, (unsigned long long)location, final);
  chunks_for_events = 2;
}

static OTF2_ErrorCode keep_quiet(void* data, const char* file, uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
  return code;
}

static const OTF2_FlushCallbacks flushes = {pre_flush, post_flush};
static const OTF2_MemoryCallbacks memory = {allocate, free_all};

static OTF2_Archive* open_archive(const char* path, uint64_t event_chunk, uint64_t definition_chunk) {
  return OTF2_Archive_Open(
      path, "t", OTF2_FILEMODE_WRITE, event_chunk, definition_chunk, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
}

static void opening(void) {
  TELL_WHETHER(open_archive("refused", 100, CHUNK));
  TELL_WHETHER(open_archive("refused", CHUNK, 100));
  TELL_WHETHER(
      OTF2_Archive_Open("refused", "t", OTF2_FILEMODE_WRITE, CHUNK, CHUNK, OTF2_SUBSTRATE_SION, OTF2_COMPRESSION_NONE));
}

static void properties(OTF2_Archive* a) {
  TELL(OTF2_Archive_SetProperty(a, "bad", "v", false));
  TELL(OTF2_Archive_SetProperty(a, "A::", "v", false));
  TELL(OTF2_Archive_SetProperty(a, "A::x", "", false));
  TELL(OTF2_Archive_SetProperty(a, "a::b_9", "v", false));
  TELL(OTF2_Archive_SetProperty(a, "A::B_9", "w", false));
  TELL(OTF2_Archive_SetProperty(a, "A::B_9", "w", true));
  TELL(OTF2_Archive_SetProperty(a, "A::C::D", "x", true));
  TELL(OTF2_Archive_SetProperty(a, "A::NONE", "", true));
  TELL(OTF2_Archive_SetProperty(a, "A::C::D", "", true));
  TELL(OTF2_Archive_SetBoolProperty(a, "A::BOOL", true, false));
  uint32_t count = 0;
  char** names = NULL;
  TELL(OTF2_Archive_GetPropertyNames(a, &count, &names));
  for (uint32_t i = 0; i < count; ++i) printf("property %s\n", names[i]);
  free(names);
  TELL(OTF2_Archive_SetMachineName(a, NULL));
  TELL(OTF2_Archive_SetMachineName(a, "machine"));
  TELL(OTF2_Archive_SetDescription(a, "description"));
  TELL(OTF2_Archive_SetCreator(a, "creator"));
  char* text = NULL;
  TELL(OTF2_Archive_GetMachineName(a, &text));
  printf("%s\n", text);
  free(text);
  uint64_t events = 0, definitions = 0;
  TELL(OTF2_Archive_GetChunkSize(a, &events, &definitions));
  TELL_NUMBER(events);
  TELL_NUMBER(definitions);
  TELL(OTF2_Archive_SetDefChunkSize(a, CHUNK));
}

static void event_writers(OTF2_Archive* a) {
  OTF2_EvtWriter* e = OTF2_Archive_GetEvtWriter(a, 0);
  printf("same writer %d\n", e == OTF2_Archive_GetEvtWriter(a, 0));
  TELL(OTF2_EvtWriter_Enter(e, NULL, 10, 1));
  TELL(OTF2_EvtWriter_Enter(e, NULL, 9, 1));
  TELL(OTF2_EvtWriter_Enter(NULL, NULL, 9, 1));
  TELL(OTF2_EvtWriter_Metric(e, NULL, 11, 1, 3, NULL, NULL));
  TELL(OTF2_EvtWriter_Metric(e, NULL, 11, 1, 0, NULL, NULL));
  TELL(OTF2_EvtWriter_ProgramBegin(e, NULL, 11, 1, 2, NULL));
  OTF2_AttributeList* attributes = OTF2_AttributeList_New();
  OTF2_AttributeList_AddUint8(attributes, 1, 2);
  TELL(OTF2_EvtWriter_Leave(e, attributes, 12, 1));
  TELL_NUMBER(OTF2_AttributeList_GetNumberOfElements(attributes));
  OTF2_AttributeList_AddUint8(attributes, 1, 2);
  TELL(OTF2_EvtWriter_Leave(e, attributes, 5, 1));
  TELL_NUMBER(OTF2_AttributeList_GetNumberOfElements(attributes));
  OTF2_AttributeList_Delete(attributes);
  uint64_t events = 0;
  TELL(OTF2_EvtWriter_GetNumberOfEvents(e, &events));
  TELL_NUMBER(events);
  TELL(OTF2_EvtWriter_SetLocationID(e, 0));
  TELL(OTF2_EvtWriter_SetLocationID(e, 1));
  TELL(OTF2_EvtWriter_Rewind(e, 4));
  TELL(OTF2_EvtWriter_ClearRewindPoint(e, 4));
  TELL(OTF2_EvtWriter_StoreRewindPoint(e, 4));
  TELL(OTF2_EvtWriter_Enter(e, NULL, 100, 1));
  TELL(OTF2_EvtWriter_Rewind(e, 4));
  TELL(OTF2_EvtWriter_Enter(e, NULL, 50, 1));
  TELL(OTF2_Archive_CloseEvtWriter(a, e));
  TELL(OTF2_Archive_CloseEvtWriter(a, NULL));
  OTF2_EvtWriter* late = OTF2_Archive_GetEvtWriter(a, OTF2_UNDEFINED_LOCATION);
  TELL(OTF2_EvtWriter_Enter(late, NULL, 1, 1));
  TELL(OTF2_EvtWriter_SetLocationID(late, 7));
  TELL(OTF2_Archive_CloseEvtWriter(a, late));
  OTF2_EvtWriter* homeless = OTF2_Archive_GetEvtWriter(a, OTF2_UNDEFINED_LOCATION);
  TELL(OTF2_Archive_CloseEvtWriter(a, homeless));
  TELL(OTF2_EvtWriter_SetLocationID(homeless, 8));
  TELL(OTF2_Archive_CloseEvtWriter(a, homeless));
}

static void other_writers(OTF2_Archive* a) {
  OTF2_DefWriter* d = OTF2_Archive_GetDefWriter(a, 0);
  TELL(OTF2_DefWriter_WriteString(d, 1, NULL));
  TELL(OTF2_DefWriter_WriteString(d, 1, "local"));
  TELL(OTF2_DefWriter_WriteMappingTable(d, OTF2_MAPPING_REGION, NULL));
  TELL(OTF2_Archive_CloseDefWriter(a, d));
  OTF2_SnapWriter* s = OTF2_Archive_GetSnapWriter(a, 0);
  TELL(OTF2_SnapWriter_SnapshotStart(s, NULL, 1, 3));
  TELL(OTF2_Archive_CloseSnapWriter(a, s));
  OTF2_MarkerWriter* m = OTF2_Archive_GetMarkerWriter(a);
  TELL(OTF2_MarkerWriter_WriteDefMarker(m, 1, "group", "category", OTF2_SEVERITY_LOW));
  TELL(OTF2_Archive_CloseMarkerWriter(a, m));
  const uint64_t values[3] = {1, 2, 3};
  OTF2_ThumbWriter* t = OTF2_Archive_GetThumbWriter(a, "name", "text", OTF2_THUMBNAIL_TYPE_REGION, 2, 2, values);
  TELL(OTF2_ThumbWriter_WriteSample(t, 1, 2, values));
  TELL(OTF2_ThumbWriter_WriteSample(t, 1, 3, values));
  uint32_t thumbnails = 0;
  TELL(OTF2_Archive_GetNumberOfThumbnails(a, &thumbnails));
  TELL_NUMBER(thumbnails);
  TELL(OTF2_Archive_SetNumberOfSnapshots(a, 3));
}

static void global_definitions(OTF2_Archive* a) {
  OTF2_GlobalDefWriter* g = OTF2_Archive_GetGlobalDefWriter(a);
  TELL(OTF2_GlobalDefWriter_WriteString(g, 1, NULL));
  TELL(OTF2_GlobalDefWriter_WriteString(g, 1, "global"));
  TELL(OTF2_GlobalDefWriter_WriteGroup(g, 1, 1, 1, 1, 0, 3, NULL));
  TELL(OTF2_GlobalDefWriter_WriteLocation(g, 0, 1, OTF2_LOCATION_TYPE_CPU_THREAD, 1, 0));
  uint64_t locations = 0, definitions = 0;
  TELL(OTF2_GlobalDefWriter_GetNumberOfLocations(g, &locations));
  TELL(OTF2_GlobalDefWriter_GetNumberOfDefinitions(g, &definitions));
  TELL_NUMBER(locations);
  TELL_NUMBER(definitions);
  TELL(OTF2_Archive_GetNumberOfLocations(a, &locations));
  TELL_NUMBER(locations);
}

static void one_of_everything(void) {
  chunks_for_events = 100;
  answer_for_events = OTF2_FLUSH;
  OTF2_Archive* a = open_archive("everything", CHUNK, CHUNK);
  TELL_WHETHER(OTF2_Archive_GetEvtWriter(a, 0));
  TELL(OTF2_Archive_SetFlushCallbacks(a, &flushes, NULL));
  TELL(OTF2_Archive_SetMemoryCallbacks(a, &memory, NULL));
  TELL_WHETHER(OTF2_Archive_GetEvtWriter(a, 5));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(a));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(a));
  bool primary = false;
  TELL(OTF2_Archive_IsPrimary(a, &primary));
  TELL_NUMBER(primary);
  TELL(OTF2_Archive_OpenEvtFiles(a));
  properties(a);
  event_writers(a);
  TELL(OTF2_Archive_CloseEvtFiles(a));
  other_writers(a);
  global_definitions(a);
  TELL(OTF2_Archive_Close(a));
  TELL(OTF2_Archive_Close(NULL));
}

/* Memory for two chunks of events: what happens then depends on what pre_flush says. */
static void little_memory(const char* path, OTF2_FlushType answer) {
  answer_for_events = answer;
  chunks_for_events = 2;
  OTF2_Archive* a = open_archive(path, CHUNK, CHUNK);
  TELL(OTF2_Archive_SetFlushCallbacks(a, &flushes, NULL));
  TELL(OTF2_Archive_SetMemoryCallbacks(a, &memory, NULL));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(a));
  OTF2_EvtWriter* e = OTF2_Archive_GetEvtWriter(a, 0);
  TELL(OTF2_EvtWriter_StoreRewindPoint(e, 1));
  OTF2_ErrorCode result = OTF2_SUCCESS;
  unsigned long written = 0;
  for (; written < 150000 && result == OTF2_SUCCESS; ++written) result = OTF2_EvtWriter_Enter(e, NULL, 11 + written, 1);
  printf("%lu events, then %d\n", written, (int)result);
  TELL(OTF2_EvtWriter_Enter(e, NULL, 1000000, 1));
  TELL(OTF2_EvtWriter_Rewind(e, 1));
  uint64_t events = 0;
  TELL(OTF2_EvtWriter_GetNumberOfEvents(e, &events));
  TELL_NUMBER(events);
  TELL(OTF2_Archive_CloseEvtWriter(a, e));
  OTF2_GlobalDefWriter* g = OTF2_Archive_GetGlobalDefWriter(a);
  TELL(OTF2_GlobalDefWriter_WriteString(g, 1, "x"));
  TELL(OTF2_Archive_Close(a));
}

int main(void) {
  OTF2_Error_RegisterCallback(keep_quiet, NULL);
  opening();
  one_of_everything();
  little_memory("kept", OTF2_NO_FLUSH);
  little_memory("deep/down/flushed", OTF2_FLUSH);
  little_memory("deep/down/flushed", OTF2_FLUSH); /* it exists already */
  while (takings > 0) free(taken[--takings]);
  return 0;
}
