// SPDX-License-Identifier: BSD-3-Clause
#include "base/bytes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace weft {
namespace {

constexpr std::array<std::byte, 9> nine_bytes{std::byte{0xff}, std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
    std::byte{5}, std::byte{6}, std::byte{7}, std::byte{8}};

TEST(Bytes, LoadsNumbersFromAnyPlaceInEitherOrder) {
  const std::byte* const odd = nine_bytes.data() + 1;
  EXPECT_EQ(load<std::uint8_t>(odd, ByteOrder::big), 1u);
  EXPECT_EQ(load<std::uint16_t>(odd, ByteOrder::little), 0x0201u);
  EXPECT_EQ(load<std::uint16_t>(odd, ByteOrder::big), 0x0102u);
  EXPECT_EQ(load<std::uint32_t>(odd, ByteOrder::little), 0x04030201u);
  EXPECT_EQ(load<std::uint32_t>(odd, ByteOrder::big), 0x01020304u);
  EXPECT_EQ(load<std::uint64_t>(odd, ByteOrder::little), 0x0807060504030201u);
  EXPECT_EQ(load<std::uint64_t>(odd, ByteOrder::big), 0x0102030405060708u);
}

TEST(Bytes, StoresWhatItLoads) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    std::array<std::byte, 11> place{};
    store(place.data() + 1, std::uint64_t{0x1122334455667788}, order);
    EXPECT_EQ(load<std::uint64_t>(place.data() + 1, order), 0x1122334455667788u);
    EXPECT_EQ(place[1], order == ByteOrder::little ? std::byte{0x88} : std::byte{0x11});
    EXPECT_EQ(place[0], std::byte{0});
    EXPECT_EQ(place[9], std::byte{0});
    store(place.data(), std::uint16_t{0xabcd}, order);
    EXPECT_EQ(load<std::uint16_t>(place.data(), order), 0xabcdu);
  }
}

TEST(Bytes, SwapsEveryWidth) {
  EXPECT_EQ(byteswap(std::uint8_t{0x12}), 0x12u);
  EXPECT_EQ(byteswap(std::uint16_t{0x1234}), 0x3412u);
  EXPECT_EQ(byteswap(std::uint32_t{0x12345678}), 0x78563412u);
  EXPECT_EQ(byteswap(std::uint64_t{0x123456789abcdef0}), 0xf0debc9a78563412u);
}

}  // namespace
}  // namespace weft
