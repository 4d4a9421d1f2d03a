// SPDX-License-Identifier: BSD-3-Clause
#include "schema/enumeration.hpp"

#include <cctype>
#include <charconv>

namespace weft {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::uint64_t parse_value(std::string_view digits) {
  const bool hex = digits.starts_with("0x");
  if (hex) digits.remove_prefix(2);
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
  return value;
}

}  // namespace

std::vector<Enumerator> parse_enumerators(std::string_view spelled) {
  std::vector<Enumerator> all;
  while (!spelled.empty()) {
    const auto comma = spelled.find(',');
    const std::string_view one = spelled.substr(0, comma);
    spelled = comma == std::string_view::npos ? std::string_view{} : spelled.substr(comma + 1);
    const auto equals = one.find('=');
    std::string name{trimmed(one.substr(0, equals))};
    if (name.ends_with('_')) name.pop_back();
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    all.push_back({parse_value(trimmed(one.substr(equals + 1))), std::move(name)});
  }
  return all;
}

}  // namespace weft
