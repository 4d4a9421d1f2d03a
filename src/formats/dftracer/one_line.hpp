// SPDX-License-Identifier: BSD-3-Clause
// An object on a line of its own, wherever it comes from.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace weft::dftracer {

// In documents, objects may stand on several lines: newlines are blanks there, because none is within a text.
inline void end_line(std::string& text, std::size_t begin) {
  std::replace(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), '\n', ' ');
  text.push_back('\n');
}

inline void append_line(std::string& to, std::string_view object) {
  const std::size_t begin = to.size();
  to.append(object);
  end_line(to, begin);
}

inline std::string as_line(std::string_view object) {
  std::string line;
  append_line(line, object);
  return line;
}

}  // namespace weft::dftracer
