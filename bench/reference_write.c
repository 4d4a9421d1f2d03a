// SPDX-License-Identifier: BSD-3-Clause
// How fast does the reference write events? reference_write DIRECTORY EVENTS: one location in DIRECTORY/trace.otf2. The
// last number it prints is the bytes written.
#include <otf2/otf2.h>
#include <sys/stat.h>

#include "outcome.h"
#include "reference_archive.h"
#include "workload.h"

static void append(OTF2_EvtWriter* writer, const struct workload_event* event) {
  const OTF2_RegionRef region = (OTF2_RegionRef)event->region;
  if (event->is_enter)
    expect_success(OTF2_EvtWriter_Enter(writer, NULL, event->time, region), "write");
  else
    expect_success(OTF2_EvtWriter_Leave(writer, NULL, event->time, region), "write");
}

static int64_t write_events(OTF2_Archive* archive, uint64_t events) {
  static struct workload_event block[4096];
  OTF2_EvtWriter* writer = expect_handle(OTF2_Archive_GetEvtWriter(archive, 0), "open an event writer");
  struct workload workload = workload_of(0, events);
  int64_t nanoseconds = 0;
  uint64_t n;
  while ((n = workload_fill(&workload, block, sizeof block / sizeof *block))) {
    const int64_t start = nanoseconds_now();
    for (uint64_t i = 0; i < n; ++i) append(writer, &block[i]);
    nanoseconds += nanoseconds_now() - start;
  }
  const int64_t start = nanoseconds_now();
  expect_success(OTF2_Archive_CloseEvtWriter(archive, writer), "close the event writer");
  return nanoseconds + nanoseconds_now() - start;
}

static uint64_t bytes_of_events(const char* directory) {
  char path[4096];
  struct stat info;
  snprintf(path, sizeof path, "%s/trace/0.evt", directory);
  return stat(path, &info) == 0 ? (uint64_t)info.st_size : 0;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: reference_write DIRECTORY EVENTS\n");
    return 2;
  }
  const uint64_t events = strtoull(argv[2], NULL, 10);
  OTF2_Archive* archive = create_reference_archive(argv[1]);
  const int64_t nanoseconds = write_events(archive, events);
  expect_success(OTF2_Archive_CloseEvtFiles(archive), "close the event files");
  expect_success(OTF2_Archive_Close(archive), "close the archive");
  print_outcome(events, nanoseconds, bytes_of_events(argv[1]));
  return 0;
}
