// SPDX-License-Identifier: BSD-3-Clause
// LineParser: one JSON object as a Record. simdjson finds the tokens, with the vector instructions that the machine
// has; the values are read where they stand. One parser per thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

// Bytes behind a line that may be read, whatever they are.
inline constexpr std::size_t line_padding = 64;

class LineParser {
 public:
  LineParser();
  ~LineParser();

  // False if the text is no object, or not the object of an event: nothing is known then. `line` has no blanks around
  // it, and line_padding bytes behind it. The record borrows from the line.
  bool parse(std::string_view line, Record& record);

  // The same for lines that stand one behind the other, with less effort for each: first finds the tokens of all. False
  // if one of them makes that impossible: then they have to be parsed one by one.
  bool look_ahead(std::string_view lines);
  // Of those lines, in their order. Where this is false, parsing the line alone may still be possible.
  bool parse_ahead(std::string_view line, Record& record);
  // The same for the object that begins there: where it ends, null if it is none.
  const char* parse_ahead(const char* begin, Record& record);

 private:
  struct Found;
  static bool parse(Found& found, std::string_view line, Record& record);
  static const char* parse_object_at(Found& found, const char* begin, Record& record);

  std::unique_ptr<Found> alone_;
  std::unique_ptr<Found> ahead_;
};

}  // namespace weft::dftracer
