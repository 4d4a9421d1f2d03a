// SPDX-License-Identifier: BSD-3-Clause
// The reader handles of the C interface.
#pragma once

#include <otf2/otf2.h>

#include <array>
#include <map>
#include <memory>
#include <optional>

#include "OTF2_DefReaderCallbacks.hpp"
#include "OTF2_EvtReaderCallbacks.hpp"
#include "OTF2_GlobalDefReaderCallbacks.hpp"
#include "OTF2_GlobalEvtReaderCallbacks.hpp"
#include "OTF2_GlobalSnapReaderCallbacks.hpp"
#include "OTF2_MarkerReaderCallbacks.hpp"
#include "OTF2_SnapReaderCallbacks.hpp"
#include "compat/otf2/attribute_list.hpp"
#include "compat/otf2/to_c.hpp"
#include "formats/otf2/event_reader.hpp"
#include "formats/otf2/record_stream.hpp"
#include "formats/otf2/snapshot_merge.hpp"
#include "model/merge.hpp"

namespace weft::otf2::compat {

// What every handle has: whom it calls, and with what.
template <class Callbacks>
struct ReaderHandle {
  explicit ReaderHandle(OTF2_Archive* owner) : archive(owner) {}

  OTF2_Archive* archive;
  Callbacks callbacks{};
  void* user_data = nullptr;
  ToC to_c;
  OTF2_AttributeList attributes;  // of the record being delivered
  Report report;                  // of what is wrong with the file
  std::uint64_t findings_told = 0;
};

// Files that are read record by record.
template <class Callbacks>
struct StreamHandle : ReaderHandle<Callbacks> {
  StreamHandle(OTF2_Archive* owner, OTF2_LocationRef where) : ReaderHandle<Callbacks>(owner), location(where) {}

  OTF2_LocationRef location;  // or nothing, where there is one file for all
  std::unique_ptr<RecordStream> stream;
};

struct NoCallbacks {};
class EventsFrom;

// The callbacks of events that are one number of 32 bits, by kind of event: most events of most traces are of this
// shape, and are told without any detour. NULL where an event needs more. `Common` are the parameters all callbacks of
// a reader have.
template <class... Common>
using ShortCalls = std::array<OTF2_CallbackCode (*)(Common..., std::uint32_t), EventTypes::size>;

}  // namespace weft::otf2::compat

struct OTF2_GlobalDefReader_struct : weft::otf2::compat::StreamHandle<OTF2_GlobalDefReaderCallbacks> {
  using StreamHandle::StreamHandle;
  using List = weft::otf2::GlobalDefinitionRecords;
};

struct OTF2_DefReader_struct : weft::otf2::compat::StreamHandle<OTF2_DefReaderCallbacks> {
  using StreamHandle::StreamHandle;
  using List = weft::otf2::LocalDefinitionRecords;
};

struct OTF2_MarkerReader_struct : weft::otf2::compat::StreamHandle<OTF2_MarkerReaderCallbacks> {
  using StreamHandle::StreamHandle;
  using List = weft::otf2::MarkerRecords;
};

struct OTF2_SnapReader_struct : weft::otf2::compat::StreamHandle<OTF2_SnapReaderCallbacks> {
  using StreamHandle::StreamHandle;
};

struct OTF2_GlobalSnapReader_struct : weft::otf2::compat::ReaderHandle<OTF2_GlobalSnapReaderCallbacks> {
  using ReaderHandle::ReaderHandle;
  weft::otf2::SnapshotMerge merge;
};

struct OTF2_ThumbReader_struct : weft::otf2::compat::StreamHandle<weft::otf2::compat::NoCallbacks> {
  using StreamHandle::StreamHandle;
  std::string name;
  std::string description;
  OTF2_ThumbnailType type = 0;
  std::uint32_t samples = 0;
  std::vector<std::uint64_t> refs_to_defs;
};

struct OTF2_EvtReader_struct : weft::otf2::compat::ReaderHandle<OTF2_EvtReaderCallbacks> {
  OTF2_EvtReader_struct(OTF2_Archive* owner, OTF2_LocationRef where) : ReaderHandle(owner), location(where) {}

  // The file is opened when it is first read: by then the program has said what is to be applied to its events. If that
  // changes later, it is opened again, at the same place.
  weft::Result<> open();
  // The number of the event read last, from 1.
  std::uint64_t position() const { return merge ? merge->event_of(lane) : batch.first_event + row; }
  // The next event to read is this one, counted from 0. False if there is no such event; nothing has moved then.
  bool go_to(std::uint64_t event);
  // Moves to a batch that has rows left.
  bool has_next() { return row < batch.size() || next_batch(); }
  bool next_batch();

  weft::otf2::compat::ShortCalls<OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void*, OTF2_AttributeList*>
      short_calls{};
  OTF2_LocationRef location;
  bool applies_maps = true;
  bool applies_clock = true;
  bool is_stale = true;
  std::unique_ptr<weft::otf2::EventReader> events;
  weft::EventBatch batch;
  std::size_t row = 0;                                  // the next one to read
  std::uint64_t changes = 0;                            // by the program, of what is told next and how
  std::map<std::uint64_t, OTF2_TimeStamp> other_times;  // of events, by number, that the program gave another time
  // While the events of all locations are read in order of time: where this location is.
  const weft::Merge* merge = nullptr;
  std::size_t lane = 0;
};

struct OTF2_GlobalEvtReader_struct : weft::otf2::compat::ReaderHandle<OTF2_GlobalEvtReaderCallbacks> {
  using ReaderHandle::ReaderHandle;
  weft::otf2::compat::ShortCalls<OTF2_LocationRef, OTF2_TimeStamp, void*, OTF2_AttributeList*> short_calls{};
  std::optional<weft::Merge> merge;
  std::vector<weft::otf2::compat::EventsFrom*> streams;  // of the merge
  bool has_event = false;

  // The definitions of a location have changed: its events that are not read yet are to be read anew.
  void renew(OTF2_LocationRef location);
};
