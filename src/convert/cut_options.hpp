// SPDX-License-Identifier: BSD-3-Clause
// CutOptions: which part of a trace a cut keeps. All that is said has to hold.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "model/trace.hpp"

namespace weft {

struct CutOptions {
  std::optional<TimeRange> time;
  std::optional<std::uint64_t> first;  // so many events of each location
  std::set<LocationRef> locations;     // empty: all
  std::set<RegionRef> regions;         // with what they call; empty: everything
  bool keeps_halves = false;           // of messages and operations that lie across the border

  bool wants(LocationRef location) const { return locations.empty() || locations.contains(location); }
};

}  // namespace weft
