// SPDX-License-Identifier: BSD-3-Clause
// RunMarkers: the markers of the processes of a run as those of the trace. Kinds of markers that are equal become one;
// what markers speak of and when is translated, because readers do not.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "formats/otf2/unify.hpp"
#include "formats/otf2/writer.hpp"

namespace weft::otf2 {

class RunMarkers {
 public:
  // The file appears with the first process that has markers.
  RunMarkers(std::string path, const Anchor& anchor) : path_(std::move(path)), anchor_(anchor) {}

  // Takes all that is left of `markers`.
  Result<> add(RecordStream& markers, const ProcessMaps& maps, ClockCorrection clock);
  Result<> close();

 private:
  Result<std::uint32_t> kind_of_trace(DefMarker kind);

  std::string path_;
  const Anchor& anchor_;
  std::optional<MarkerWriter> writer_;
  std::unordered_map<std::string, std::uint32_t> kinds_;
};

}  // namespace weft::otf2
