// SPDX-License-Identifier: BSD-3-Clause
#include "check/findings.hpp"

#include "base/json.hpp"

namespace weft::check {

namespace {

// The longest beginning of at most `bytes` that does not cut a UTF-8 character in two.
std::string_view beginning(std::string_view text, std::size_t bytes) {
  const auto continues = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80; };
  while (bytes > 0 && continues(bytes)) --bytes;
  return text.substr(0, bytes);
}

}  // namespace

std::string in_quotes(std::string_view name) {
  constexpr std::size_t longest = 80;
  TextSink text;
  put_json_string(text, name.size() > longest ? std::string(beginning(name, longest)) + "..." : std::string(name));
  return std::string(text.text());
}

}  // namespace weft::check
