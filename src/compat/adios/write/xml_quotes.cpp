// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/xml_quotes.hpp"

#include <algorithm>
#include <utility>

#include "compat/adios/common/words.hpp"

namespace weft::adios {

namespace {

// How long what begins here is, if it is text to be left alone: a comment, a section of data, an instruction.
std::size_t untouched(std::string_view xml) {
  constexpr std::pair<std::string_view, std::string_view> kinds[] = {
      {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};
  for (const auto& [begin, end] : kinds)
    if (xml.starts_with(begin)) {
      const std::size_t found = xml.find(end, begin.size());
      return found == std::string_view::npos ? xml.size() : found + end.size();
    }
  return 0;
}

std::size_t value_length(std::string_view xml) {
  std::size_t length = 0;
  while (length < xml.size() && !is_blank(xml[length]) && xml[length] != '>' && !xml.substr(length).starts_with("/>"))
    ++length;
  return length;
}

// An element from its '<' on; takes it from the front of `xml`.
void put_tag(std::string_view& xml, std::string& out) {
  const auto take = [&](std::size_t count) {
    out += xml.substr(0, count);
    xml.remove_prefix(std::min(count, xml.size()));
  };
  while (!xml.empty() && xml.front() != '>') {
    const bool is_value = xml.front() == '=';
    take(1);
    if (!is_value) continue;
    take(static_cast<std::size_t>(std::ranges::find_if_not(xml, is_blank) - xml.begin()));
    if (xml.empty()) return;
    if (xml.front() == '"' || xml.front() == '\'') {
      const std::size_t end = xml.find(xml.front(), 1);
      take(end == std::string_view::npos ? xml.size() : end + 1);
    } else {
      out += '"';
      take(value_length(xml));
      out += '"';
    }
  }
}

}  // namespace

std::string with_quotes(std::string_view xml) {
  std::string out;
  while (!xml.empty()) {
    const std::size_t length = xml.front() == '<' ? untouched(xml) : std::min(xml.find('<'), xml.size());
    out += xml.substr(0, length);
    xml.remove_prefix(length);
    if (length == 0) put_tag(xml, out);
  }
  return out;
}

}  // namespace weft::adios
