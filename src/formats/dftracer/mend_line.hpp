// SPDX-License-Identifier: BSD-3-Clause
// What the field's recorders write though it is no JSON, made into what they meant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft::dftracer {

// What was wrong with a line: bits.
enum class Mend : std::uint8_t {
  none = 0,
  quotes = 1,       // a quote or backslash inside of a text
  stray_text = 2,   // a letter behind a number
  commas = 4,       // a comma behind the last member
  control = 8,      // a control character in a text
  characters = 16,  // bytes that are no UTF-8: they become lone halves of characters
  broken = 32,      // an object on several lines
  numbers = 64,     // one that JSON cannot write so, or at all: NaN and infinity become texts
};
constexpr Mend operator|(Mend a, Mend b) {
  return static_cast<Mend>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool has(Mend mends, Mend one) {
  return (static_cast<std::uint8_t>(mends) & static_cast<std::uint8_t>(one)) != 0;
}

// The same object with the errors above mended in `out`, and which they were. Nothing if it cannot be an object. With
// `literal_backslashes` a backslash before a quote that could end a text is one: for a second attempt.
std::optional<Mend> mend_line(std::string_view line, bool literal_backslashes, std::string& out);

}  // namespace weft::dftracer
