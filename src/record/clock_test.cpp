// SPDX-License-Identifier: BSD-3-Clause
#include "record/clock.hpp"

#include <gtest/gtest.h>

namespace weft::recording {
namespace {

TEST(Clock, TicksPerSecondFollowFromTwoMoments) {
  const Moment begin{1000, 5'000, 0};
  const Moment end{1000 + 3'000'000, 5'000 + 1'000'000, 0};
  EXPECT_EQ(ticks_per_second(ClockKind::counter, begin, end), 3'000'000'000u);
  EXPECT_EQ(ticks_per_second(ClockKind::monotonic, begin, end), 1'000'000'000u);
  EXPECT_EQ(ticks_per_second(ClockKind::counter, begin, begin), 1'000'000'000u);
}

TEST(Clock, GoesForwardAndHasAName) {
  const ClockKind kind = best_clock();
  const Moment begin = read_moment(kind);
  wait_to_measure(kind, begin);
  const Moment end = read_moment(kind);
  EXPECT_LT(begin.ticks, end.ticks);
  EXPECT_LT(begin.monotonic, end.monotonic);
  EXPECT_EQ(clock_name(kind), clock_name(kind));
  EXPECT_NE(clock_name(ClockKind::counter), clock_name(ClockKind::monotonic));
}

}  // namespace
}  // namespace weft::recording
