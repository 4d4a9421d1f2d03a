// SPDX-License-Identifier: BSD-3-Clause
#include "schema/enumeration.hpp"

#include <gtest/gtest.h>

namespace weft {

WEFT_ENUM(Colour, std::uint8_t, red = 0, dark_green = 7, double_ = 0x10)
WEFT_FLAGS(Door, std::uint32_t, none = 0x0, open = 0x1, locked = 0x80000000)

namespace {

TEST(Enumeration, KnowsTheNamesOfItsValues) {
  EXPECT_EQ(name_of(Colour::red), "RED");
  EXPECT_EQ(name_of(Colour::dark_green), "DARK_GREEN");
  EXPECT_EQ(name_of(Colour::double_), "DOUBLE") << "the underscore only keeps it from being a keyword";
  EXPECT_EQ(name_of(Door::locked), "LOCKED");
}

TEST(Enumeration, HasNoNameForOtherValues) {
  EXPECT_EQ(name_of(static_cast<Colour>(1)), std::nullopt);
  EXPECT_EQ(name_of(Door::open | Door::locked), std::nullopt);
}

TEST(Enumeration, ListsItsValuesInOrder) {
  const auto& all = enumerators<Colour>();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].value, 0u);
  EXPECT_EQ(all[1].value, 7u);
  EXPECT_EQ(all[2].value, 16u);
  EXPECT_EQ(enumerators<Door>()[2].value, 0x80000000u);
}

TEST(Enumeration, TellsSetsOfFlagsApart) {
  static_assert(is_flag_set(Door::open));
  static_assert(!is_flag_set(Colour::red));
  EXPECT_EQ(static_cast<std::uint32_t>(Door::open | Door::locked), 0x80000001u);
  EXPECT_EQ((Door::open | Door::locked) & Door::open, Door::open);
}

TEST(ParseEnumerators, CopesWithAnySpacing) {
  const auto all = parse_enumerators("  one=1,two = 2 ,  three_  =  0xff");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].name, "ONE");
  EXPECT_EQ(all[1].value, 2u);
  EXPECT_EQ(all[2].name, "THREE");
  EXPECT_EQ(all[2].value, 255u);
  EXPECT_TRUE(parse_enumerators("").empty());
}

}  // namespace
}  // namespace weft
