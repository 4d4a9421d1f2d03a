// SPDX-License-Identifier: BSD-3-Clause
// ValueText: one value as bpls writes it, in the way of its type or as a format of printf wants it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "base/text_sink.hpp"
#include "formats/bp/types.hpp"

namespace weft::cli::adios_tools {

// As "%g" does.
void put_general(TextSink& out, double value);
void put_general(TextSink& out, long double value);

inline std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// In double quotes, as it is.
void put_plain_text(TextSink& out, std::string_view text);

class ValueText {
 public:
  // Text with one conversion of a number, or two for complex ones.
  static Result<ValueText> parse(std::string_view format);

  // Numbers in the byte order of the file; not texts.
  void put(TextSink& out, const std::byte* element, bp::DataType type, ByteOrder order) const;

 private:
  struct Conversion {
    std::string before;  // the text in front of it
    std::string flags;   // with width and precision: "%-8.3"
    char letter = 0;     // 0: only text
  };

  template <class T>
  void put_converted(TextSink& out, const Conversion& conversion, T value) const;
  template <class T>
  void put_formatted(TextSink& out, T value) const;

  std::vector<Conversion> conversions_;  // none: as the type wants it
};

}  // namespace weft::cli::adios_tools
