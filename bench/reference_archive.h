// SPDX-License-Identifier: BSD-3-Clause
// Creating an archive through the OTF2 interface, up to the point where events can be written.
#ifndef WEFT_BENCH_REFERENCE_ARCHIVE_H
#define WEFT_BENCH_REFERENCE_ARCHIVE_H

#include <otf2/otf2.h>
#include <stdbool.h>

#include "reference_error.h"

static inline OTF2_FlushType always_flush(
    void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data, (void)type, (void)location, (void)caller, (void) final;
  return OTF2_FLUSH;
}

static inline OTF2_Archive* create_reference_archive(const char* directory) {
  // Without the second callback no BufferFlush records are written: Weft's own writer writes none either.
  static const OTF2_FlushCallbacks callbacks = {always_flush, NULL};
  OTF2_Archive* archive = OTF2_Archive_Open(directory, "trace", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
      OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  expect_handle(archive, "create the archive");
  expect_success(OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL), "set callbacks");
  expect_success(OTF2_Archive_SetSerialCollectiveCallbacks(archive), "set callbacks");
  expect_success(OTF2_Archive_OpenEvtFiles(archive), "open the event files");
  return archive;
}

#endif
