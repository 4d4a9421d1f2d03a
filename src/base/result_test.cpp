// SPDX-License-Identifier: BSD-3-Clause
#include "base/result.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace weft {
namespace {

Result<int> half(int n) {
  if (n % 2) return Error{Errc::invalid_argument, "expected an even number", "numbers.txt", 12};
  return n / 2;
}

Result<int> quarter(int n) {
  const int once = WEFT_TRY(half(n));
  return half(once);
}

Result<std::unique_ptr<int>> boxed(int n) { return std::make_unique<int>(WEFT_TRY(quarter(n))); }

TEST(Result, PassesOnValues) {
  EXPECT_EQ(*quarter(8), 2);
  EXPECT_EQ(**boxed(12), 3);
}

TEST(Result, PassesOnTheFirstError) {
  const auto result = quarter(6);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().text(), "numbers.txt: at byte 12: expected an even number");
}

TEST(Result, OfNothingIsGoodOrAnError) {
  EXPECT_TRUE(Result<>{});
  EXPECT_FALSE(Result<>(Error{Errc::io, "no"}));
}

}  // namespace
}  // namespace weft
