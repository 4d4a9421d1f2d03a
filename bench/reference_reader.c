// SPDX-License-Identifier: BSD-3-Clause
#include "reference_reader.h"

#include "reference_error.h"

static OTF2_CallbackCode take_location(void* data, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type,
    uint64_t events, OTF2_LocationGroupRef group) {
  (void)name, (void)type, (void)events, (void)group;
  struct reference_trace* trace = data;
  trace->locations[trace->size++] = self;
  return OTF2_CALLBACK_SUCCESS;
}

static void read_global_definitions(struct reference_trace* trace) {
  uint64_t locations = 0;
  expect_success(OTF2_Reader_GetNumberOfLocations(trace->reader, &locations), "count the locations");
  trace->locations = expect_handle(malloc((locations + 1) * sizeof *trace->locations), "allocate memory");

  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(trace->reader);
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, take_location);
  OTF2_Reader_RegisterGlobalDefCallbacks(trace->reader, definitions, callbacks, trace);
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  uint64_t read = 0;
  expect_success(OTF2_Reader_ReadAllGlobalDefinitions(trace->reader, definitions, &read), "read the definitions");
}

// Needed for its effect on the event readers: ids are mapped and clocks corrected by what stands there.
static void read_local_definitions(const struct reference_trace* trace, OTF2_LocationRef location) {
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(trace->reader, location);
  if (!definitions) return;
  uint64_t read = 0;
  expect_success(OTF2_Reader_ReadAllLocalDefinitions(trace->reader, definitions, &read), "read local definitions");
  OTF2_Reader_CloseDefReader(trace->reader, definitions);
}

struct reference_trace open_reference_trace(const char* path) {
  struct reference_trace trace = {expect_handle(OTF2_Reader_Open(path), "open the trace"), NULL, 0};
  OTF2_Reader_SetSerialCollectiveCallbacks(trace.reader);
  read_global_definitions(&trace);
  for (size_t i = 0; i < trace.size; ++i) OTF2_Reader_SelectLocation(trace.reader, trace.locations[i]);
  const int has_definitions = OTF2_Reader_OpenDefFiles(trace.reader) == OTF2_SUCCESS;
  expect_success(OTF2_Reader_OpenEvtFiles(trace.reader), "open the event files");
  for (size_t i = 0; i < trace.size; ++i) {
    if (has_definitions) read_local_definitions(&trace, trace.locations[i]);
    expect_handle(OTF2_Reader_GetEvtReader(trace.reader, trace.locations[i]), "open an event reader");
  }
  if (has_definitions) OTF2_Reader_CloseDefFiles(trace.reader);
  return trace;
}

void close_reference_trace(struct reference_trace* trace) {
  OTF2_Reader_CloseEvtFiles(trace->reader);
  OTF2_Reader_Close(trace->reader);
  free(trace->locations);
}
