// SPDX-License-Identifier: BSD-3-Clause
#include "base/arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace weft {
namespace {

TEST(Arena, KeepsCopiesApartFromTheirOriginals) {
  Arena arena;
  std::string text = "first";
  const std::string_view kept = arena.copy(text);
  text = "other";
  EXPECT_EQ(kept, "first");
}

TEST(Arena, AlignsEverythingItHandsOut) {
  Arena arena;
  for (std::size_t bytes = 0; bytes < 40; ++bytes)
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.allocate(bytes)) % alignof(std::max_align_t), 0u) << bytes;
}

TEST(Arena, HandsOutPlacesThatDoNotOverlap) {
  Arena arena;
  std::vector<std::span<std::uint64_t>> lists;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    lists.push_back(arena.allocate_array<std::uint64_t>(i % 50));
    for (auto& value : lists.back()) value = i;
  }
  for (std::uint64_t i = 0; i < lists.size(); ++i)
    for (const std::uint64_t value : lists[i]) ASSERT_EQ(value, i);
}

TEST(Arena, HoldsThingsLargerThanItsBlocks) {
  Arena arena;
  const std::string large(1'000'000, 'x');
  const auto kept = arena.copy(large);
  const auto small = arena.copy(std::string_view("small"));
  EXPECT_EQ(kept, large);
  EXPECT_EQ(small, "small");
}

TEST(Arena, ClearsArraysBeforeHandingThemOut) {
  Arena arena;
  for (int round = 0; round < 3; ++round) {
    for (auto& value : arena.allocate_array<int>(1000)) {
      EXPECT_EQ(value, 0);
      value = 7;
    }
    arena.clear();
  }
}

TEST(Arena, UsesItsLastBlockAgainAfterClearing) {
  Arena arena;
  arena.allocate(100'000);
  void* const large = arena.allocate(200'000);
  arena.clear();
  EXPECT_EQ(arena.allocate(200'000), large);
}

TEST(Arena, CopiesNothingIntoNothing) {
  Arena arena;
  arena.clear();
  EXPECT_TRUE(arena.copy(std::string_view{}).empty());
  EXPECT_TRUE(arena.copy(std::span<const int>{}).empty());
}

}  // namespace
}  // namespace weft
