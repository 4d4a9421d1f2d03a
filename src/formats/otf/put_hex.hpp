// SPDX-License-Identifier: BSD-3-Clause
// Hexadecimal digits straight into memory, sixteen at a time. What lexing.hpp does eight at a time is the clear
// version.
#pragma once

#include "formats/otf/lexing.hpp"

namespace weft::otf {

// Behind the last digit. Writes into lexing_slack bytes from `to` on.
inline char* put_hex(char* to, std::uint64_t value) {
#ifdef __SSE2__
  const int count = (67 - std::countl_zero(value | 1)) / 4;
  const std::uint64_t first_is_highest = __builtin_bswap64(value << (64 - 4 * count));
  const __m128i bytes = _mm_cvtsi64_si128(static_cast<long long>(first_is_highest));
  const __m128i low = _mm_set1_epi8(0x0f);
  const __m128i nibbles = _mm_unpacklo_epi8(_mm_and_si128(_mm_srli_epi16(bytes, 4), low), _mm_and_si128(bytes, low));
  const __m128i letters = _mm_and_si128(_mm_cmpgt_epi8(nibbles, _mm_set1_epi8(9)), _mm_set1_epi8('a' - '0' - 10));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_add_epi8(_mm_add_epi8(nibbles, _mm_set1_epi8('0')), letters));
  return to + count;
#else
  return put_number(to, value);
#endif
}

}  // namespace weft::otf
