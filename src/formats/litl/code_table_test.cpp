// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/code_table.hpp"

#include <gtest/gtest.h>

namespace weft::litl {
namespace {

TEST(LitlCodeTable, GivesEveryCodeItsNumber) {
  CodeTable table;
  EXPECT_EQ(table.find(0), CodeTable::absent);
  for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(table.add(i * 0x10001), i);
  EXPECT_EQ(table.add(~0u), 1000u);
  for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(table.find(i * 0x10001), i);
  EXPECT_EQ(table.add(0x10001), 1u);
  EXPECT_EQ(table.find(5), CodeTable::absent);
}

TEST(LitlCodeTable, EndsSomewhere) {
  CodeTable table;
  for (std::uint32_t i = 0; i < CodeTable::most_codes; ++i) ASSERT_EQ(table.add(i), i);
  EXPECT_EQ(table.add(~0u), CodeTable::absent);
  EXPECT_EQ(table.find(~0u), CodeTable::absent);
  EXPECT_EQ(table.add(7), 7u);
}

}  // namespace
}  // namespace weft::litl
