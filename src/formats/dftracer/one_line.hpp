// SPDX-License-Identifier: BSD-3-Clause
// An object on a line of its own, wherever it comes from.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text_sink.hpp"

namespace weft::dftracer {

inline bool is_line_break(char c) { return c == '\n' || c == '\r'; }

// In documents, objects may stand on several lines: newlines are blanks there, because none is within a text.
inline void end_line(std::string& text, std::size_t begin) {
  std::replace_if(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), is_line_break, ' ');
  text.push_back('\n');
}

inline void append_line(std::string& to, std::string_view object) {
  const std::size_t begin = to.size();
  to.append(object);
  end_line(to, begin);
}

inline void put_in_line(TextSink& to, std::string_view json) {
  char* const begin = to.room(json.size());
  to.wrote_to(std::replace_copy_if(json.begin(), json.end(), begin, is_line_break, ' '));
}

inline void put_line(TextSink& to, std::string_view object) {
  put_in_line(to, object);
  to.put('\n');
}

inline std::string as_line(std::string_view object) {
  std::string line;
  append_line(line, object);
  return line;
}

}  // namespace weft::dftracer
