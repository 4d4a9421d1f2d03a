// SPDX-License-Identifier: BSD-3-Clause
// RowPrinter: the answer to a query as a table for people, comma-separated values or JSON, row by row as they come.
// Those who read along see each row soon after it is there, however long the next one takes. Only a table that nobody
// looks at while it is made waits for its first rows, which say how wide columns are: it is the same each time.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/text_sink.hpp"
#include "query/database.hpp"

namespace weft::cli {

enum class RowFormat : std::uint8_t { table, csv, json };
std::optional<RowFormat> row_format_named(std::string_view name);

class RowPrinter {
 public:
  // `is_watched`: `out` is a terminal.
  RowPrinter(TextSink& out, RowFormat format, bool is_watched) : out_(out), format_(format), is_watched_(is_watched) {}

  // All of them; stops when they cannot be written.
  Result<> print(query::Rows& rows);

 private:
  std::jthread begin_flushing();
  void flush_now_and_then(const std::stop_token& stop);
  void head(const query::Rows& rows);
  void csv(const query::Rows& rows);
  void json(const query::Rows& rows);
  void table(const query::Rows& rows);
  void put_gathered();
  void put_line(const std::vector<std::string>& cells, bool is_head);

  std::mutex mutex_;  // what follows, while rows are printed
  TextSink& out_;
  RowFormat format_;
  bool is_watched_;
  std::vector<std::string> keys_;                   // of JSON, each another, with quotes and colon
  std::vector<std::vector<std::string>> gathered_;  // rows of a table whose widths are not known yet
  std::vector<std::size_t> widths_;
  std::vector<bool> are_numbers_;
  std::vector<std::string> names_;
};

}  // namespace weft::cli
