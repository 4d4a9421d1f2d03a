// SPDX-License-Identifier: BSD-3-Clause
// What does recording through the OTF2 interface cost? record DIRECTORY KIND THREADS EVENTS thread|total: each thread
// records its share of the events into a location of its own, in DIRECTORY/trace.otf2. Measured is either the processor
// time all threads spend in the calls, or the time from creating the archive to closing it. The last number it prints
// is the bytes written. Runs on whichever library the loader finds.
#include <otf2/otf2.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "outcome.h"
#include "reference_archive.h"

enum { MOST_THREADS = 64 };

struct recorder {
  OTF2_EvtWriter* writer;
  void (*record)(OTF2_EvtWriter*, OTF2_AttributeList*, uint64_t);
  uint64_t events;
  int64_t nanoseconds;
};

// Each kind of event is a loop of its own, so that little but the calls is measured.
static void enter_and_leave(OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, uint64_t events) {
  (void)attributes;
  for (uint64_t i = 0; i < events; i += 2) {
    const OTF2_RegionRef region = (OTF2_RegionRef)(i / 2 % 512);
    expect_success(OTF2_EvtWriter_Enter(writer, NULL, i * 17, region), "record");
    expect_success(OTF2_EvtWriter_Leave(writer, NULL, (i + 1) * 17, region), "record");
  }
}
static void send(OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, uint64_t events) {
  (void)attributes;
  for (uint64_t i = 0; i < events; ++i)
    expect_success(OTF2_EvtWriter_MpiSend(writer, NULL, i * 17, (uint32_t)(i % 1024), 0, 7, i % 65536), "record");
}
static void metric(OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, uint64_t events) {
  (void)attributes;
  const OTF2_Type types[] = {OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE};
  OTF2_MetricValue values[2];
  for (uint64_t i = 0; i < events; ++i) {
    values[0].unsigned_int = i * 1000;
    values[1].floating_point = (double)i;
    expect_success(OTF2_EvtWriter_Metric(writer, NULL, i * 17, 0, 2, types, values), "record");
  }
}
static void enter_with_attributes(OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, uint64_t events) {
  for (uint64_t i = 0; i < events; ++i) {
    expect_success(OTF2_AttributeList_AddUint64(attributes, 0, i), "add an attribute");
    expect_success(OTF2_AttributeList_AddStringRef(attributes, 1, (OTF2_StringRef)(i % 128)), "add an attribute");
    expect_success(OTF2_EvtWriter_Enter(writer, attributes, i * 17, (OTF2_RegionRef)(i % 512)), "record");
  }
}

static const struct {
  const char* name;
  void (*record)(OTF2_EvtWriter*, OTF2_AttributeList*, uint64_t events);
} kinds[] = {{"enter", enter_and_leave}, {"send", send}, {"metric", metric}, {"attributes", enter_with_attributes}};

static void* run(void* argument) {
  struct recorder* recorder = argument;
  OTF2_AttributeList* attributes = expect_handle(OTF2_AttributeList_New(), "make a list of attributes");
  const int64_t start = nanoseconds_by(CLOCK_THREAD_CPUTIME_ID);
  recorder->record(recorder->writer, attributes, recorder->events);
  recorder->nanoseconds = nanoseconds_by(CLOCK_THREAD_CPUTIME_ID) - start;
  OTF2_AttributeList_Delete(attributes);
  return NULL;
}

static uint64_t bytes_of(const char* directory, unsigned threads) {
  uint64_t bytes = 0;
  for (unsigned i = 0; i < threads; ++i) {
    char path[4096];
    struct stat info;
    snprintf(path, sizeof path, "%s/trace/%u.evt", directory, i);
    if (stat(path, &info) == 0) bytes += (uint64_t)info.st_size;
  }
  return bytes;
}

int main(int argc, char** argv) {
  size_t kind = 0;
  while (argc == 6 && kind < sizeof kinds / sizeof *kinds && strcmp(kinds[kind].name, argv[2]) != 0) ++kind;
  const unsigned threads = argc == 6 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
  if (threads < 1 || threads > MOST_THREADS || kind == sizeof kinds / sizeof *kinds) {
    fprintf(stderr, "usage: record DIRECTORY enter|send|metric|attributes THREADS EVENTS thread|total\n");
    return 2;
  }
  struct recorder recorders[MOST_THREADS];
  pthread_t handles[MOST_THREADS];
  const uint64_t share = strtoull(argv[4], NULL, 10) / threads / 2 * 2;
  const int64_t start = nanoseconds_now();
  OTF2_Archive* archive = create_reference_archive(argv[1]);
  for (unsigned i = 0; i < threads; ++i) {
    OTF2_EvtWriter* writer = expect_handle(OTF2_Archive_GetEvtWriter(archive, i), "open an event writer");
    recorders[i] = (struct recorder){writer, kinds[kind].record, share, 0};
    if (pthread_create(&handles[i], NULL, run, &recorders[i]) != 0) return 1;
  }
  int64_t in_threads = 0;
  for (unsigned i = 0; i < threads; ++i) {
    pthread_join(handles[i], NULL);
    in_threads += recorders[i].nanoseconds;
    expect_success(OTF2_Archive_CloseEvtWriter(archive, recorders[i].writer), "close an event writer");
  }
  expect_success(OTF2_Archive_CloseEvtFiles(archive), "close the event files");
  expect_success(OTF2_Archive_Close(archive), "close the archive");
  const int64_t total = nanoseconds_now() - start;
  print_outcome(share * threads, strcmp(argv[5], "thread") == 0 ? in_threads : total, bytes_of(argv[1], threads));
  return 0;
}
