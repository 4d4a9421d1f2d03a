/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces of many streams with few file handles: many_streams write STUB STREAMS HANDLES | read STUB HANDLES. Writing
   goes round all streams again and again, so that files are closed and opened again; reading prints every event. */
#include <open-trace-format/otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rounds = 6, summarised = 500 }; /* processes that have snapshots and statistics */

static void expect(int success, const char* what) {
  if (success) return;
  fprintf(stderr, "many_streams: cannot %s: %s\n", what, otf_strerr);
  exit(1);
}

static void write_trace(const char* stub, uint32_t streams, OTF_FileManager* manager) {
  OTF_Writer* writer = OTF_Writer_open(stub, streams, manager);
  expect(writer != NULL, "create the trace");
  OTF_Writer_setBufferSizes(writer, 1024);
  expect(OTF_Writer_writeDefTimerResolution(writer, 0, 1000), "define the resolution");
  for (uint32_t process = 1; process <= streams; ++process)
    expect(OTF_Writer_writeDefProcess(writer, 0, process, "p", 0), "define a process");
  for (uint64_t round = 0; round < rounds; ++round)
    for (uint32_t process = 1; process <= streams; ++process) {
      const uint64_t time = round * streams + process / 3; /* with ties */
      expect(OTF_Writer_writeEnter(writer, time, 1 + (uint32_t)round, process, 0), "write an enter");
      expect(OTF_Writer_writeLeave(writer, time + 1, 1 + (uint32_t)round, process, 0), "write a leave");
      if (process > summarised) continue;
      if (round == 1) expect(OTF_Writer_writeEnterSnapshot(writer, time, time, 1, process, 0), "write a snapshot");
      if (round == rounds - 1)
        expect(OTF_Writer_writeFunctionSummary(writer, time + 2, 1, process, rounds, 1, 1), "write statistics");
    }
  expect(OTF_Writer_close(writer), "close the trace");
}

static int see_enter(void* data, uint64_t time, uint32_t function, uint32_t process, uint32_t source) {
  (void)data;
  printf("%llu Enter %u %u %u\n", (unsigned long long)time, function, process, source);
  return OTF_RETURN_OK;
}

static int see_leave(void* data, uint64_t time, uint32_t function, uint32_t process, uint32_t source) {
  (void)data;
  printf("%llu Leave %u %u %u\n", (unsigned long long)time, function, process, source);
  return OTF_RETURN_OK;
}

static int see_snapshot(
    void* data, uint64_t time, uint64_t original, uint32_t function, uint32_t process, uint32_t source) {
  (void)data;
  printf("%llu EnterSnapshot %llu %u %u %u\n", (unsigned long long)time, (unsigned long long)original, function,
      process, source);
  return OTF_RETURN_OK;
}

static int see_summary(void* data, uint64_t time, uint32_t function, uint32_t process, uint64_t count,
    uint64_t exclusive, uint64_t inclusive) {
  (void)data;
  printf("%llu FunctionSummary %u %u %llu %llu %llu\n", (unsigned long long)time, function, process,
      (unsigned long long)count, (unsigned long long)exclusive, (unsigned long long)inclusive);
  return OTF_RETURN_OK;
}

static void read_trace(const char* stub, OTF_FileManager* manager) {
  OTF_Reader* reader = OTF_Reader_open(stub, manager);
  expect(reader != NULL, "open the trace");
  OTF_HandlerArray* handlers = OTF_HandlerArray_open();
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)see_enter, OTF_ENTER_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)see_leave, OTF_LEAVE_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)see_snapshot, OTF_ENTERSNAPSHOT_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)see_summary, OTF_FUNCTIONSUMMARY_RECORD);
  printf("definitions %llu\n", (unsigned long long)OTF_Reader_readDefinitions(reader, handlers));
  printf("events %llu\n", (unsigned long long)OTF_Reader_readEvents(reader, handlers));
  printf("snapshots %llu\n", (unsigned long long)OTF_Reader_readSnapshots(reader, handlers));
  printf("statistics %llu\n", (unsigned long long)OTF_Reader_readStatistics(reader, handlers));
  OTF_HandlerArray_close(handlers);
  expect(OTF_Reader_close(reader), "close the reader");
}

int main(int argc, char** argv) {
  const int writes = argc == 5 && strcmp(argv[1], "write") == 0;
  if (!writes && argc != 4) {
    fprintf(stderr, "usage: many_streams write STUB STREAMS HANDLES | read STUB HANDLES\n");
    return 2;
  }
  OTF_FileManager* manager = OTF_FileManager_open((uint32_t)strtoul(argv[argc - 1], NULL, 10));
  expect(manager != NULL, "get a file manager");
  if (writes)
    write_trace(argv[2], (uint32_t)strtoul(argv[3], NULL, 10), manager);
  else
    read_trace(argv[2], manager);
  OTF_FileManager_close(manager);
  return 0;
}
