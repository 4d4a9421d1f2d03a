// SPDX-License-Identifier: BSD-3-Clause
// How fast does the reference deliver events in global time order? reference_merge TRACE: its global event reader.
#include "outcome.h"
#include "reference_error.h"
#include "reference_reader.h"
#include "workload.h"

struct sum {
  uint64_t events;
  uint64_t checksum;
};

static OTF2_CallbackCode enter(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)attributes;
  struct sum* sum = data;
  ++sum->events;
  sum->checksum += workload_sum_in_order(sum->events, location, time, region, 1);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode leave(
    OTF2_LocationRef location, OTF2_TimeStamp time, void* data, OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)attributes;
  struct sum* sum = data;
  ++sum->events;
  sum->checksum += workload_sum_in_order(sum->events, location, time, region, 0);
  return OTF2_CALLBACK_SUCCESS;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: reference_merge TRACE\n");
    return 2;
  }
  struct sum sum = {0, 0};
  const int64_t start = nanoseconds_now();
  struct reference_trace trace = open_reference_trace(argv[1]);
  OTF2_GlobalEvtReader* events = OTF2_Reader_GetGlobalEvtReader(trace.reader);
  OTF2_GlobalEvtReaderCallbacks* callbacks = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, enter);
  OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(callbacks, leave);
  OTF2_Reader_RegisterGlobalEvtCallbacks(trace.reader, events, callbacks, &sum);
  OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
  uint64_t read = 0;
  expect_success(OTF2_Reader_ReadAllGlobalEvents(trace.reader, events, &read), "read events");
  const int64_t nanoseconds = nanoseconds_now() - start;
  OTF2_Reader_CloseGlobalEvtReader(trace.reader, events);
  close_reference_trace(&trace);
  print_outcome(sum.events, nanoseconds, sum.checksum);
  return 0;
}
