// SPDX-License-Identifier: BSD-3-Clause
// What an archive has beside definitions and events.
#include <fmt/format.h>

#include "formats/otf2/archive.hpp"
#include "formats/otf2/record_stream.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2 {

namespace {

// Records of one kind, of many files.
struct Found {
  std::uint64_t count = 0;
  std::string first = {};

  // `place` begins the example.
  template <class List>
  void take(std::unique_ptr<RecordStream> stream, const std::string& place) {
    for (RawRecord raw; stream && stream->next(raw); ++count) {
      if (!first.empty()) continue;
      const auto name = [&](const auto& record) { first = fmt::format("{} {}", place, record.schema.name); };
      stream->decode<List>(raw, name, [](const RawRecord&) {});
    }
  }

  void tell(const char* what, LossReport& loss) const {
    loss.read(what, count);
    if (count) loss.lost(what, "they repeat what events say, and OTF traces alone get their own", count, first);
  }
};

}  // namespace

void Archive::read_markers(Markers& into) {
  const auto stream = markers();
  if (!stream) return;
  stream->each<MarkerRecords>(
      [&](const auto& record) { into.add(record); }, [&](const RawRecord& raw) { stream->report_unknown(raw); });
}

void Archive::tell_unmodelled(LossReport& loss) {
  Found snapshot_records, thumbnail_records;
  if (anchor_.number_of_snapshots)
    for (const LocationRef location : locations_)
      snapshot_records.take<SnapshotRecords>(snapshots(location), fmt::format("location {}", location.value));
  for (std::uint32_t i = 0; i < anchor_.number_of_thumbnails; ++i)
    thumbnail_records.take<ThumbnailRecords>(thumbnail(i), fmt::format("thumbnail {}", i));
  snapshot_records.tell("snapshot record", loss);
  thumbnail_records.tell("thumbnail record", loss);
}

}  // namespace weft::otf2
