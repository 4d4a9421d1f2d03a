// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/put_hex.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace weft::otf {
namespace {

std::string padded(std::string text) { return text + "\n" + std::string(lexing_slack, 'f'); }

std::uint64_t taken(const std::string& text, std::size_t expected_length) {
  const std::string line = padded(text);
  const char* p = line.data();
  const std::uint64_t value = take_number(p);
  EXPECT_EQ(p - line.data(), static_cast<std::ptrdiff_t>(expected_length)) << text;
  return value;
}

TEST(OtfLexing, NumbersOfEveryLengthReadBack) {
  std::mt19937_64 random(1);
  for (int bits = 0; bits <= 64; ++bits)
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t value = bits == 0 ? 0 : random() >> (64 - bits);
      const std::string text = fmt::format("{:x}", value);
      EXPECT_EQ(taken(text, text.size()), value);
      char buffer[32];
      EXPECT_EQ(std::string(buffer, put_number(buffer, value)), text);
      EXPECT_EQ(std::string(buffer, put_hex(buffer, value)), text);
      const auto low = static_cast<std::uint32_t>(value);
      EXPECT_EQ(std::string(buffer, put_number(buffer, low)), fmt::format("{:x}", low));
    }
}

TEST(OtfLexing, NumbersOfKnownLengthReadBack) {
  std::mt19937_64 random(2);
  for (std::size_t size = 1; size <= 16; ++size) {
    const FixedDigits digits(size);
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t value = random() >> (64 - 4 * size);
      std::string text = std::string(16, 'f') + fmt::format("{:0{}x}", value, size);
      std::uint64_t found = 0;
      EXPECT_TRUE(digits.read(text.data() + text.size(), found));
      EXPECT_EQ(found, value);
      text[16 + static_cast<std::size_t>(i) % size] = "g`/:A \n"[i % 7];
      EXPECT_FALSE(digits.read(text.data() + text.size(), found)) << text;
    }
  }
}

TEST(OtfLexing, EveryByteIsADigitOrEndsANumber) {
  for (int c = 0; c < 256; ++c) {
    const auto byte = static_cast<char>(c);
    const bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    EXPECT_EQ(is_hex(byte), digit);
    for (std::size_t at = 0; at < 8; ++at) {
      std::string line = padded("12345678");
      line[at] = byte;
      const char* p = line.data();
      take_digits(p);
      EXPECT_EQ(p - line.data(), static_cast<std::ptrdiff_t>(digit ? 8 : at)) << c;
    }
  }
}

TEST(OtfLexing, BlanksPrecedeNumbersAndMissingOnesAreZero) {
  EXPECT_EQ(taken(" \t 1fX2", 5), 0x1fu);
  EXPECT_EQ(taken("X", 0), 0u);
  EXPECT_EQ(taken("", 0), 0u);
}

TEST(OtfLexing, OfTooManyDigitsTheLastCount) {
  EXPECT_EQ(taken("123456789abcdef01", 17), 0x23456789abcdef01u);
  EXPECT_EQ(taken("00000000000000000000000000000000005", 35), 5u);
}

TEST(OtfLexing, WordsAreCapitalsWithAHashInFront) {
  EXPECT_EQ(word_at("ENTER 5\n"), "ENTER");
  EXPECT_EQ(word_at("#EVTCOMMENT \"\n"), "#EVTCOMMENT");
  EXPECT_EQ(word_at("e5\n"), "");
  EXPECT_EQ(word_at("A#\n"), "A");
}

}  // namespace
}  // namespace weft::otf
