// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/overlap.hpp"

#include <algorithm>
#include <map>

namespace weft {

namespace {

IoOverlap overlap_of(const std::array<Stretches, io_layers>& covered) {
  IoOverlap overlap;
  for (std::size_t i = 0; i < io_layers; ++i) overlap.time[i] = covered[i].covered();
  overlap.io_and_compute = covered[io_place].covered_by_both(covered[compute_place]);
  overlap.application_io_and_compute = covered[application_io_place].covered_by_both(covered[compute_place]);
  return overlap;
}

IoOverlaps exact_overlaps(const IoCollector& collected) {
  IoOverlaps all;
  std::array<Stretches, io_layers> together;
  for (const auto& [key, process] : collected.processes()) {
    all.each[&process] = overlap_of(process.layers);
    for (std::size_t i = 0; i < io_layers; ++i) together[i].add(process.layers[i]);
  }
  all.together = overlap_of(together);
  return all;
}

// By interval, the time of the thread that was longest in each layer.
using LongestTimes = std::map<std::uint64_t, LayerTimes>;

void keep_longest(LayerTimes& longest, const LayerTimes& times) {
  for (std::size_t i = 0; i < io_layers; ++i) longest[i] = std::max(longest[i], times[i]);
}

IoOverlap overlap_of(const LongestTimes& longest) {
  IoOverlap overlap;
  for (const auto& [interval, times] : longest) {
    for (std::size_t i = 0; i < io_layers; ++i) overlap.time[i] += times[i];
    overlap.io_and_compute += std::min(times[io_place], times[compute_place]);
    overlap.application_io_and_compute += std::min(times[application_io_place], times[compute_place]);
  }
  return overlap;
}

IoOverlaps approximate_overlaps(const IoCollector& collected) {
  LongestTimes longest;
  std::unordered_map<std::uint64_t, LongestTimes> longest_of;
  for (const auto& [at, times] : collected.thread_times()) {
    keep_longest(longest[at.interval], times);
    keep_longest(longest_of[at.process][at.interval], times);
  }
  IoOverlaps all;
  all.together = overlap_of(longest);
  for (const auto& [key, process] : collected.processes()) all.each[&process] = overlap_of(longest_of[TextHash{}(key)]);
  return all;
}

}  // namespace

IoOverlaps overlap_of(const IoCollector& collected) {
  return collected.question().is_approximate ? approximate_overlaps(collected) : exact_overlaps(collected);
}

}  // namespace weft
