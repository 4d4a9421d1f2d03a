// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/timeline.hpp"

namespace weft::exports {

Timeline::Timeline(const Definitions& definitions) {
  constexpr std::uint64_t unknown = ~std::uint64_t{0};
  const def::ClockProperties* const clock = definitions.clock();
  if (!clock) return;
  first_ = clock->global_offset;
  // A clock without a resolution counts nanoseconds.
  if (clock->timer_resolution) resolution_ = clock->timer_resolution;
  if (clock->realtime_timestamp && clock->realtime_timestamp != unknown) epoch_ = clock->realtime_timestamp;
}

}  // namespace weft::exports
