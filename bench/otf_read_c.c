// SPDX-License-Identifier: BSD-3-Clause
// How fast is OTF read through the interface of the reference? otf_read_c TRACE: all events in order of time. Run on
// whichever library the loader finds.
#include <otf.h>
#include <stdlib.h>

#include "outcome.h"
#include "workload.h"

struct sum {
  uint64_t events;
  uint64_t checksum;
};

static int add(struct sum* sum, uint64_t time, uint32_t function, unsigned is_enter) {
  ++sum->events;
  sum->checksum += workload_sum(time, function, is_enter);
  return OTF_RETURN_OK;
}

static int see_enter(
    void* data, uint64_t time, uint32_t function, uint32_t process, uint32_t source, OTF_KeyValueList* list) {
  (void)process, (void)source, (void)list;
  return add(data, time, function, 1);
}

static int see_leave(
    void* data, uint64_t time, uint32_t function, uint32_t process, uint32_t source, OTF_KeyValueList* list) {
  (void)process, (void)source, (void)list;
  return add(data, time, function, 0);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: otf_read_c TRACE\n");
    return 2;
  }
  struct sum sum = {0, 0};
  const int64_t start = nanoseconds_now();
  OTF_FileManager* manager = OTF_FileManager_open(100);
  OTF_Reader* reader = OTF_Reader_open(argv[1], manager);
  if (!reader) {
    fprintf(stderr, "otf_read_c: cannot open %s\n", argv[1]);
    return 1;
  }
  OTF_HandlerArray* handlers = OTF_HandlerArray_open();
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)see_enter, OTF_ENTER_RECORD);
  OTF_HandlerArray_setFirstHandlerArg(handlers, &sum, OTF_ENTER_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)see_leave, OTF_LEAVE_RECORD);
  OTF_HandlerArray_setFirstHandlerArg(handlers, &sum, OTF_LEAVE_RECORD);
  const uint64_t read = OTF_Reader_readEvents(reader, handlers);
  OTF_HandlerArray_close(handlers);
  OTF_Reader_close(reader);
  OTF_FileManager_close(manager);
  const int64_t nanoseconds = nanoseconds_now() - start;
  if (read != sum.events) {
    fprintf(stderr, "otf_read_c: the trace is damaged\n");
    return 1;
  }
  print_outcome(sum.events, nanoseconds, sum.checksum);
  return 0;
}
