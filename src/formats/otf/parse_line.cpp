// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/parse_line.hpp"

#include <algorithm>
#include <array>

namespace weft::otf {

bool take_other_key(const char*& p, std::string_view short_key, std::string_view long_key, std::string_view older_key) {
  const char* const start = skip_blanks(p);
  const std::string_view word = word_at(start);
  if (word.empty() || (word != long_key && word != short_key && word != older_key)) return false;
  p = start + word.size();
  return true;
}

bool take_key_of_empty_list(const char*& p, const std::string_view (&own)[2], const std::string_view (&next)[3]) {
  const char* const start = skip_blanks(p);
  const std::string_view word = word_at(start);
  for (const std::string_view key : own) {
    if (!word.starts_with(key)) continue;
    const std::string_view rest = word.substr(key.size());
    if (rest.empty() || std::ranges::find(next, rest) == std::end(next)) continue;
    p = start + key.size();
    return true;
  }
  return false;
}

bool take_text(const char*& p, std::string_view& text) {
  const char* const open = skip_blanks(p);
  if (*open != '"') return false;
  const char* close = open + 1;
  while (*close != '"' && *close != '\n') ++close;
  if (*close != '"') return false;
  text = {open + 1, static_cast<std::size_t>(close - open - 1)};
  p = close + 1;
  return true;
}

void take_list(const char*& p, std::vector<std::uint32_t>& numbers) {
  numbers.clear();
  for (;;) {
    const char* at = p;
    const std::uint64_t number = take_number(at);
    at = skip_blanks(at);
    if (*at != ',') return;
    numbers.push_back(static_cast<std::uint32_t>(number));
    p = at + 1;
  }
}

namespace {

bool take_byte_array(const char*& p, std::uint32_t key, KeyValues& values) {
  std::array<char, KeyValues::piece_bytes> bytes;
  std::size_t count = 0;
  for (p = skip_blanks(p); is_hex(p[0]) && is_hex(p[1]); p += 2) {
    if (count == bytes.size()) return false;
    const char pair[] = {p[0], p[1], '\n', 0, 0, 0, 0, 0};
    const char* digits = pair;
    bytes[count++] = static_cast<char>(take_digits(digits));
  }
  if (!take_other_key(p, "L", "LEN", "")) return false;
  values.add_bytes(key, {bytes.data(), std::min<std::size_t>(count, take_number(p))});
  return true;
}

}  // namespace

bool take_key_value(const char*& p, KeyValues& values, ParseScratch& scratch) {
  const auto key = static_cast<std::uint32_t>(take_number(p));
  scratch.expected = "TYPE";
  if (!take_other_key(p, "Y", "TYPE", "")) return false;
  const std::uint64_t type = take_number(p);
  scratch.expected = "a type from 0 to b";
  if (type >= value_types) return false;
  scratch.expected = "VALUE";
  if (!take_other_key(p, "V", "VALUE", "")) return false;
  scratch.expected = "at most 100 bytes and LEN";
  if (static_cast<ValueType>(type) == ValueType::byte_array) return take_byte_array(p, key, values);
  values.add(key, static_cast<ValueType>(type), take_number(p));
  return true;
}

}  // namespace weft::otf
