// SPDX-License-Identifier: BSD-3-Clause
// OTF2_Archive: all files of one trace, behind the handle of the C interface.
#pragma once

#include <otf2/otf2.h>

#include <map>
#include <memory>
#include <vector>

#include "base/file.hpp"
#include "compat/otf2/archive_lock.hpp"
#include "compat/otf2/chunk_buffer.hpp"
#include "compat/otf2/collectives.hpp"
#include "compat/otf2/errors.hpp"
#include "formats/otf2/anchor.hpp"
#include "formats/otf2/paths.hpp"

namespace weft::otf2 {
struct LocalDefinitions;
}

struct OTF2_Archive_struct {
  OTF2_Archive_struct();
  ~OTF2_Archive_struct();
  OTF2_Archive_struct(const OTF2_Archive_struct&) = delete;
  OTF2_Archive_struct& operator=(const OTF2_Archive_struct&) = delete;

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

  // When reading.
  weft::HandlePool pool;
  std::map<OTF2_LocationRef, std::shared_ptr<weft::otf2::LocalDefinitions>> local_definitions;  // read so far
  std::mutex definitions_mutex;                                                                 // of that map alone
  std::vector<std::unique_ptr<OTF2_EvtReader>> event_readers;
  std::vector<std::unique_ptr<OTF2_DefReader>> definition_readers;
  std::vector<std::unique_ptr<OTF2_SnapReader>> snapshot_readers;
  std::vector<std::unique_ptr<OTF2_ThumbReader>> thumbnail_readers;
  std::unique_ptr<OTF2_GlobalDefReader> global_definition_reader;
  std::unique_ptr<OTF2_GlobalEvtReader> global_event_reader;
  std::unique_ptr<OTF2_GlobalSnapReader> global_snapshot_reader;
  std::unique_ptr<OTF2_MarkerReader> marker_reader;
  std::map<OTF2_CallingContextRef, OTF2_RegionRef> regions_of_contexts;  // for programs that know regions only
  // A location was asked for that has no file: there is no order of all events, or snapshots, then.
  bool lacks_events = false;
  bool lacks_snapshots = false;
  bool has_hint = false;

  weft::otf2::compat::ArchiveLock lock;                          // of the lists of writers and readers
  std::vector<std::string weft::otf2::Anchor::*> missing_texts;  // of the anchor: nobody gave them yet

  bool is_writing() const { return mode == OTF2_FILEMODE_WRITE; }
  bool is_reading() const { return mode == OTF2_FILEMODE_READ; }

  // The definitions of a location, to be added to; what reads its events takes notice.
  weft::otf2::LocalDefinitions& learn_of(OTF2_LocationRef location);
};

namespace weft::otf2::compat {

// An existing archive, ready to be read.
Result<> load(const std::string& path, OTF2_Archive& archive);

// The same behind a new handle; NULL if it cannot be read, which is reported. `path()` gives that of the anchor.
template <class Handle, class Path>
Handle* open_to_read(const char* function, Path&& path) {
  std::unique_ptr<Handle> handle;
  const bool had_memory = has_memory_for([&] {
    handle = std::make_unique<Handle>();
    const auto loaded = load(path(), *handle);
    if (loaded) return;
    WEFT_OTF2_FAIL_IN(function, code_of(loaded.error()), "%s", loaded.error().text().c_str());
    handle.reset();
  });
  if (!had_memory) WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for an archive");
  return handle.release();
}

// Writes the anchor, if there is something to say, finishes all writers, closes all readers, and lets go of what the
// program lent.
void shut_down(OTF2_Archive& archive);

// The processes of the archive cannot be asked who they are.
inline OTF2_ErrorCode fail_to_ask(const char* function) {
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_COLLECTIVE_CALLBACK, "the rank cannot be had");
}

// Markers may also be added to an archive that is read.
OTF2_MarkerWriter* get_marker_writer(const char* function, OTF2_Archive* archive);

// Finishes all writers that are still open; what goes wrong is reported.
void close_writers(OTF2_Archive& archive);

// The events of all locations that have a reader, in order.
Result<std::unique_ptr<OTF2_GlobalEvtReader>> make_global_event_reader(OTF2_Archive& archive);
// The first record of a thumbnail. False if it is not there.
bool read_header(OTF2_ThumbReader& reader);

}  // namespace weft::otf2::compat
