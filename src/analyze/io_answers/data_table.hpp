// SPDX-License-Identifier: BSD-3-Clause
// DataTable: an answer as rows and columns that know their units, whoever prints them, and how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace weft {

enum class Unit : std::uint8_t { text, count, bytes, nanoseconds, percent, bytes_per_second, per_second };

struct Column {
  std::string_view key;      // for programs: a word that says the unit, too
  std::string_view heading;  // for people
  Unit unit;
};

using Cell = std::variant<std::monostate, std::uint64_t, double, std::string>;  // nothing: there is no such number

using DataRow = std::vector<Cell>;

// Rows of a table. Those of a long one are made when somebody looks at them.
class DataRows {
 public:
  DataRows() = default;
  DataRows(std::size_t size, std::function<DataRow(std::size_t)> make) : size_(size), make_(std::move(make)) {}

  void push_back(DataRow row) {
    rows_.push_back(std::move(row));
    size_ = rows_.size();
  }
  std::size_t size() const { return size_; }
  DataRow operator[](std::size_t i) const { return make_ ? make_(i) : rows_[i]; }

 private:
  std::vector<DataRow> rows_;
  std::size_t size_ = 0;
  std::function<DataRow(std::size_t)> make_;
};

struct DataTable {
  std::string_view key;  // by which it is asked for
  std::string title;
  std::vector<Column> columns;  // the last says what a row is about
  DataRows rows;
};

}  // namespace weft
