// SPDX-License-Identifier: BSD-3-Clause
#include "base/lookup3.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace weft::lookup3 {

namespace {

Pair of_text(std::string_view text, Pair seeds) { return of_little_endian(std::as_bytes(std::span(text)), seeds); }

}  // namespace

// The values that its author published.
TEST(Lookup3, HashesAsItsAuthorSays) {
  constexpr std::string_view text = "Four score and seven years ago";
  EXPECT_EQ(of_text(text, {0, 0}).first, 0x17770551u);
  EXPECT_EQ(of_text(text, {1, 0}).first, 0xcd628161u);
  EXPECT_EQ(of_text("", {0, 0}).first, 0xdeadbeefu);
  EXPECT_EQ(of_text("", {0xdeadbeef, 0}).first, 0xbd5b7ddeu);
  EXPECT_EQ(of_text("", {0xdeadbeef, 0xdeadbeef}).first, 0x9c093ccdu);
}

TEST(Lookup3, WordsAreTheirBytes) {
  constexpr std::uint32_t words[] = {1, 0x01020304, 0xffffffff, 7, 0x80000000};
  for (std::size_t count = 0; count <= std::size(words); ++count) {
    const auto some = std::span(words).first(count);
    EXPECT_EQ(of_words(some, {3, 4}).second, of_little_endian(std::as_bytes(some), {3, 4}).second) << count;
  }
}

TEST(Lookup3, BigEndianIsTheOtherOrderOfBytes) {
  constexpr char forward[] = {1, 2, 3, 4, 5, 6, 7, 8}, backward[] = {4, 3, 2, 1, 8, 7, 6, 5};
  EXPECT_EQ(of_big_endian(std::as_bytes(std::span(forward)), {}).first,
      of_little_endian(std::as_bytes(std::span(backward)), {}).first);
}

}  // namespace weft::lookup3
