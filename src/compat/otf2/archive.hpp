// SPDX-License-Identifier: BSD-3-Clause
// OTF2_Archive: all files of one trace, behind the handle of the C interface.
#pragma once

#include <otf2/otf2.h>

#include <memory>
#include <mutex>
#include <vector>

#include "compat/otf2/collectives.hpp"
#include "compat/otf2/writers.hpp"
#include "formats/otf2/anchor.hpp"
#include "formats/otf2/paths.hpp"

struct OTF2_Archive_struct {
  OTF2_FileMode mode = OTF2_FILEMODE_WRITE;
  weft::otf2::Anchor anchor;
  weft::otf2::ArchivePaths paths;
  weft::otf2::compat::BufferPolicy policy;
  weft::otf2::compat::Collectives collectives;

  // In the order they were asked for; what is left at the end is closed from the last to the first.
  std::vector<std::unique_ptr<OTF2_EvtWriter>> event_writers;
  std::vector<std::unique_ptr<OTF2_DefWriter>> definition_writers;
  std::vector<std::unique_ptr<OTF2_SnapWriter>> snapshot_writers;
  std::vector<std::unique_ptr<OTF2_ThumbWriter>> thumbnail_writers;
  // Closed without a location: the archive does not know them any more, but programs may still hold them.
  std::vector<std::unique_ptr<OTF2_EvtWriter>> homeless_writers;
  std::unique_ptr<OTF2_GlobalDefWriter> global_definitions;
  std::unique_ptr<OTF2_MarkerWriter> markers;

  std::mutex lock;  // of the lists of writers

  bool is_writing() const { return mode == OTF2_FILEMODE_WRITE; }
};

namespace weft::otf2::compat {

// Finishes all writers that are still open; what goes wrong is reported.
void close_writers(OTF2_Archive& archive);

}  // namespace weft::otf2::compat
