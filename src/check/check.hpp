// SPDX-License-Identifier: BSD-3-Clause
// Checks a whole trace: definitions, the events of each location, and what belongs together between locations.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/trace.hpp"

namespace weft::check {

inline constexpr Rule location_unreadable{"location-unreadable", "The events of a location cannot be read.",
    "Restore the file or its permissions; all other locations were checked."};

inline constexpr Rule reading_rules[] = {location_unreadable};

struct Options {
  std::size_t threads = 0;
  Progress progress;  // in events
};

// What there was to check.
struct Totals {
  std::uint64_t definitions = 0;
  std::uint64_t locations = 0;
  std::uint64_t events = 0;
  std::uint64_t messages = 0;  // sends and receives
  std::uint64_t collectives = 0;
  std::uint64_t io_operations = 0;
};

// Adds everything that is wrong to `report`, what the codec found included. The same for any number of threads.
Totals check_trace(Trace& trace, const Options& options, Report& report);

}  // namespace weft::check
