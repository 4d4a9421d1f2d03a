// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/word_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::dftracer {
namespace {

TEST(WordTable, NumbersTextsAndKeepsTheirFirstPlaces) {
  WordTable words;
  EXPECT_EQ(words.add("a", 50), 0u);
  EXPECT_EQ(words.add("b", 60), 1u);
  EXPECT_EQ(words.add("a", 70), 0u);
  EXPECT_EQ(words.add("b", 10), 1u) << "in a file before";
  EXPECT_EQ(words.words()[0].first_place, 50u);
  EXPECT_EQ(words.words()[1].first_place, 10u);
}

TEST(WordTable, FindsTextsAgainAfterItHasGrown) {
  WordTable words;
  for (std::uint32_t i = 0; i < 5000; ++i) EXPECT_EQ(words.add("word " + std::to_string(i), i), i);
  for (std::uint32_t i = 0; i < 5000; ++i) EXPECT_EQ(words.add("word " + std::to_string(i), i), i);
  EXPECT_EQ(words.words().size(), 5000u);
}

}  // namespace
}  // namespace weft::dftracer
