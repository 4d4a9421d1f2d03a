// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/c_names.hpp"

#include <cctype>

namespace weft::otf2::stamp {

namespace {

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

std::string upper_snake(std::string_view camel) {
  std::string out;
  for (const char c : camel) {
    if (is_upper(c) && !out.empty()) out += '_';
    out += upper(c);
  }
  return out;
}

std::string camel(std::string_view upper_snake) {
  std::string out;
  bool begins_word = true;
  for (const char c : upper_snake) {
    if (c != '_') out += begins_word ? upper(c) : lower(c);
    begins_word = c == '_';
  }
  return out;
}

std::string lower_first(std::string_view name) {
  std::string out{name};
  if (!out.empty()) out.front() = lower(out.front());
  return out;
}

std::string_view detail::type_in(std::string_view function) {
  constexpr std::string_view mark = "T = ";
  function.remove_prefix(function.find(mark) + mark.size());
  return function.substr(0, function.find_first_of(";]"));
}

}  // namespace weft::otf2::stamp
