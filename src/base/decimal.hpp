// SPDX-License-Identifier: BSD-3-Clause
// Decimal digits straight into memory: small numbers from a table, others eight digits at a time, without a loop.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weft {

// Room that put_decimal() needs: the longest number, and what it writes behind it.
inline constexpr std::size_t decimal_room = 28;

namespace detail {

inline constexpr std::uint64_t hundred_million = 100'000'000;

// The eight digits of a number below 10^8 as values, the highest in the lowest byte. Every step halves the pieces.
inline std::uint64_t eight_digits(std::uint64_t value) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t pieces = value / 10000 | value % 10000 << 32;
  const std::uint64_t hundreds = pieces * 10486 >> 20 & 0x0000007f'0000007f;
  pieces = hundreds | (pieces - 100 * hundreds) << 16;
  const std::uint64_t tens = pieces * 103 >> 10 & 0x000f'000f'000f'000f;
  return tens | (pieces - 10 * tens) << 8;
}

inline char* put_eight(char* to, std::uint64_t digits, int leading_zeros) {
  const std::uint64_t text = (digits | 0x3030303030303030) >> 8 * leading_zeros;
  std::memcpy(to, &text, sizeof text);
  return to + 8 - leading_zeros;
}

// Of every number below a thousand, its digits and behind them how many there are.
inline constexpr auto small_numbers = [] {
  std::array<std::array<char, 4>, 1000> table{};
  for (std::size_t value = 0; value < table.size(); ++value) {
    std::size_t size = 0;
    for (std::size_t power = 100; power > 0; power /= 10)
      if (value >= power || size > 0 || power == 1) table[value][size++] = static_cast<char>('0' + value / power % 10);
    table[value][3] = static_cast<char>(size);
  }
  return table;
}();

inline char* put_small(char* to, std::uint64_t value) {
  std::memcpy(to, small_numbers[value].data(), sizeof small_numbers[value]);
  return to + small_numbers[value][3];
}

inline char* put_below_hundred_million(char* to, std::uint64_t value) {
  if (value < small_numbers.size()) return put_small(to, value);
  const std::uint64_t digits = eight_digits(value);
  return put_eight(to, digits, std::countr_zero(digits) / 8);
}

// Not inlined, so that printers of many numbers stay small.
[[gnu::noinline]] inline char* put_large(char* to, std::uint64_t value) {
  if (value < hundred_million) return put_below_hundred_million(to, value);
  const std::uint64_t high = value / hundred_million;
  if (high < hundred_million) [[likely]] {
    to = put_below_hundred_million(to, high);
  } else {
    to = put_below_hundred_million(to, high / hundred_million);
    to = put_eight(to, eight_digits(high % hundred_million), 0);
  }
  return put_eight(to, eight_digits(value % hundred_million), 0);
}

}  // namespace detail

// Behind the last digit. Writes into decimal_room bytes from `to` on.
inline char* put_decimal(char* to, std::uint64_t value) {
  if (value < detail::small_numbers.size()) return detail::put_small(to, value);
  return detail::put_large(to, value);
}

}  // namespace weft
