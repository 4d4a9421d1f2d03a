// SPDX-License-Identifier: BSD-3-Clause
// UTF-8, where bytes that claim to be text may be anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

// Length of the valid UTF-8 sequence at the front of `text`, or 0.
inline std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0 && tail(1)) return 2;
  if (first >= 0xe0 && first < 0xf0 && tail(1) && tail(2)) {
    const unsigned point = (first & 0xf) << 12 | (byte(1) & 0x3f) << 6;
    return point < 0x800 || (point >= 0xd800 && point < 0xe000) ? 0 : 3;
  }
  if (first >= 0xf0 && first < 0xf5 && tail(1) && tail(2) && tail(3)) {
    const unsigned point = (first & 7) << 18 | (byte(1) & 0x3f) << 12;
    return point < 0x10000 || point >= 0x110000 ? 0 : 4;
  }
  return 0;
}

// Appends the character of a code point below 0x110000.
inline void append_utf8(std::uint32_t point, std::string& to) {
  const auto tail = [&](int shift) { to.push_back(static_cast<char>(0x80 | (point >> shift & 0x3f))); };
  if (point < 0x80) {
    to.push_back(static_cast<char>(point));
  } else if (point < 0x800) {
    to.push_back(static_cast<char>(0xc0 | point >> 6));
    tail(0);
  } else if (point < 0x10000) {
    to.push_back(static_cast<char>(0xe0 | point >> 12));
    tail(6), tail(0);
  } else {
    to.push_back(static_cast<char>(0xf0 | point >> 18));
    tail(12), tail(6), tail(0);
  }
}

// The text, with U+FFFD for each byte that is no UTF-8. `scratch` holds it if it is another one.
inline std::string_view valid_utf8(std::string_view text, std::string& scratch) {
  std::size_t good = 0;
  while (good < text.size()) {
    const std::size_t length = utf8_length(text.substr(good));
    if (length == 0) break;
    good += length;
  }
  if (good == text.size()) return text;
  scratch.assign(text.substr(0, good));
  for (std::string_view left = text.substr(good); !left.empty();) {
    const std::size_t length = utf8_length(left);
    length ? scratch.append(left.substr(0, length)) : scratch.append("\xef\xbf\xbd");
    left.remove_prefix(length ? length : 1);
  }
  return scratch;
}

}  // namespace weft
