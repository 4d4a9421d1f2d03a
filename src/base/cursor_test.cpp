// SPDX-License-Identifier: BSD-3-Clause
#include "base/cursor.hpp"

#include <gtest/gtest.h>

#include <array>

#include "base/byte_sink.hpp"

namespace weft {
namespace {

constexpr std::array five_bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5}};

TEST(Cursor, ReadsNumbersInBothByteOrders) {
  EXPECT_EQ(Cursor(five_bytes, ByteOrder::little).get<std::uint32_t>(), 0x04030201u);
  EXPECT_EQ(Cursor(five_bytes, ByteOrder::big).get<std::uint32_t>(), 0x01020304u);
}

TEST(Cursor, StaysFailedAfterReadingPastTheEnd) {
  Cursor in(five_bytes, ByteOrder::little);
  EXPECT_EQ(in.get<std::uint64_t>(), 0u);
  EXPECT_TRUE(in.failed());
  EXPECT_EQ(in.get<std::uint8_t>(), 0u);
  EXPECT_TRUE(in.at_end());
}

TEST(Cursor, APartEndsWhereItWasCut) {
  Cursor in(five_bytes, ByteOrder::little);
  Cursor part = in.part(2);
  EXPECT_EQ(part.get<std::uint16_t>(), 0x0201u);
  EXPECT_TRUE(part.at_end());
  EXPECT_EQ(in.get<std::uint8_t>(), 3u);
  EXPECT_TRUE(in.part(3).failed() || in.failed());
}

TEST(ByteSink, GivesBackWhatACursorReads) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    ByteSink out(order);
    const std::size_t length = out.put<std::uint32_t>(0);
    out.put<std::uint8_t>(7);
    out.put("text");
    out.put<std::uint64_t>(0x0102030405060708);
    out.replace<std::uint32_t>(length, 99);
    Cursor in(out.bytes(), order);
    EXPECT_EQ(in.get<std::uint32_t>(), 99u);
    EXPECT_EQ(in.get<std::uint8_t>(), 7u);
    EXPECT_EQ(in.text(4), "text");
    EXPECT_EQ(in.get<std::uint64_t>(), 0x0102030405060708u);
    EXPECT_TRUE(in.at_end());
    EXPECT_FALSE(in.failed());
  }
}

}  // namespace
}  // namespace weft
