// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/size_counts.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(SizeCounts, QuartilesAreSizesThatOccurred) {
  SizeCounts sizes;
  for (const std::uint64_t size : {8u, 1u, 5u, 3u, 7u, 2u, 6u, 4u}) sizes.add(size);
  const auto all = sizes.summary();
  EXPECT_EQ(all.count, 8u);
  EXPECT_EQ(all.least, 1u);
  EXPECT_EQ(all.quarter, 2u);
  EXPECT_EQ(all.median, 4u);
  EXPECT_EQ(all.three_quarters, 6u);
  EXPECT_EQ(all.greatest, 8u);
  EXPECT_DOUBLE_EQ(all.mean, 4.5);
}

TEST(SizeCounts, StaySmallAndNearlyRight) {
  SizeCounts sizes, others;
  for (std::uint64_t i = 1; i <= 100'000; ++i) (i % 2 ? sizes : others).add(i * 1000);
  sizes.merge(others);
  const auto all = sizes.summary();
  EXPECT_LE(sizes.sorted().size(), 4096u);
  EXPECT_EQ(all.count, 100'000u);
  EXPECT_EQ(all.greatest, 100'000'000u);
  EXPECT_NEAR(static_cast<double>(all.median), 5e7, 5e7 / 128);
}

TEST(SizeCounts, OfNothingAreNothing) { EXPECT_EQ(SizeCounts().summary().count, 0u); }

}  // namespace
}  // namespace weft
