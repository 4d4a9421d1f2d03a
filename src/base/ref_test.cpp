// SPDX-License-Identifier: BSD-3-Clause
#include "base/ref.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <unordered_set>

namespace weft {
namespace {

struct Apples {
  static constexpr std::string_view name = "Apple";
};
struct Pears {
  static constexpr std::string_view name = "Pear";
};
using AppleRef = Ref<Apples, std::uint32_t>;
using PearRef = Ref<Pears, std::uint32_t>;
using SmallRef = Ref<Apples, std::uint8_t>;

TEST(Ref, KnowsTheNameOfItsSpace) {
  EXPECT_EQ(AppleRef::space::name, "Apple");
  EXPECT_EQ(PearRef::space::name, "Pear");
}

TEST(Ref, IsUndefinedUntilItHasAValue) {
  EXPECT_FALSE(AppleRef{}.defined());
  EXPECT_TRUE(AppleRef{0}.defined());
  EXPECT_EQ(AppleRef{}.value, 0xffffffffu);
  EXPECT_EQ(SmallRef{}.value, 0xff);
  EXPECT_FALSE(SmallRef{0xff}.defined());
}

TEST(Ref, ComparesByValue) {
  EXPECT_EQ(AppleRef{3}, AppleRef{3});
  EXPECT_NE(AppleRef{3}, AppleRef{4});
  EXPECT_LT(AppleRef{3}, AppleRef{4});
}

TEST(Ref, OfDifferentSpacesDoesNotMix) {
  static_assert(!std::is_convertible_v<AppleRef, PearRef>);
  static_assert(!std::equality_comparable_with<AppleRef, PearRef>);
  static_assert(!std::is_convertible_v<std::uint32_t, AppleRef>);
  static_assert(is_ref<AppleRef> && !is_ref<std::uint32_t>);
}

TEST(Ref, CanBeAKey) {
  const std::unordered_set<AppleRef> apples{AppleRef{1}, AppleRef{2}, AppleRef{1}};
  EXPECT_EQ(apples.size(), 2u);
  EXPECT_TRUE(apples.contains(AppleRef{2}));
}

}  // namespace
}  // namespace weft
