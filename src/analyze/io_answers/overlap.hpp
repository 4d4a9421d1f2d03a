// SPDX-License-Identifier: BSD-3-Clause
// How long I/O, computing and I/O of the application took, and how they overlap: exactly, as lengths of unions of
// intervals, or as the analyzer of the format estimates it.
#pragma once

#include <unordered_map>

#include "analyze/io_answers/collector.hpp"

namespace weft {

inline constexpr auto io_place = static_cast<std::size_t>(IoLayer::io);
inline constexpr auto compute_place = static_cast<std::size_t>(IoLayer::compute);
inline constexpr auto application_io_place = static_cast<std::size_t>(IoLayer::application_io);

struct IoOverlap {
  LayerTimes time{};
  std::uint64_t io_and_compute = 0;
  std::uint64_t application_io_and_compute = 0;
};

struct IoOverlaps {
  IoOverlap together;  // of all processes
  std::unordered_map<const IoProcessTally*, IoOverlap> each;
};

IoOverlaps overlap_of(const IoCollector& collected);

}  // namespace weft
