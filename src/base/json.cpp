// SPDX-License-Identifier: BSD-3-Clause
#include "base/json.hpp"

#include <cmath>
#include <cstdint>

namespace weft {

namespace {

// Length of the valid UTF-8 sequence at the front of `text`, or 0.
std::size_t utf8_length(std::string_view text) {
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

void put_escape(TextSink& out, unsigned code) {
  constexpr char digits[] = "0123456789abcdef";
  out.put("\\u");
  for (const unsigned shift : {12u, 8u, 4u, 0u}) out.put(digits[code >> shift & 0xf]);
}

}  // namespace

void put_json_string(TextSink& out, std::string_view text) {
  out.put('"');
  while (!text.empty()) {
    const auto c = static_cast<unsigned char>(text.front());
    const std::size_t length = utf8_length(text);
    if (length == 0)
      put_escape(out, 0xdc00u + c);
    else if (c == '"' || c == '\\')
      out.put('\\'), out.put(text.front());
    else if (c == '\n')
      out.put("\\n");
    else if (c == '\t')
      out.put("\\t");
    else if (c < 0x20 || c == 0x7f)
      put_escape(out, c);
    else
      out.put(text.substr(0, length));
    text.remove_prefix(length ? length : 1);
  }
  out.put('"');
}

void put_json_real(TextSink& out, double value) {
  if (std::isnan(value))
    out.put("\"nan\"");
  else if (std::isinf(value))
    out.put(value > 0 ? "\"inf\"" : "\"-inf\"");
  else
    out.real(value);
}

}  // namespace weft
