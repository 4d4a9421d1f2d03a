// SPDX-License-Identifier: BSD-3-Clause
// Markers: remarks of people and tools on a trace, apart from its events, and the kinds of such remarks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "model/enums.hpp"
#include "schema/compare.hpp"

namespace weft {

struct DefMarker {
  std::uint32_t self = ~std::uint32_t{0};
  std::string_view marker_group;
  std::string_view marker_category;
  MarkerSeverity severity{};

  static constexpr auto schema = record("DefMarker", "A kind of marker.",
      field<&DefMarker::self>("self", "The id that markers use."),
      field<&DefMarker::marker_group>("markerGroup", "Group of kinds it belongs to."),
      field<&DefMarker::marker_category>("markerCategory", "Its name within the group."),
      field<&DefMarker::severity>("severity", "How bad it is."));
};

struct Marker {
  std::uint64_t timestamp{};
  std::uint64_t duration{};
  std::uint32_t marker = ~std::uint32_t{0};
  MarkerScope marker_scope{};
  std::uint64_t scope{};
  std::string_view text;

  static constexpr auto schema = record("Marker", "A remark on a stretch of time.",
      field<&Marker::timestamp>("timestamp", "When it begins."),
      field<&Marker::duration>("duration", "How long it is."), field<&Marker::marker>("marker", "Which kind."),
      field<&Marker::marker_scope>("markerScope", "What `scope` is an id of."),
      field<&Marker::scope>("scope", "Whom the remark is about."), field<&Marker::text>("text", "The remark."));
};

// In the order of the trace. Owns all texts.
class Markers {
 public:
  const std::vector<DefMarker>& kinds() const { return kinds_; }
  const std::vector<Marker>& markers() const { return markers_; }
  bool empty() const { return kinds_.empty() && markers_.empty(); }

  void add(const DefMarker& kind) { kinds_.push_back(kept(kind, arena_)); }
  void add(const Marker& marker) { markers_.push_back(kept(marker, arena_)); }

 private:
  Arena arena_;
  std::vector<DefMarker> kinds_;
  std::vector<Marker> markers_;
};

}  // namespace weft
