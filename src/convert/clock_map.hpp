// SPDX-License-Identifier: BSD-3-Clause
// ClockMap: how the ticks of one clock become those of another: a known pair of moments, a ratio of units, and a drift.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "model/markers.hpp"
#include "model/refs.hpp"

namespace weft {

__extension__ using WideTicks = __int128;

inline Ticks clamped_ticks(WideTicks ticks) {
  if (ticks < 0) return 0;
  constexpr Ticks largest = std::numeric_limits<Ticks>::max();
  return ticks > WideTicks{largest} ? largest : static_cast<Ticks>(ticks);
}

// Of what is no more than some times as many as ticks can be.
inline WideTicks rounded_ticks(double ticks) { return static_cast<WideTicks>(std::round(ticks)); }

struct ClockMap {
  Ticks from = 0;    // a moment of this clock
  WideTicks to = 0;  // the same of the other; may lie before its beginning
  std::uint64_t multiplier = 1;
  std::uint64_t divisor = 1;
  double drift = 0;  // ticks of the other clock that each tick of it is too few

  bool changes_nothing() const { return WideTicks{from} == to && multiplier == divisor && drift == 0; }

  // Before it is cut to what ticks can be.
  WideTicks wide(Ticks time) const {
    const WideTicks distance = WideTicks{time} - WideTicks{from};
    const WideTicks scaled = multiplier == divisor ? distance : distance * WideTicks{multiplier} / WideTicks{divisor};
    if (drift == 0) return to + scaled;
    return to + scaled + rounded_ticks(drift * static_cast<double>(scaled));
  }
  Ticks operator()(Ticks time) const { return clamped_ticks(wide(time)); }
};

inline Ticks end_of(const Marker& marker) {
  return marker.timestamp + std::min(marker.duration, ~Ticks{0} - marker.timestamp);
}

inline void move(Marker& marker, const ClockMap& clock) {
  if (clock.changes_nothing()) return;
  const Ticks end = clock(end_of(marker));
  marker.timestamp = clock(marker.timestamp);
  marker.duration = end - marker.timestamp;
}

}  // namespace weft
