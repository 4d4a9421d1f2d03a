/* SPDX-License-Identifier: BSD-3-Clause */
/* What the programs that read share: a line of text for every callback. The reader's collective callbacks are the
   caller's business, and so is who reads which locations. */
#ifndef WEFT_TESTS_EXAMPLE_READER_H
#define WEFT_TESTS_EXAMPLE_READER_H

#include "example.h"

typedef struct Locations {
  FILE* out;
  uint64_t capacity;
  uint64_t size;
  OTF2_LocationRef* ids;
} Locations;

static inline OTF2_CallbackCode on_string(void* data, OTF2_StringRef self, const char* string) {
  fprintf(((Locations*)data)->out, "String %" PRIu32 " '%s'\n", self, string);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_location(void* data, OTF2_LocationRef self, OTF2_StringRef name,
    OTF2_LocationType type, uint64_t events, OTF2_LocationGroupRef group) {
  Locations* locations = (Locations*)data;
  if (locations->size == locations->capacity) return OTF2_CALLBACK_INTERRUPT;
  locations->ids[locations->size++] = self;
  fprintf(locations->out, "Location %" PRIu64 " name %" PRIu32 " type %u events %" PRIu64 " group %" PRIu32 "\n", self,
      name, type, events, group);
  return OTF2_CALLBACK_SUCCESS;
}

static inline FILE* begin_line(void* data, const char* name, OTF2_LocationRef location, OTF2_TimeStamp time) {
  fprintf((FILE*)data, "%" PRIu64 " @%" PRIu64 " %s", location, time, name);
  return (FILE*)data;
}

static inline OTF2_CallbackCode on_flush(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* list, OTF2_TimeStamp stop) {
  (void)list;
  fprintf(begin_line(data, "BufferFlush", location, time), " until %" PRIu64 "\n", stop);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_enter(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* list, OTF2_RegionRef region) {
  (void)list;
  fprintf(begin_line(data, "Enter", location, time), " region %" PRIu32 "\n", region);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_leave(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* list, OTF2_RegionRef region) {
  (void)list;
  fprintf(begin_line(data, "Leave", location, time), " region %" PRIu32 "\n", region);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_send(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
    OTF2_AttributeList* list, uint32_t receiver, OTF2_CommRef comm, uint32_t tag, uint64_t bytes) {
  (void)list;
  fprintf(begin_line(data, "MpiSend", location, time),
      " to %" PRIu32 " comm %" PRIu32 " tag %" PRIu32 " bytes %" PRIu64 "\n", receiver, comm, tag, bytes);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_receive(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
    OTF2_AttributeList* list, uint32_t sender, OTF2_CommRef comm, uint32_t tag, uint64_t bytes) {
  (void)list;
  fprintf(begin_line(data, "MpiRecv", location, time),
      " from %" PRIu32 " comm %" PRIu32 " tag %" PRIu32 " bytes %" PRIu64 "\n", sender, comm, tag, bytes);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_collective_end(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
    OTF2_AttributeList* list, OTF2_CollectiveOp operation, OTF2_CommRef comm, uint32_t root, uint64_t sent,
    uint64_t received) {
  (void)list;
  fprintf(begin_line(data, "MpiCollectiveEnd", location, time),
      " operation %u comm %" PRIu32 " root %" PRIu32 " sent %" PRIu64 " received %" PRIu64 "\n", operation, comm, root,
      sent, received);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_barrier_complete(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
    OTF2_AttributeList* list, OTF2_CollectiveOp operation, OTF2_CommRef comm, uint32_t root, uint64_t sent,
    uint64_t received, uint64_t request) {
  on_collective_end(location, time, data, list, operation, comm, root, sent, received);
  fprintf((FILE*)data, "  which was request %" PRIu64 "\n", request);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_comm_create(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* list, OTF2_CommRef comm) {
  (void)list;
  fprintf(begin_line(data, "CommCreate", location, time), " comm %" PRIu32 "\n", comm);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode on_unknown(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* list) {
  (void)list;
  fputc('\n', begin_line(data, "something else", location, time));
  return OTF2_CALLBACK_SUCCESS;
}

static inline void read_definitions(OTF2_Reader* reader, Locations* locations) {
  uint64_t count = 0;
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  require(definitions && callbacks, "OTF2_Reader_GetGlobalDefReader");
  MUST(OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, on_string));
  MUST(OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, on_location));
  MUST(OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, locations));
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  MUST(OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &count));
  fprintf(locations->out, "%" PRIu64 " definitions\n", count);
}

/* Readers for the locations rank, rank + size, … of the list; the definitions of each are read at once. */
static inline uint64_t open_locations(OTF2_Reader* reader, const Locations* locations, uint64_t rank, uint64_t size) {
  uint64_t opened = 0;
  for (uint64_t i = rank; i < locations->size; i += size) MUST(OTF2_Reader_SelectLocation(reader, locations->ids[i]));
  const bool has_definitions = OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS;
  MUST(OTF2_Reader_OpenEvtFiles(reader));
  for (uint64_t i = rank; i < locations->size; i += size) {
    uint64_t count = 0;
    OTF2_DefReader* definitions = has_definitions ? OTF2_Reader_GetDefReader(reader, locations->ids[i]) : NULL;
    if (definitions) {
      MUST(OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
      MUST(OTF2_Reader_CloseDefReader(reader, definitions));
    }
    fprintf(locations->out, "%" PRIu64 " local definitions of %" PRIu64 "\n", count, locations->ids[i]);
    require(OTF2_Reader_GetEvtReader(reader, locations->ids[i]) != NULL, "OTF2_Reader_GetEvtReader");
    ++opened;
  }
  if (has_definitions) MUST(OTF2_Reader_CloseDefFiles(reader));
  return opened;
}

static inline void read_events(OTF2_Reader* reader, FILE* out) {
  uint64_t count = 0;
  OTF2_GlobalEvtReader* events = OTF2_Reader_GetGlobalEvtReader(reader);
  OTF2_GlobalEvtReaderCallbacks* callbacks = OTF2_GlobalEvtReaderCallbacks_New();
  require(events && callbacks, "OTF2_Reader_GetGlobalEvtReader");
  MUST(OTF2_GlobalEvtReaderCallbacks_SetBufferFlushCallback(callbacks, on_flush));
  MUST(OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, on_enter));
  MUST(OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(callbacks, on_leave));
  MUST(OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(callbacks, on_send));
  MUST(OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_receive));
  MUST(OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on_collective_end));
  MUST(OTF2_GlobalEvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(callbacks, on_barrier_complete));
  MUST(OTF2_GlobalEvtReaderCallbacks_SetCommCreateCallback(callbacks, on_comm_create));
  MUST(OTF2_GlobalEvtReaderCallbacks_SetUnknownCallback(callbacks, on_unknown));
  MUST(OTF2_Reader_RegisterGlobalEvtCallbacks(reader, events, callbacks, out));
  OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
  MUST(OTF2_Reader_ReadAllGlobalEvents(reader, events, &count));
  fprintf(out, "%" PRIu64 " events\n", count);
  MUST(OTF2_Reader_CloseGlobalEvtReader(reader, events));
}

/* One of `size` processes that read together. Who gets no location takes part in what all have to do and no more. */
static inline void read_trace(OTF2_Reader* reader, FILE* out, uint64_t rank, uint64_t size) {
  Locations locations = {out, 0, 0, NULL};
  MUST(OTF2_Reader_GetNumberOfLocations(reader, &locations.capacity));
  locations.ids = (OTF2_LocationRef*)calloc((size_t)locations.capacity + 1, sizeof *locations.ids);
  require(locations.ids != NULL, "calloc");
  read_definitions(reader, &locations);
  if (open_locations(reader, &locations, rank, size) != 0) read_events(reader, out);
  MUST(OTF2_Reader_CloseEvtFiles(reader));
  free(locations.ids);
}

#endif
