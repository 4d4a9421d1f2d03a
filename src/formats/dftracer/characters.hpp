// SPDX-License-Identifier: BSD-3-Clause
// The characters of JSON.
#pragma once

namespace weft::dftracer {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// What may stand around the objects of a trace: arrays and their commas.
constexpr bool is_around_objects(char c) { return is_blank(c) || c == ',' || c == '[' || c == ']'; }

}  // namespace weft::dftracer
