// SPDX-License-Identifier: BSD-3-Clause
// Statistics: all that `weft stats` tells of a trace, from one pass over its events. Locations are read in parallel;
// the result does not depend on how many threads did it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "analyze/io.hpp"
#include "analyze/messages.hpp"
#include "analyze/metrics.hpp"
#include "analyze/profile.hpp"
#include "analyze/rma.hpp"
#include "model/time_index.hpp"
#include "model/trace.hpp"

namespace weft {

struct LocationStatistics {
  LocationRef location;
  ProfileTotals totals;
  std::vector<RegionTimes> regions;  // if asked for
};

struct Statistics {
  ProfileTotals totals;
  std::vector<RegionTimes> regions;
  std::vector<LocationStatistics> locations;
  Messages messages;
  Rma rma;
  Io io;
  Metrics metrics;
};

struct StatisticsOptions {
  bool by_location = false;  // keep a profile of every location
  // Only events of this time. Calls that are open where it begins count from there, and up to its end if they go on.
  std::optional<TimeRange> time = {};
  const TimeIndex* index = nullptr;  // of the source, if it has one
  std::size_t threads = 0;
  Progress progress;  // in events
};

Result<Statistics> compute_statistics(Source& source, const StatisticsOptions& options);

enum class ProfileOrder { visits, inclusive, exclusive, name };

// Sorts all profiles, most first. Locations stay in order of their ids.
void sort_profiles(Statistics& statistics, ProfileOrder order, const Definitions& definitions);

}  // namespace weft
