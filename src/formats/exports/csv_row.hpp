// SPDX-License-Identifier: BSD-3-Clause
// CsvRow: rows of a table as RFC 4180 has them: commas between cells, quotes around those that need them, CR LF behind
// a row. Texts are the bytes of the trace, whatever these are.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/text_sink.hpp"

namespace weft::exports {

inline void put_csv_text(TextSink& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out.put(text);
    return;
  }
  out.put('"');
  for (const char c : text) {
    if (c == '"') out.put('"');
    out.put(c);
  }
  out.put('"');
}

class CsvRow {
 public:
  explicit CsvRow(TextSink& out) : out_(out) {}
  ~CsvRow() { out_.put("\r\n"); }
  CsvRow(const CsvRow&) = delete;
  CsvRow& operator=(const CsvRow&) = delete;

  CsvRow& number(std::uint64_t value) { return next(), out_.number(value), *this; }
  CsvRow& negative(std::int64_t value) { return next(), out_.number(value), *this; }
  CsvRow& real(double value) { return next(), out_.real(value), *this; }
  CsvRow& text(std::string_view value) { return next(), put_csv_text(out_, value), *this; }
  CsvRow& empty() { return next(), *this; }
  // A text that has been made a cell before.
  CsvRow& cell(std::string_view value) { return next(), out_.put(value), *this; }
  // The id of a definition; nothing if it is undefined.
  template <class Id>
  CsvRow& id(Id id) {
    return id.defined() ? number(id.value) : empty();
  }

 private:
  void next() {
    if (!is_first_) out_.put(',');
    is_first_ = false;
  }

  TextSink& out_;
  bool is_first_ = true;
};

}  // namespace weft::exports
