// SPDX-License-Identifier: BSD-3-Clause
#include "model/values.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(TypedValue, ExtendsTheSignOfItsOwnWidth) {
  EXPECT_EQ((TypedValue{Type::int8, 0xff}.as_signed()), -1);
  EXPECT_EQ((TypedValue{Type::int8, 0x7f}.as_signed()), 127);
  EXPECT_EQ((TypedValue{Type::int16, 0x8000}.as_signed()), -32768);
  EXPECT_EQ((TypedValue{Type::int32, 0xfffffffe}.as_signed()), -2);
  EXPECT_EQ((TypedValue{Type::int64, ~std::uint64_t{0}}.as_signed()), -1);
}

TEST(TypedValue, ReadsRealNumbersByWidth) {
  EXPECT_EQ((TypedValue{Type::float_, std::bit_cast<std::uint32_t>(1.5f)}.as_double()), 1.5);
  EXPECT_EQ(TypedValue::of(2.25).as_double(), 2.25);
}

TEST(TypedValue, KnowsTheTypeOfWhatItIsMadeOf) {
  EXPECT_EQ(TypedValue::of(std::uint64_t{3}).type, Type::uint64);
  EXPECT_EQ(TypedValue::of(std::uint32_t{3}).type, Type::uint32);
  EXPECT_EQ(TypedValue::of(std::int64_t{-3}).type, Type::int64);
  EXPECT_EQ(TypedValue::of(std::int64_t{-3}).as_signed(), -3);
  EXPECT_EQ(TypedValue::of(StringRef{3}), (TypedValue{Type::string, 3}));
}

TEST(TypedValue, TellsSignedAndRealTypesApart) {
  for (const Enumerator& e : enumerators<Type>()) {
    const auto type = static_cast<Type>(e.value);
    EXPECT_EQ(is_signed(type), e.name.starts_with("INT") && e.name.find('_') == std::string::npos) << e.name;
    EXPECT_EQ(is_floating(type), e.name == "FLOAT" || e.name == "DOUBLE") << e.name;
  }
}

}  // namespace
}  // namespace weft
