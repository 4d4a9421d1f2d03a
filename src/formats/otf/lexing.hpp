// SPDX-License-Identifier: BSD-3-Clause
// The elements of a line: hexadecimal numbers, keywords, blanks (docs/formats/otf.md, section 2). Reading needs
// readable bytes before the line and behind the newline that ends it, writing needs room behind the number: whoever
// owns the buffer provides lexing_slack of them.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace weft::otf {

inline constexpr std::size_t lexing_slack = 16;

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_capital(char c) { return static_cast<unsigned char>(c - 'A') < 26; }
inline bool is_hex(char c) {
  return static_cast<unsigned char>(c - '0') < 10 || static_cast<unsigned char>(c - 'a') < 6;
}

inline const char* skip_blanks(const char* p) {
  while (is_blank(*p)) ++p;
  return p;
}

namespace detail {

constexpr std::uint64_t in_every_byte(std::uint64_t byte) { return byte * 0x0101010101010101u; }

// The high bit of every byte that is a digit.
inline std::uint64_t hex_digits_in(std::uint64_t eight) {
  const std::uint64_t low = eight & in_every_byte(0x7f);
  const std::uint64_t numeral = (low + in_every_byte(0x80 - '0')) & ~(low + in_every_byte(0x80 - '9' - 1));
  const std::uint64_t letter = (low + in_every_byte(0x80 - 'a')) & ~(low + in_every_byte(0x80 - 'f' - 1));
  return (numeral | letter) & ~eight & in_every_byte(0x80);
}

// Eight or more if there is no newline.
inline std::size_t bytes_before_newline(std::uint64_t eight) {
  const std::uint64_t others = eight ^ in_every_byte('\n');
  const std::uint64_t newline = (others - in_every_byte(1)) & ~others & in_every_byte(0x80);
  return static_cast<std::size_t>(std::countr_zero(newline)) / 8;
}

// Eight nibbles, the first in the lowest byte, as one number with the first nibble highest.
inline std::uint64_t joined_nibbles(std::uint64_t nibbles) {
  std::uint64_t v = (nibbles << 4 | nibbles >> 8) & 0x00ff00ff00ff00ffu;
  v = (v << 8 | v >> 16) & 0x0000ffff0000ffffu;
  return (v << 16 | v >> 32) & 0xffffffffu;
}

// The other way round, as digits.
inline std::uint64_t digits_of(std::uint32_t value) {
  std::uint64_t v = value;
  v = (v | v << 16) & 0x0000ffff0000ffffu;
  v = (v | v << 8) & 0x00ff00ff00ff00ffu;
  v = __builtin_bswap64((v | v << 4) & in_every_byte(0x0f));
  const std::uint64_t is_letter = (v + in_every_byte(6)) >> 4 & in_every_byte(1);
  return v + in_every_byte('0') + is_letter * ('a' - '0' - 10);
}

}  // namespace detail

// A number of known length, at most sixteen digits, whose length can then be trusted to stay the same for the next.
// `end` is behind its last digit. False if one of them is none.
class FixedDigits {
 public:
  explicit FixedDigits(std::size_t size = 1) : size_(size) {
    for (std::size_t i = sizeof mask_ - size; i < sizeof mask_; ++i) mask_[i] = 0x0f;
    wanted_ = 0xffffu << (sizeof mask_ - size) & 0xffffu;
  }

  std::size_t size() const { return size_; }
  bool read(const char* end, std::uint64_t& value) const;

 private:
  std::size_t size_;
  unsigned wanted_ = 0;  // a bit for every byte that is a digit
  unsigned char mask_[16] = {};
};

