// SPDX-License-Identifier: BSD-3-Clause
// From one archive into another, file by file, through the native face. Shared by copying and repairing.
#pragma once

#include "formats/otf2/archive.hpp"
#include "formats/otf2/writer.hpp"

namespace weft::otf2 {

// All records of a file without times, each in the layout it had, except those `drop` answers true for. Does not close.
template <class List, class Writer, class Drop>
Result<> transfer_records(RecordStream& in, Writer& out, Drop&& drop) {
  Result<> result;
  RawRecord raw;
  while (result && in.next(raw)) {
    in.decode<List>(
        raw,
        [&](const auto& record) {
          if (!drop(record)) result = out.write_like(record, raw.body, in.window().order());
        },
        [&](const RawRecord&) { result = out.write_raw(raw.id, raw.body); });
  }
  return result;
}

inline constexpr auto drop_nothing = [](const auto&) { return false; };

// One event as it is, whatever its type.
Result<> append(EventWriter& out, const Event& event);

// One row of a batch, at another time if need be.
Result<> append(EventWriter& out, const EventBatch& batch, std::size_t row, Ticks time, Event& scratch);

// The snapshots of a location, chunk by chunk as they were. Records whose time goes back take that of the one before;
// `moved` counts them.
Result<> transfer_snapshots(RecordStream& in, SnapshotWriter& out, std::uint64_t& moved);

// Markers and thumbnails, where there are any.
Result<> transfer_markers(Archive& in, ArchiveWriter& out);
enum class Thumbnails : bool { as_they_are, corrected };  // corrected: the header announces the samples there are
Result<> transfer_thumbnails(Archive& in, ArchiveWriter& out, Thumbnails mode);

}  // namespace weft::otf2
