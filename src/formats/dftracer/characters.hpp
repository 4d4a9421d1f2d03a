// SPDX-License-Identifier: BSD-3-Clause
// The characters of JSON, and what they make a number.
#pragma once

#include <cstddef>
#include <string_view>

namespace weft::dftracer {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// What some editors and other systems put in front of a text.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// Whether it is a number in the grammar of JSON, which has neither `1.` nor `.5`, nor zeros in front, nor infinity.
constexpr bool is_json_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const auto skip_digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - begin;
  };
  const bool has_zero_in_front = at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1]);
  if (has_zero_in_front || skip_digits() == 0) return false;
  if (at < text.size() && text[at] == '.' && (++at, skip_digits() == 0)) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (skip_digits() == 0) return false;
  }
  return at == text.size();
}

// What may stand around the objects of a trace: arrays and their commas.
constexpr bool is_around_objects(char c) { return is_blank(c) || c == ',' || c == '[' || c == ']'; }

}  // namespace weft::dftracer
