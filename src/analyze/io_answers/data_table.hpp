// SPDX-License-Identifier: BSD-3-Clause
// DataTable: an answer as rows and columns that know their units, whoever prints them, and how.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

struct DataTable {
  std::string_view key;  // by which it is asked for
  std::string title;
  std::vector<Column> columns;  // the last says what a row is about
  std::vector<std::vector<Cell>> rows;
};

}  // namespace weft
