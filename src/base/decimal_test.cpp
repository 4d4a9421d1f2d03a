// SPDX-License-Identifier: BSD-3-Clause
#include "base/decimal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft {
namespace {

std::string decimal(std::uint64_t value) {
  char text[decimal_room];
  return {text, put_decimal(text, value)};
}

TEST(Decimal, AllLengths) {
  for (std::uint64_t power = 1, digits = 1; digits <= 20; power *= 10, ++digits)
    for (const std::uint64_t value : {power - 1, power, power + 1, 3 * power + power / 7, 9 * power})
      EXPECT_EQ(decimal(value), std::to_string(value));
  EXPECT_EQ(decimal(~std::uint64_t{0}), std::to_string(~std::uint64_t{0}));
}

TEST(Decimal, EveryFourDigitsInBothHalves) {
  for (std::uint64_t value = 0; value < 10000; ++value) {
    EXPECT_EQ(decimal(value), std::to_string(value));
    EXPECT_EQ(decimal(value * 10000 + 9999 - value), std::to_string(value * 10000 + 9999 - value));
  }
}

}  // namespace
}  // namespace weft
