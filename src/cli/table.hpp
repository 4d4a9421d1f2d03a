// SPDX-License-Identifier: BSD-3-Clause
// Table: rows for people. Columns are as wide as their widest cell; all are right-aligned but the last, which names
// what the row is about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text_sink.hpp"

namespace weft::cli {

class Table {
 public:
  Table(std::string title, std::vector<std::string> headings)
      : title_(std::move(title)), columns_(headings.size()), cells_(std::move(headings)) {}

  void row(std::vector<std::string> cells);

  // `left_out` says how many rows there would be more. Of an empty table nothing is printed.
  void print(TextSink& out, std::size_t left_out = 0) const;

 private:
  std::string title_;
  std::size_t columns_;
  std::vector<std::string> cells_;
};

// A text that spoils no table and no terminal.
std::string on_one_line(std::string_view text);

}  // namespace weft::cli
