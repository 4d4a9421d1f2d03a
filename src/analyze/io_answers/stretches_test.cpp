// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/stretches.hpp"

#include <gtest/gtest.h>

#include <random>

namespace weft {
namespace {

TEST(Stretches, CountWhatSeveralCoverOnce) {
  Stretches some;
  some.add(10, 20);
  some.add(15, 25);
  some.add(40, 50);
  some.add(5, 12);
  some.add(25, 26);
  some.add(30, 30);
  some.settle();
  EXPECT_EQ(some.covered(), 31u);
  EXPECT_EQ(some.size(), 2u);
}

TEST(Stretches, SayWhatTwoCover) {
  Stretches a, b;
  a.add(0, 10);
  a.add(20, 30);
  b.add(5, 25);
  b.add(29, 40);
  a.settle(), b.settle();
  EXPECT_EQ(a.covered_by_both(b), 5u + 5 + 1);
  EXPECT_EQ(b.covered_by_both(a), 11u);
}

TEST(Stretches, AgreeWithCellsOnATape) {
  std::mt19937 random(1);
  std::vector<bool> tape_a(20'000), tape_b(20'000);
  Stretches a, b;
  const auto add = [&](Stretches& to, std::vector<bool>& tape) {
    const std::uint64_t begin = random() % 19'000, end = begin + random() % 12;
    to.add(begin, end);
    for (std::uint64_t i = begin; i < end; ++i) tape[i] = true;
  };
  for (int i = 0; i < 1500; ++i) add(a, tape_a), add(b, tape_b);
  a.settle(), b.settle();
  std::uint64_t in_a = 0, in_both = 0;
  for (std::size_t i = 0; i < tape_a.size(); ++i) in_a += tape_a[i], in_both += tape_a[i] && tape_b[i];
  EXPECT_EQ(a.covered(), in_a);
  EXPECT_EQ(a.covered_by_both(b), in_both);
}

TEST(Stretches, KeepTheirSumWhenCoarse) {
  Stretches some;
  for (std::uint64_t i = 0; i < 1000; ++i) some.add(100 * i, 100 * i + 10);
  some.coarsen(50);
  EXPECT_EQ(some.size(), 1000u);
  some.coarsen(91);
  EXPECT_EQ(some.size(), 1u);
  EXPECT_EQ(some.covered(), 10'000u);
  some.add(200'000, 200'010);
  some.settle();
  EXPECT_EQ(some.covered(), 10'010u);
  Stretches all;
  all.add(0, 1'000'000);
  EXPECT_EQ(all.covered_by_both(some), 10'010u);
}

}  // namespace
}  // namespace weft
