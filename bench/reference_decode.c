// SPDX-License-Identifier: BSD-3-Clause
// How fast does the reference decode events by location? reference_decode TRACE: its local event readers, one after the
// other, with callbacks that do nothing but add up.
#include "outcome.h"
#include "reference_error.h"
#include "reference_reader.h"
#include "workload.h"

struct sum {
  uint64_t events;
  uint64_t checksum;
};

static OTF2_CallbackCode enter(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)location, (void)position, (void)attributes;
  struct sum* sum = data;
  ++sum->events;
  sum->checksum += workload_sum(time, region, 1);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode leave(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void* data,
    OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)location, (void)position, (void)attributes;
  struct sum* sum = data;
  ++sum->events;
  sum->checksum += workload_sum(time, region, 0);
  return OTF2_CALLBACK_SUCCESS;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: reference_decode TRACE\n");
    return 2;
  }
  struct sum sum = {0, 0};
  const int64_t start = nanoseconds_now();
  struct reference_trace trace = open_reference_trace(argv[1]);
  OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, leave);
  for (size_t i = 0; i < trace.size; ++i) {
    OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(trace.reader, trace.locations[i]);
    OTF2_Reader_RegisterEvtCallbacks(trace.reader, events, callbacks, &sum);
    uint64_t read = 0;
    expect_success(OTF2_Reader_ReadAllLocalEvents(trace.reader, events, &read), "read events");
    OTF2_Reader_CloseEvtReader(trace.reader, events);
  }
  const int64_t nanoseconds = nanoseconds_now() - start;
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  close_reference_trace(&trace);
  print_outcome(sum.events, nanoseconds, sum.checksum);
  return 0;
}
