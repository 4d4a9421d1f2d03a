// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/record_stream.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

namespace weft::otf2 {
namespace {

std::vector<std::byte> raw(std::initializer_list<int> bytes) {
  std::vector<std::byte> result;
  for (const int byte : bytes) result.push_back(static_cast<std::byte>(byte));
  return result;
}

// The length, or nothing if it is not all there; and how many bytes it took.
std::optional<std::pair<std::uint64_t, std::ptrdiff_t>> length_of(
    const std::vector<std::byte>& bytes, ByteOrder order = ByteOrder::little) {
  const std::byte* p = bytes.data();
  std::uint64_t length = 0;
  if (!read_length(p, bytes.data() + bytes.size(), order, length)) return std::nullopt;
  return std::pair{length, p - bytes.data()};
}

TEST(ReadLength, KnowsTheShortAndTheLongForm) {
  EXPECT_EQ(length_of(raw({0})), std::pair(std::uint64_t{0}, std::ptrdiff_t{1}));
  EXPECT_EQ(length_of(raw({254})), std::pair(std::uint64_t{254}, std::ptrdiff_t{1}));
  EXPECT_EQ(length_of(raw({0xff, 1, 2, 0, 0, 0, 0, 0, 0})), std::pair(std::uint64_t{513}, std::ptrdiff_t{9}));
  EXPECT_EQ(
      length_of(raw({0xff, 0, 0, 0, 0, 0, 0, 2, 1}), ByteOrder::big), std::pair(std::uint64_t{513}, std::ptrdiff_t{9}));
}

TEST(ReadLength, FailsWhenItIsCut) {
  EXPECT_EQ(length_of({}), std::nullopt);
  EXPECT_EQ(length_of(raw({0xff, 1, 2, 3, 4, 5, 6, 7})), std::nullopt);
}

std::optional<std::vector<AttributeEntry>> attributes_of(const std::vector<std::byte>& body) {
  Arena arena;
  std::span<AttributeEntry> entries;
  if (!decode_attributes(body, ByteOrder::little, arena, entries)) return std::nullopt;
  return std::vector(entries.begin(), entries.end());
}

TEST(AttributeList, IsACountAndItsEntries) {
  const auto entries = attributes_of(raw({1, 3, 1, 7, 1, 200, 0xff, 4, 2, 0, 1, 0, 10, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f}));
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 3u);
  EXPECT_EQ((*entries)[0], (AttributeEntry{{7}, {Type::uint8, 200}}));
  EXPECT_EQ((*entries)[1], (AttributeEntry{{}, {Type::uint64, 256}}));
  EXPECT_EQ((*entries)[2], (AttributeEntry{{0}, TypedValue::of(1.0)}));
}

TEST(AttributeList, MayHoldMoreThanItsEntries) {
  EXPECT_EQ(attributes_of(raw({1, 1, 1, 7, 1, 200, 99, 99}))->size(), 1u);
  EXPECT_TRUE(attributes_of(raw({0}))->empty());
}

TEST(AttributeList, FailsWhenEntriesAreMissing) {
  EXPECT_FALSE(attributes_of({}));
  EXPECT_FALSE(attributes_of(raw({1, 2, 1, 7, 1, 200})));
  EXPECT_FALSE(attributes_of(raw({1, 1, 1, 7, 1})));
  EXPECT_FALSE(attributes_of(raw({4, 0xff, 0xff, 0xff, 0xff, 1, 7, 1, 200}))) << "a count beyond all bytes";
}

}  // namespace
}  // namespace weft::otf2
