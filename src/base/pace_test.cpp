// SPDX-License-Identifier: BSD-3-Clause
#include "base/pace.hpp"

#include <gtest/gtest.h>

namespace weft {

namespace {

using std::chrono::seconds;

TEST(Pace, StartsItsClockAtTheFirstProgress) {
  Pace pace;
  const Pace::Time begin{seconds(1000)};
  EXPECT_FALSE(pace.at(100, 1000, begin));
  const auto seen = pace.at(300, 1000, begin + seconds(2));
  ASSERT_TRUE(seen);
  EXPECT_DOUBLE_EQ(seen->per_second, 100);
  EXPECT_DOUBLE_EQ(*seen->share, 0.3);
  EXPECT_DOUBLE_EQ(*seen->left, 7);
}

TEST(Pace, SaysNothingOfAnUnknownTotal) {
  Pace pace;
  const Pace::Time begin{seconds(1)};
  pace.at(0, 0, begin);
  const auto seen = pace.at(500, 0, begin + seconds(5));
  ASSERT_TRUE(seen);
  EXPECT_DOUBLE_EQ(seen->per_second, 100);
  EXPECT_FALSE(seen->share);
  EXPECT_FALSE(seen->left);
}

TEST(Pace, StaysAtTheWholeWhenThereIsMoreThanWasSaid) {
  Pace pace;
  const Pace::Time begin{seconds(1)};
  pace.at(50, 100, begin);
  const auto seen = pace.at(200, 100, begin + seconds(1));
  ASSERT_TRUE(seen);
  EXPECT_DOUBLE_EQ(*seen->share, 1);
  EXPECT_DOUBLE_EQ(*seen->left, 0);
}

TEST(Pace, GuessesNoTimeWhileNothingMoves) {
  Pace pace;
  const Pace::Time begin{seconds(1)};
  pace.at(50, 100, begin);
  const auto seen = pace.at(50, 100, begin + seconds(1));
  ASSERT_TRUE(seen);
  EXPECT_FALSE(seen->left);
}

}  // namespace

}  // namespace weft
