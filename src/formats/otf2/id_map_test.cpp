// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/id_map.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace weft::otf2 {
namespace {

TEST(IdMap, LeavesIdsWithoutEntryAsTheyAre) {
  const IdPair pairs[] = {{0, 10}, {1, 0}};
  const IdMap dense{IdMapMode::dense, pairs};
  EXPECT_EQ(dense.global(0), 10u);
  EXPECT_EQ(dense.global(1), 0u);
  EXPECT_EQ(dense.global(2), 2u);
  EXPECT_EQ(dense.global(~std::uint64_t{0}), ~std::uint64_t{0});

  const IdPair scattered[] = {{5, 1}, {900, 2}};
  const IdMap sparse{IdMapMode::sparse, scattered};
  EXPECT_EQ(sparse.global(5), 1u);
  EXPECT_EQ(sparse.global(900), 2u);
  EXPECT_EQ(sparse.global(6), 6u);
  EXPECT_EQ(sparse.global(901), 901u);
}

TEST(IdMap, OfNothingChangesNothing) {
  EXPECT_EQ(IdMap{}.global(3), 3u);
  EXPECT_EQ((IdMap{IdMapMode::sparse, {}}.global(3)), 3u);
}

TEST(InLocalOrder, SortsAndKeepsTheLastOfDuplicates) {
  std::vector<IdPair> pairs{{9, 1}, {2, 2}, {9, 3}, {5, 4}, {2, 5}, {2, 6}};
  const auto sorted = in_local_order(pairs);
  const IdPair expected[] = {{2, 6}, {5, 4}, {9, 3}};
  EXPECT_TRUE(std::ranges::equal(sorted, expected));
}

TEST(InLocalOrder, LeavesSortedPairsAlone) {
  std::vector<IdPair> pairs{{1, 9}, {2, 8}, {30, 7}};
  const auto before = pairs;
  EXPECT_TRUE(std::ranges::equal(in_local_order(pairs), before));
  std::vector<IdPair> twice{{1, 9}, {1, 8}};
  EXPECT_EQ(in_local_order(twice).size(), 1u);
  EXPECT_TRUE(in_local_order({}).empty());
}

}  // namespace
}  // namespace weft::otf2
