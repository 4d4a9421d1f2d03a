// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/model_markers.hpp"

#include <fmt/format.h>

#include <utility>

#include "formats/otf/fates.hpp"
#include "model/examples.hpp"

namespace weft::otf {

namespace {

// By the number that OTF has for it.
constexpr MarkerSeverity severities[] = {
    MarkerSeverity::none, MarkerSeverity::high, MarkerSeverity::medium, MarkerSeverity::low};

std::uint32_t type_of(MarkerSeverity severity) {
  for (std::uint32_t type = 0; type < std::size(severities); ++type)
    if (severities[type] == severity) return type;
  return 0;
}

struct Reading {
  Markers& into;

  void operator()(const At&, const DefMarker& kind) {
    into.add(weft::DefMarker{
        kind.token, "", kind.name, kind.type < std::size(severities) ? severities[kind.type] : MarkerSeverity::none});
  }
  void operator()(const At&, const Marker& marker) {
    const auto scope = marker.process ? MarkerScope::location : MarkerScope::global;
    into.add(weft::Marker{marker.time, 0, marker.token, scope, marker.process, marker.text});
  }
};

}  // namespace

Result<> read_model_markers(TraceReader& reader, Markers& into) {
  WEFT_TRY(reader.read_markers(Reading{into}));
  return {};
}

Result<> write_model_markers(const Markers& markers, const FromModel& words, StreamWriter& out, LossReport& loss) {
  for (const weft::DefMarker& kind : markers.kinds()) {
    const std::string name = kind.marker_group.empty() ? std::string(kind.marker_category)
                                                       : fmt::format("{}/{}", kind.marker_group, kind.marker_category);
    WEFT_TRY(out.write(DefMarker{kind.self + 1, name, type_of(kind.severity)}));
  }
  for (const weft::Marker& marker : markers.markers()) {
    const bool is_location = marker.marker_scope == MarkerScope::location;
    const ProcessId process = is_location ? words.process_of(LocationRef{marker.scope}) : 0;
    WEFT_TRY(out.write(Marker{marker.marker + 1, marker.timestamp, process, marker.text}));
  }
  FateCounts<TypeList<weft::DefMarker, weft::Marker>, marker_fates> counts;
  const auto count = [&](const auto& row) {
    counts.add(row, words, [&] { return example_of(words.definitions(), row); });
  };
  for (const weft::DefMarker& kind : markers.kinds()) count(kind);
  for (const weft::Marker& marker : markers.markers()) count(marker);
  counts.tell(loss);
  return {};
}

}  // namespace weft::otf
