// SPDX-License-Identifier: BSD-3-Clause
// UTF-8, where bytes that claim to be text may be anything.
#pragma once

#include <cstddef>
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

}  // namespace weft
