// SPDX-License-Identifier: BSD-3-Clause
// How fast is OTF written, through the interface of the reference? otf_write DIRECTORY EVENTS STREAMS LEVEL: a stream
// for each process, in DIRECTORY/trace.otf, compressed if LEVEL is not 0. Run on whichever library the loader finds.
// The last number it prints is what readers must add up.
#include <otf.h>
#include <stdlib.h>

#include "outcome.h"
#include "workload.h"

enum { block_events = 4096 };

static void expect(int success, const char* what) {
  if (success) return;
  fprintf(stderr, "otf_write: cannot %s\n", what);
  exit(1);
}

static void define(OTF_Writer* writer, uint32_t streams) {
  expect(OTF_Writer_writeDefTimerResolution(writer, 0, 1000000000), "define the resolution");
  for (uint32_t process = 1; process <= streams; ++process)
    expect(OTF_Writer_writeDefProcess(writer, 0, process, "process", 0), "define a process");
  for (uint32_t function = 1; function <= WORKLOAD_REGIONS; ++function)
    expect(OTF_Writer_writeDefFunction(writer, 0, function, "function", 0, 0), "define a function");
}

static uint64_t checksum;

static int64_t write_block(OTF_Writer* writer, uint32_t process, const struct workload_event* block, uint64_t n) {
  const int64_t start = nanoseconds_now();
  for (uint64_t i = 0; i < n; ++i) {
    const uint32_t function = (uint32_t)block[i].region + 1;
    if (block[i].is_enter)
      expect(OTF_Writer_writeEnter(writer, block[i].time, function, process, 0), "write an event");
    else
      expect(OTF_Writer_writeLeave(writer, block[i].time, function, process, 0), "write an event");
  }
  const int64_t nanoseconds = nanoseconds_now() - start;
  for (uint64_t i = 0; i < n; ++i)
    checksum += workload_sum(block[i].time, block[i].region + 1, (unsigned)block[i].is_enter);
  return nanoseconds;
}

int main(int argc, char** argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: otf_write DIRECTORY EVENTS STREAMS LEVEL\n");
    return 2;
  }
  const uint64_t events = strtoull(argv[2], NULL, 10);
  const uint32_t streams = (uint32_t)strtoul(argv[3], NULL, 10);
  char path[4096];
  snprintf(path, sizeof path, "%s/trace.otf", argv[1]);
  OTF_FileManager* manager = OTF_FileManager_open(streams + 8);
  OTF_Writer* writer = OTF_Writer_open(path, streams, manager);
  expect(writer != NULL, "create the trace");
  OTF_Writer_setCompression(writer, (OTF_FileCompression)strtoul(argv[4], NULL, 10));
  define(writer, streams);

  struct workload* workloads = calloc(streams, sizeof *workloads);
  const uint64_t share = workload_share(events, streams);
  for (uint32_t i = 0; i < streams; ++i) workloads[i] = workload_of(i, share);
  static struct workload_event block[block_events];
  int64_t nanoseconds = 0;
  for (uint64_t left = 1; left;) {
    left = 0;
    for (uint32_t i = 0; i < streams; ++i) {
      const uint64_t n = workload_fill(&workloads[i], block, block_events);
      nanoseconds += write_block(writer, i + 1, block, n);
      left += workloads[i].left;
    }
  }
  const int64_t start = nanoseconds_now();
  expect(OTF_Writer_close(writer), "close the trace");
  nanoseconds += nanoseconds_now() - start;
  OTF_FileManager_close(manager);
  free(workloads);
  print_outcome(share * streams, nanoseconds, checksum);
  return 0;
}
