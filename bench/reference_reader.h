// SPDX-License-Identifier: BSD-3-Clause
// Opening an archive with the reference library, up to the point where events can be read: what all its readers do.
#ifndef WEFT_BENCH_REFERENCE_READER_H
#define WEFT_BENCH_REFERENCE_READER_H

#include <otf2/otf2.h>
#include <stddef.h>

struct reference_trace {
  OTF2_Reader* reader;
  OTF2_LocationRef* locations;
  size_t size;
};

// Reads all global and local definitions and opens the event files of all locations.
struct reference_trace open_reference_trace(const char* path);

void close_reference_trace(struct reference_trace* trace);

#endif
