// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/run_markers.hpp"

#include <fmt/format.h>

#include "model/references.hpp"

namespace weft::otf2 {

Result<std::uint32_t> RunMarkers::kind_of_trace(DefMarker kind) {
  // No field of a file has a zero byte in it.
  const std::string key = fmt::format(
      "{}{}{}{}{}", kind.marker_group, '\0', kind.marker_category, '\0', static_cast<unsigned>(kind.severity));
  const auto [known, is_new] = kinds_.try_emplace(key, static_cast<std::uint32_t>(kinds_.size()));
  kind.self = known->second;
  if (is_new) WEFT_TRY(writer_->write(kind));
  return known->second;
}

Result<> RunMarkers::add(RecordStream& markers, const ProcessMaps& maps, ClockCorrection clock) {
  if (!writer_) writer_.emplace(ChunkWriter(path_, anchor_.definition_chunk_bytes, anchor_.order));
  std::unordered_map<std::uint32_t, std::uint32_t> kinds;
  const auto write_kind = [&](const DefMarker& kind) -> Result<> {
    kinds.try_emplace(kind.self, WEFT_TRY(kind_of_trace(kind)));
    return {};
  };
  const auto write_marker = [&](Marker marker) -> Result<> {
    if (!kinds.contains(marker.marker))
      WEFT_TRY(write_kind({marker.marker, "", fmt::format("lost kind {}", marker.marker), MarkerSeverity::none}));
    marker.marker = kinds.at(marker.marker);
    Arena unused;
    translate_references(marker, unused, [&](auto id) { return maps.global(id); });
    if (clock.active()) {
      const Ticks end = clock.correct(marker.timestamp + marker.duration);
      marker.timestamp = clock.correct(marker.timestamp);
      marker.duration = end - marker.timestamp;
    }
    return writer_->write(marker);
  };
  Result<> result;
  RawRecord raw;
  while (result && markers.next(raw)) {
    markers.decode<MarkerRecords>(
        raw,
        [&](const auto& record) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, DefMarker>)
            result = write_kind(record);
          else
            result = write_marker(record);
        },
        [&](const RawRecord&) { markers.report_unknown(raw); });
  }
  return result;
}

Result<> RunMarkers::close() { return writer_ ? writer_->close() : Result<>{}; }

}  // namespace weft::otf2
