// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/token_table.hpp"

#include <gtest/gtest.h>

namespace weft::otf {
namespace {

TEST(TokenTable, GivesDefinedTokensTheFirstIdsInTheirOrder) {
  TokenTable table;
  for (const std::uint32_t token : {40u, 3u, 40u, 0xfffffff0u}) table.add(token);
  table.finish();
  EXPECT_EQ(table.size(), 3u);
  EXPECT_EQ(table.id_of(3), 0u);
  EXPECT_EQ(table.id_of(40), 1u);
  EXPECT_EQ(table.id_of(0xfffffff0u), 2u);
}

TEST(TokenTable, GivesOtherTokensIdsBehindAndFindsThemAgain) {
  TokenTable table;
  for (const std::uint32_t token : {0u, 3u, 4u, 0xfffffff0u}) table.add(token);
  table.finish();
  for (const std::uint32_t token : {0u, 1u, 2u, 3u, 4u, 5u, 1000u, 0xffffffefu, 0xfffffff0u, 0xfffffff1u, 0xffffffffu})
    EXPECT_EQ(table.token_of(table.id_of(token)), token);
  for (const std::uint32_t token : {1u, 5u, 0xffffffffu}) EXPECT_GE(table.id_of(token), table.size());
}

}  // namespace
}  // namespace weft::otf
