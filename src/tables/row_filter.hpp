// SPDX-License-Identifier: BSD-3-Clause
// RowFilter: which rows of batches a filter wants, by their columns alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/trace.hpp"

namespace weft::tables {

class RowFilter {
 public:
  RowFilter(const EventFilter& filter, const Definitions& definitions);

  // Whether it wants all events of the locations it wants.
  bool wants_all() const { return wants_all_; }
  // The rows that are wanted.
  void select(const EventBatch& batch, std::vector<std::uint32_t>& rows) const;
  // Of what is a region; locations and times are not asked.
  bool wants(RegionRef region) const { return regions_.empty() || regions_.contains(region); }

 private:
  bool wants_region(Kind kind, std::uint64_t value) const;

  const Definitions& definitions_;
  TimeRange time_;
  std::array<bool, 256> kinds_{};
  std::set<RegionRef> regions_;
  bool wants_all_ = false;
};

// The region that an event enters, leaves or samples, if it is of such a kind.
RegionRef region_of(const Definitions& definitions, Kind kind, std::uint64_t value);

}  // namespace weft::tables