#ifdef __SSE2__
inline bool FixedDigits::read(const char* end, std::uint64_t& value) const {
  const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end - 16));
  const __m128i from_0 = _mm_sub_epi8(text, _mm_set1_epi8('0'));
  const __m128i from_a = _mm_sub_epi8(text, _mm_set1_epi8('a'));
  const __m128i numerals = _mm_cmpeq_epi8(_mm_min_epu8(from_0, _mm_set1_epi8(9)), from_0);
  const __m128i letters = _mm_cmpeq_epi8(_mm_min_epu8(from_a, _mm_set1_epi8(5)), from_a);
  const auto digits = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(numerals, letters)));
  const __m128i mask = _mm_loadu_si128(reinterpret_cast<const __m128i*>(mask_));
  const __m128i nibbles = _mm_and_si128(_mm_add_epi8(text, _mm_and_si128(letters, _mm_set1_epi8(9))), mask);
  const __m128i bytes = _mm_and_si128(
      _mm_or_si128(_mm_slli_epi16(nibbles, 4), _mm_srli_epi16(nibbles, 8)), _mm_set1_epi16(0x00ff));
  value = __builtin_bswap64(static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_packus_epi16(bytes, bytes))));
  return (digits & wanted_) == wanted_;
}
#else
inline bool FixedDigits::read(const char* end, std::uint64_t& value) const {
  value = 0;
  bool all = true;
  for (const char* p = end - size_; p != end; ++p) {
    all = all && is_hex(*p);
    value = value << 4 | static_cast<std::uint64_t>((*p & 0x0f) + (*p > '9' ? 9 : 0));
  }
  return all;
}
#endif

// For numbers of up to eight digits, by their length.
inline std::array<FixedDigits, 9> all_fixed_digits() {
  return {FixedDigits(0), FixedDigits(1), FixedDigits(2), FixedDigits(3), FixedDigits(4), FixedDigits(5),
      FixedDigits(6), FixedDigits(7), FixedDigits(8)};
}

// Digits from `p` on; 0 if there are none. Of more than sixteen the last ones count.
[[gnu::always_inline]] inline std::uint64_t take_digits(const char*& p) {
  std::uint64_t value = 0;
  for (;;) {
    std::uint64_t eight;
    std::memcpy(&eight, p, sizeof eight);
    const std::uint64_t others = ~detail::hex_digits_in(eight) & detail::in_every_byte(0x80);
    const int count = others ? std::countr_zero(others) / 8 : 8;
    if (count == 0) return value;
    std::uint64_t nibbles = (eight & detail::in_every_byte(0x0f)) + 9 * (eight >> 6 & detail::in_every_byte(1));
    nibbles <<= 64 - 8 * count;
    value = (value << 4 * count) | detail::joined_nibbles(nibbles);
    p += count;
    if (count < 8) return value;
  }
}

[[gnu::always_inline]] inline std::uint64_t take_number(const char*& p) {
  if (is_blank(*p)) [[unlikely]]
    p = skip_blanks(p);
  return take_digits(p);
}

inline char* put_number(char* to, std::uint32_t value) {
  const int count = (35 - std::countl_zero(value | 1)) / 4;
  const std::uint64_t digits = detail::digits_of(value) >> (64 - 8 * count);
  std::memcpy(to, &digits, sizeof digits);
  return to + count;
}

inline char* put_number(char* to, std::uint64_t value) {
  const auto high = static_cast<std::uint32_t>(value >> 32);
  const auto low = static_cast<std::uint32_t>(value);
  if (high == 0) return put_number(to, low);
  to = put_number(to, high);
  const std::uint64_t digits = detail::digits_of(low);
  std::memcpy(to, &digits, sizeof digits);
  return to + 8;
}

// The capital letters at `p`, with a '#' in front if there is one.
inline std::string_view word_at(const char* p) {
  const char* end = *p == '#' ? p + 1 : p;
  while (is_capital(*end)) ++end;
  return {p, static_cast<std::size_t>(end - p)};
}

// The newline that ends the line at `p`; there is one before `end`.
inline const char* line_end(const char* p, const char* end) {
  if (*p == '\n') return p;
  return static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
}

}  // namespace weft::otf
