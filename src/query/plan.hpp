// SPDX-License-Identifier: BSD-3-Clause
// Plan: how a statement will ask for the rows of a table: which columns, which constraints its scan can use, and in
// which order the rows come. Knows nothing of SQLite, but what it may ask for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tables/scan.hpp"

namespace weft::query {

enum class Comparison : std::uint8_t { equal, less, less_or_equal, greater, greater_or_equal };

// An order that rows come in without being sorted: as they are, or kind after kind, with a scan for each.
enum class Order : std::uint8_t { none, location, kind, kind_descending };

struct Term {
  std::size_t column = 0;
  Comparison comparison = Comparison::equal;
  bool is_list = false;  // any of several values
};

struct Plan {
  std::uint64_t columns = tables::all_columns;
  Order order = Order::none;
  std::vector<Term> terms = {};

  // Whether a scan can use such a constraint besides the terms there are. Of columns of which either is enough, only
  // one can be constrained.
  bool can_use(const tables::Table& table, std::size_t column, Comparison comparison) const;

  // "1f by kind: time >= ?, location = ?", which users can read and we can, too.
  std::string text(const tables::Table& table) const;
  static Plan parse(std::string_view text, const tables::Table& table);
};

// How rows that are to be ordered or grouped by the column come.
Order order_by(const tables::Table& table, const tables::Column& column, bool is_descending);

// How many rows to expect, and what a scan costs.
//
// SQLite answers OR with one scan for each side where these are cheaper than one of all rows, and then unites them by
// the numbers of rows. Ours have none that outlive a scan. So no scan costs less than a good half of all: two never
// pay.
class Estimate {
 public:
  Estimate(tables::TraceTables& trace, const tables::Table& table);
  void narrow(const tables::Column& column, Comparison comparison);
  double rows() const { return rows_ < 1 ? 1 : rows_; }
  double cost() const { return std::max(cost_of_reading(), 0.6 * cost_of_all_); }

 private:
  double cost_of_reading() const { return setup_ + read_ + rows(); }

  double locations_ = 1;
  double rows_ = 1;
  double read_ = 0;  // what the scan has to look at, compared with handing over a row
  double setup_ = 10;
  double cost_of_all_ = 0;
};

// What a constraint compares with; nothing if it is null.
using Operand = std::variant<std::monostate, std::int64_t, double, std::string>;

// Constraints as a filter of a scan. It lets pass all rows that fulfil them, and may let pass others.
class FilterBuilder {
 public:
  FilterBuilder(tables::TraceTables& trace, const tables::Table& table) : trace_(trace), table_(table) {}

  // One of the operands.
  void add(const Term& term, const std::vector<Operand>& operands);
  // Whether no row can pass.
  bool is_empty() const { return is_empty_; }
  const EventFilter& filter() const { return filter_; }

 private:
  void add_times(Comparison comparison, const std::vector<Operand>& operands, bool are_seconds);
  template <class Id>
  void keep(std::set<Id>& filter, const std::set<Id>& wanted);

  tables::TraceTables& trace_;
  const tables::Table& table_;
  EventFilter filter_;
  bool is_empty_ = false;
};

}  // namespace weft::query
