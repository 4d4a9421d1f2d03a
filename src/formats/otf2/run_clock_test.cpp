// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/run_clock.hpp"

#include <gtest/gtest.h>

namespace weft::otf2 {
namespace {

constexpr std::uint64_t second = 1'000'000'000;

Ticks corrected(const RunClock& clock, const std::string& name, Ticks first, Ticks last, Ticks time) {
  ClockCorrection correction;
  for (const ClockOffset& offset : clock.offsets(name, first, last)) EXPECT_TRUE(correction.add(offset));
  return correction.active() ? correction.correct(time) : time;
}

TEST(RunClock, SameNameNeedsNoOffsets) {
  RunClock clock;
  clock.add({"a", {second, 100, 50, 7}});
  clock.add({"a", {second + 1, 300, 9000, 99999}});
  EXPECT_TRUE(clock.offsets("a", 300, 9300).empty());
  EXPECT_EQ(clock.properties(100, 9300).timer_resolution, second + 1) << "measured over the longest time";
  EXPECT_EQ(clock.properties(100, 9300).realtime_timestamp, 7u);
  EXPECT_EQ(clock.properties(100, 9300).trace_length, 9200u);
}

TEST(RunClock, AnotherRateIsCorrectedAlongTheWay) {
  RunClock clock;
  clock.add({"a", {second, 5'000, 10 * second, 1000 * second}});
  clock.add({"b", {2 * second, 700, 20 * second, 1003 * second}});
  EXPECT_TRUE(clock.offsets("a", 5'000, 5'000).empty());
  for (const Ticks seconds : {0u, 1u, 4u, 10u, 20u})
    EXPECT_EQ(
        corrected(clock, "b", 700, 700 + 20 * second, 700 + 2 * seconds * second), 5'000 + (3 + seconds) * second);
}

TEST(RunClock, AProcessWithoutDurationIsCorrectedAsWell) {
  RunClock clock;
  clock.add({"a", {second, 0, 0, 1000 * second}});
  clock.add({"b", {second / 2, 8, 0, 1001 * second}});
  EXPECT_EQ(corrected(clock, "b", 8, 8, 8), second);
  EXPECT_EQ(corrected(clock, "b", 8, 8, 8 + second / 2), 2 * second);
}

TEST(RunClock, WhatBeganBeforeTheFirstTickMovesEverythingForward) {
  RunClock clock;
  clock.add({"a", {second, 5, second, 1000 * second}});
  clock.add({"b", {second, 77, second, 990 * second}});
  EXPECT_EQ(corrected(clock, "b", 77, 77 + second, 77), 0u);
  EXPECT_EQ(corrected(clock, "a", 5, second, 5), 10 * second);
  EXPECT_EQ(clock.properties(0, 11 * second).realtime_timestamp, 990 * second);
}

TEST(RunClock, WithoutTheTimeOfDayNothingIsCorrected) {
  RunClock clock;
  clock.add({"a", {second, 5, second, 1000 * second}});
  clock.add({"b", {second, 77, second, ~std::uint64_t{0}}});
  EXPECT_FALSE(clock.is_related("b"));
  EXPECT_TRUE(clock.offsets("b", 77, 78).empty());
  EXPECT_FALSE(clock.is_related("never heard of"));
}

TEST(RunClock, NonsenseIsNoUndefinedBehaviour) {
  RunClock clock;
  clock.add({"a", {1, ~Ticks{0}, 0, 0}});
  clock.add({"b", {~std::uint64_t{0}, 0, 0, ~std::uint64_t{0} - 1}});
  clock.add({"c", {1, 0, ~Ticks{1}, 5}});
  for (const char* name : {"a", "b", "c"}) clock.offsets(name, 0, ~Ticks{0} - 1);
  clock.properties(3, 2);
}

}  // namespace
}  // namespace weft::otf2
