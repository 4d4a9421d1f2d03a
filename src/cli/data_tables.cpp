// SPDX-License-Identifier: BSD-3-Clause
#include "cli/data_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/json.hpp"
#include "cli/human.hpp"
#include "cli/table.hpp"

namespace weft::cli {

namespace {

constexpr std::uint64_t nanoseconds_per_second = 1'000'000'000;

double number(const Cell& cell) {
  const auto* const whole = std::get_if<std::uint64_t>(&cell);
  return whole ? static_cast<double>(*whole) : std::get<double>(cell);
}

std::string human(const Cell& cell, Unit unit) {
  if (std::holds_alternative<std::monostate>(cell)) return "-";
  if (const auto* const text = std::get_if<std::string>(&cell)) return on_one_line(*text);
  const double value = number(cell);
  switch (unit) {
    case Unit::bytes:
      return human_bytes(static_cast<std::uint64_t>(value));
    case Unit::bytes_per_second:
      return human_bytes(static_cast<std::uint64_t>(value)) + "/s";
    case Unit::nanoseconds:
      return human_time(value, nanoseconds_per_second);
    case Unit::percent:
      return fmt::format("{:.1f}", value);
    case Unit::per_second:
      return value < 100 ? fmt::format("{:.1f}", value) : human_count(static_cast<std::uint64_t>(value));
    default:
      return human_count(static_cast<std::uint64_t>(value));
  }
}

// Calls visit(row) with the first rows.
template <class Visit>
void each_row(const DataTable& table, std::size_t top, Visit&& visit) {
  for (std::size_t i = 0; i < std::min(top, table.rows.size()); ++i) visit(table.rows[i]);
}

// Columns of nothing but zeros only make tables wide.
bool says_something(std::span<const DataRow> rows, std::size_t column) {
  return std::ranges::any_of(rows, [column](const DataRow& row) {
    const Cell& cell = row[column];
    return std::holds_alternative<std::string>(cell) ||
           (!std::holds_alternative<std::monostate>(cell) && number(cell) != 0);
  });
}

void put_number(TextSink& out, const Cell& cell) {
  if (const auto* const whole = std::get_if<std::uint64_t>(&cell))
    out.number(*whole);
  else
    put_json_real(out, std::get<double>(cell));
}

// Quoted where it has to be.
void put_csv_text(TextSink& out, std::string_view text) {
  if (text.find_first_of("\",\r\n") == std::string_view::npos) return out.put(text);
  out.put('"');
  for (const char c : text) {
    if (c == '"') out.put('"');
    out.put(c);
  }
  out.put('"');
}

void put_csv_cell(TextSink& out, const Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell)) return;
  if (const auto* const text = std::get_if<std::string>(&cell))
    put_csv_text(out, *text);
  else
    put_number(out, cell);
}

void put_json_cell(TextSink& out, const Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell))
    out.put("null");
  else if (const auto* const text = std::get_if<std::string>(&cell))
    put_json_string(out, *text);
  else
    put_number(out, cell);
}

}  // namespace

void print_table(TextSink& out, const DataTable& table, std::size_t top) {
  std::vector<DataRow> rows;
  each_row(table, top, [&](DataRow row) { rows.push_back(std::move(row)); });
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (i + 1 == table.columns.size() || says_something(rows, i)) columns.push_back(i);
  std::vector<std::string> headings;
  for (const std::size_t i : columns) headings.emplace_back(table.columns[i].heading);
  Table text(table.title, std::move(headings));
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (const std::size_t i : columns) cells.push_back(human(row[i], table.columns[i].unit));
    text.row(std::move(cells));
  }
  text.print(out, table.rows.size() - rows.size());
}

void put_csv(TextSink& out, const DataTable& table, std::size_t top) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i) out.put(',');
    out.put(table.columns[i].key);
  }
  out.put('\n');
  each_row(table, top, [&](const DataRow& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i) out.put(',');
      put_csv_cell(out, row[i]);
    }
    out.put('\n');
    out.flush_if_large();
  });
}

void put_json_member(TextSink& out, const DataTable& table, std::size_t top) {
  put_json_string(out, table.key);
  out.put(":[");
  bool is_first = true;
  each_row(table, top, [&](const DataRow& row) {
    out.put(is_first ? "{" : ",{");
    is_first = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i) out.put(',');
      put_json_string(out, table.columns[i].key);
      out.put(':');
      put_json_cell(out, row[i]);
    }
    out.put('}');
    out.flush_if_large();
  });
  out.put(']');
}

}  // namespace weft::cli
