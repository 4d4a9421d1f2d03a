// SPDX-License-Identifier: BSD-3-Clause
// What an archive has beside definitions and events.
#include "formats/otf2/archive.hpp"
#include "formats/otf2/record_stream.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2 {

namespace {

std::uint64_t records_of(std::unique_ptr<RecordStream> stream) {
  std::uint64_t records = 0;
  for (RawRecord raw; stream && stream->next(raw);) ++records;
  return records;
}

}  // namespace

void Archive::read_markers(Markers& into) {
  const auto stream = markers();
  if (!stream) return;
  stream->each<MarkerRecords>(
      [&](const auto& record) { into.add(record); }, [&](const RawRecord& raw) { stream->report_unknown(raw); });
}

void Archive::tell_unmodelled(LossReport& loss) {
  std::uint64_t snapshot_records = 0, thumbnail_records = 0;
  if (anchor_.number_of_snapshots)
    for (const LocationRef location : locations_) snapshot_records += records_of(snapshots(location));
  for (std::uint32_t i = 0; i < anchor_.number_of_thumbnails; ++i) thumbnail_records += records_of(thumbnail(i));
  const auto retell = [&](const char* what, std::uint64_t count) {
    loss.read(what, count);
    if (count) loss.translated(what, "they repeat what events say: formats that have them make their own", count);
  };
  retell("snapshot record", snapshot_records);
  retell("thumbnail record", thumbnail_records);
}

}  // namespace weft::otf2
