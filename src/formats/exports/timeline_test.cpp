// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/timeline.hpp"

#include <gtest/gtest.h>

namespace weft::exports {
namespace {

Timeline timeline_of(std::uint64_t resolution, std::uint64_t first, std::uint64_t epoch = 0) {
  Definitions definitions;
  definitions.add(def::ClockProperties{resolution, first, 0, epoch});
  return Timeline(definitions);
}

TEST(ExportTimeline, CountsNanosecondsFromTheFirstTick) {
  const Timeline timeline = timeline_of(1'000'000, 500);
  EXPECT_EQ(timeline.nanoseconds(500), 0);
  EXPECT_EQ(timeline.nanoseconds(2'500'507), 2'500'007'000);
  EXPECT_EQ(timeline.nanoseconds(0), -500'000);
  EXPECT_TRUE(timeline.is_exact());
}

TEST(ExportTimeline, RoundsDownWhatTheClockTellsFiner) {
  const Timeline timeline = timeline_of(3'000'000'000, 0);
  EXPECT_EQ(timeline.nanoseconds(8), 2);
  EXPECT_FALSE(timeline.is_exact());
  EXPECT_EQ(timeline_of(40'000'000'000'000, 0).nanoseconds(79'999'999'999'999), 1'999'999'999);
}

TEST(ExportTimeline, StaysInRangeWhateverTheTicks) {
  for (const std::uint64_t resolution : {std::uint64_t{1}, std::uint64_t{1'000'000'000}, std::uint64_t{7}})
    EXPECT_EQ(timeline_of(resolution, 0).nanoseconds(~std::uint64_t{0}), Timeline::farthest);
  EXPECT_EQ(timeline_of(1, ~std::uint64_t{0}).nanoseconds(0), -Timeline::farthest);
}

TEST(ExportTimeline, TakesTicksWithoutAClockForNanoseconds) {
  EXPECT_EQ(Timeline(Definitions()).nanoseconds(12), 12);
  EXPECT_EQ(timeline_of(0, 10).nanoseconds(12), 2);
  EXPECT_FALSE(timeline_of(1, 0, ~std::uint64_t{0}).epoch());
  EXPECT_EQ(timeline_of(1, 0, 77).epoch(), 77u);
}

}  // namespace
}  // namespace weft::exports
