// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/record.hpp"

#include "base/utf8.hpp"

namespace weft::dftracer {

namespace {

constexpr std::uint32_t replacement = 0xfffd;

// The four digits behind the letter u, or nothing.
std::optional<std::uint32_t> code_at(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
  std::uint32_t code = 0;
  const char* const first = text.data() + at + 2;
  const auto [end, error] = std::from_chars(first, first + 4, code, 16);
  return error == std::errc{} && end == first + 4 ? std::optional(code) : std::nullopt;
}

// Appends the character of the escape at `at`; its length.
std::size_t append_code(std::string_view text, std::size_t at, std::string& to) {
  const auto code = code_at(text, at);
  if (!code) return to.push_back(text[at]), 1;
  if (*code >= 0xd800 && *code < 0xdc00) {
    const auto second = code_at(text, at + 6);
    if (second && *second >= 0xdc00 && *second < 0xe000) {
      append_utf8(0x10000 + ((*code - 0xd800) << 10) + (*second - 0xdc00), to);
      return 12;
    }
    append_utf8(replacement, to);
  } else if (*code >= 0xdc80 && *code < 0xdd00) {
    to.push_back(static_cast<char>(*code - 0xdc00));
  } else {
    // Texts of other formats end at a NUL.
    append_utf8((*code >= 0xdc00 && *code < 0xe000) || *code == 0 ? replacement : *code, to);
  }
  return 6;
}

}  // namespace

void append_unescaped(std::string_view escaped, std::string& to) {
  std::size_t at = 0;
  while (at < escaped.size()) {
    const std::size_t next = std::min(escaped.find('\\', at), escaped.size());
    to.append(escaped.substr(at, next - at));
    at = next;
    if (at + 1 >= escaped.size()) break;
    constexpr std::string_view letters = "bfnrt";
    constexpr std::string_view characters = "\b\f\n\r\t";
    const char c = escaped[at + 1];
    if (c == 'u') {
      at += append_code(escaped, at, to);
      continue;
    }
    const std::size_t known = letters.find(c);
    to.push_back(known == std::string_view::npos ? c : characters[known]);
    at += 2;
  }
}

}  // namespace weft::dftracer
