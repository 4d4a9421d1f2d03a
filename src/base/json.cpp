// SPDX-License-Identifier: BSD-3-Clause
#include "base/json.hpp"

#include <cmath>

#include "base/utf8.hpp"

namespace weft {

namespace {

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
