// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/protobuf.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::protobuf {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text.push_back(static_cast<char>(value));
  return text;
}

TEST(Protobuf, PutsSevenBitsIntoAByte) {
  const auto varint = [](std::uint64_t value) {
    char room[longest_varint];
    return std::string(room, put_varint(room, value));
  };
  EXPECT_EQ(varint(0), bytes({0}));
  EXPECT_EQ(varint(127), bytes({127}));
  EXPECT_EQ(varint(128), bytes({0x80, 1}));
  EXPECT_EQ(varint(300), bytes({0xac, 2}));
  EXPECT_EQ(varint(~std::uint64_t{0}), bytes({255, 255, 255, 255, 255, 255, 255, 255, 255, 1}));
}

TEST(Protobuf, TagsFieldsWithNumberAndWireType) {
  Buffer buffer;
  buffer.number(1, std::uint64_t{150});
  buffer.bytes(2, "testing");
  EXPECT_EQ(buffer.text(), bytes({8, 0x96, 1, 0x12, 7}) + "testing");
  buffer.clear();
  buffer.number(60, std::uint64_t{1});
  EXPECT_EQ(buffer.text(), bytes({0xe0, 3, 1}));
  buffer.clear();
  buffer.bytes(16, "");
  EXPECT_EQ(buffer.text(), bytes({0x82, 1, 0}));
}

TEST(Protobuf, StoresNegativeNumbersInTenBytes) {
  Buffer buffer;
  buffer.number(4, std::int64_t{-1});
  EXPECT_EQ(buffer.text(), bytes({0x20, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1}));
}

TEST(Protobuf, StoresFixedNumbersWithTheLowByteFirst) {
  Buffer buffer;
  buffer.fixed64(47, 0x0102030405060708);
  EXPECT_EQ(buffer.text(), bytes({0xf9, 2, 8, 7, 6, 5, 4, 3, 2, 1}));
  buffer.clear();
  buffer.real(5, 1.0);
  EXPECT_EQ(buffer.text(), bytes({0x29, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f}));
}

TEST(Protobuf, PutsTheLengthBeforeAMessageWithinAMessage) {
  Buffer buffer;
  const std::size_t outer = buffer.begin(1);
  const std::size_t inner = buffer.begin(2);
  buffer.bytes(3, std::string(200, 'x'));
  buffer.end(inner);
  buffer.number(4, std::uint64_t{9});
  buffer.end(outer);
  const std::string leaf = bytes({0x1a, 0xc8, 1}) + std::string(200, 'x');
  EXPECT_EQ(buffer.text(),
      bytes({0x0a, 0xd3, 0x81, 0x80, 0x80, 0, 0x12, 0xcb, 0x81, 0x80, 0x80, 0}) + leaf + bytes({0x20, 9}));
}

TEST(Protobuf, KeepsWhatItHasWhenItGrows) {
  Buffer buffer;
  std::string expected;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    buffer.number(1, i % 100);
    expected += bytes({8, static_cast<int>(i % 100)});
  }
  EXPECT_EQ(buffer.text(), expected);
}

}  // namespace
}  // namespace weft::protobuf
