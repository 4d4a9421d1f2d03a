// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/key_values.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::otf {
namespace {

TEST(OtfKeyValues, TheFirstPairOfAKeyCounts) {
  KeyValues values;
  EXPECT_TRUE(values.add(1, ValueType::uint32, 5));
  EXPECT_FALSE(values.add(1, ValueType::uint64, 6));
  EXPECT_FALSE(values.add_bytes(1, "x"));
  ASSERT_EQ(values.pairs().size(), 1u);
  EXPECT_EQ(values.find(1)->bits, 5u);
}

TEST(OtfKeyValues, NumbersHaveTheWidthOfTheirType) {
  KeyValues values;
  values.add(1, ValueType::int8, ~std::uint64_t{0});
  values.add(2, ValueType::int64, ~std::uint64_t{0});
  EXPECT_EQ(values.find(1)->bits, 0xffu);
  EXPECT_EQ(values.find(2)->bits, ~std::uint64_t{0});
}

TEST(OtfKeyValues, PiecesOfAnArrayComeTogether) {
  KeyValues values;
  EXPECT_TRUE(values.add_bytes(1, "ab"));
  EXPECT_TRUE(values.add_bytes(2, "xy"));
  EXPECT_TRUE(values.add_bytes(1, "cd"));
  EXPECT_TRUE(values.add_bytes(3, ""));
  EXPECT_EQ(values.bytes(*values.find(1)), "abcd");
  EXPECT_EQ(values.bytes(*values.find(2)), "xy");
  EXPECT_EQ(values.find(3), nullptr);
}

}  // namespace
}  // namespace weft::otf
