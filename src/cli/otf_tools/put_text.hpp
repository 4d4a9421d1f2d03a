// SPDX-License-Identifier: BSD-3-Clause
// Words and numbers straight into memory that has room for them.
#pragma once

#include <string_view>

#include "base/decimal.hpp"

namespace weft::cli::otf_tools {

// The largest double with six digits behind the point, and a little more.
inline constexpr std::size_t longest_real = 330;

inline char* put_word(char* to, std::string_view word) {
  std::memcpy(to, word.data(), word.size());
  return to + word.size();
}

inline char* put_signed(char* to, std::uint64_t bits) {
  const bool is_negative = static_cast<std::int64_t>(bits) < 0;
  if (is_negative) *to++ = '-';
  return put_decimal(to, is_negative ? 0 - bits : bits);
}

// A number whose type only its pattern tells.
char* put_real(char* to, double value, int digits);

}  // namespace weft::cli::otf_tools
