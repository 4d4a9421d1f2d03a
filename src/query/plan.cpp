// SPDX-License-Identifier: BSD-3-Clause
#include "query/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>

namespace weft::query {

using tables::Column;
using tables::Meaning;

namespace {

constexpr std::string_view comparisons[] = {"=", "<", "<=", ">", ">="};
constexpr std::string_view orders[] = {"none", "location", "kind", "kind_descending"};

template <class E, std::size_t N>
E parsed(std::string_view text, const std::string_view (&names)[N]) {
  return static_cast<E>(std::ranges::find(names, text) - std::begin(names));
}

bool is_time(const Column& column) {
  return column.meaning == Meaning::time || column.meaning == Meaning::seconds ||
         column.meaning == Meaning::either_time;
}
bool is_location(const Column& column) {
  return column.meaning == Meaning::location || column.meaning == Meaning::either_location;
}

// Cuts off what stands before the next blank.
std::string_view next_word(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

}  // namespace

std::string Plan::text(const tables::Table& table) const {
  std::string text = fmt::format("{:x} {}", columns, orders[static_cast<std::size_t>(order)]);
  for (const Term& term : terms)
    fmt::format_to(std::back_inserter(text), " {} {} {}", table.columns[term.column].name,
        comparisons[static_cast<std::size_t>(term.comparison)], term.is_list ? "list" : "?");
  return text;
}

Plan Plan::parse(std::string_view text, const tables::Table& table) {
  Plan plan;
  const std::string_view columns = next_word(text);
  std::from_chars(columns.data(), columns.data() + columns.size(), plan.columns, 16);
  plan.order = parsed<Order>(next_word(text), orders);
  while (!text.empty()) {
    Term& term = plan.terms.emplace_back();
    term.column = table.column(next_word(text));
    term.comparison = parsed<Comparison>(next_word(text), comparisons);
    term.is_list = next_word(text) == "list";
  }
  return plan;
}

bool Plan::can_use(const tables::Table& table, std::size_t number, Comparison comparison) const {
  const Column& column = table.columns[number];
  if (column.meaning == Meaning::plain || (!is_time(column) && comparison != Comparison::equal)) return false;
  return !is_either(column.meaning) || std::ranges::none_of(terms, [&](const Term& term) {
    return term.column != number && table.columns[term.column].meaning == column.meaning;
  });
}

Order order_by(const tables::Table& table, const Column& column, bool is_descending) {
  // Also where rows are only to be grouped: SQLite may ask for groups in an order that it then takes for granted.
  if (column.meaning == Meaning::location && table.is_by_location && !is_descending) return Order::location;
  // Few rows are sorted in no time; another scan is not done in no time.
  if (column.meaning == Meaning::kind && !table.is_of_totals)
    return is_descending ? Order::kind_descending : Order::kind;
  return Order::none;
}

Estimate::Estimate(tables::TraceTables& trace, const tables::Table& table) {
  const Definitions& definitions = trace.words.definitions();
  locations_ = std::max<double>(1, static_cast<double>(trace.trace.locations().size()));
  if (table.is_of_events) {
    const auto announced = static_cast<double>(definitions.announced_events());
    rows_ = announced > 0 ? announced : 1e6;
    read_ = rows_ / 10;
    if (table.is_of_totals) rows_ /= 1000;
  } else {
    rows_ = static_cast<double>(definitions.size());
  }
  cost_of_all_ = cost_of_reading();
}

void Estimate::narrow(const Column& column, Comparison comparison) {
  double part = 1;
  if (is_location(column))
    part = 1 / locations_;
  else if (is_time(column))
    part = comparison == Comparison::equal ? 1e-4 : 0.1;
  else
    part = 0.02;
  rows_ *= part;
  const bool reads_less = column.meaning != Meaning::kind && column.meaning != Meaning::region &&
                          column.meaning != Meaning::region_name && !is_either(column.meaning);
  if (reads_less) read_ *= part;
}

template <class Id>
void FilterBuilder::keep(std::set<Id>& filter, const std::set<Id>& wanted) {
  std::set<Id> both;
  if (filter.empty())
    both = wanted;
  else
    std::ranges::set_intersection(filter, wanted, std::inserter(both, both.end()));
  // An empty set would mean all.
  is_empty_ = is_empty_ || both.empty();
  filter = std::move(both);
}

void FilterBuilder::add(const Term& term, const std::vector<Operand>& operands) {
  const Column& column = table_.columns[term.column];
  if (is_time(column)) return add_times(term.comparison, operands, column.meaning == Meaning::seconds);
  std::set<LocationRef> locations;
  std::set<RegionRef> regions;
  std::set<Kind> kinds;
  for (const Operand& operand : operands) {
    const auto* const number = std::get_if<std::int64_t>(&operand);
    const auto* const real = std::get_if<double>(&operand);
    const auto* const text = std::get_if<std::string>(&operand);
    if (column.meaning == Meaning::kind || column.meaning == Meaning::region_name) {
      // Whatever a number is taken for, SQLite knows.
      if (number || real) return;
      if (!text) continue;
      if (column.meaning == Meaning::kind) {
        if (const auto kind = kind_named(*text)) kinds.insert(*kind);
        continue;
      }
      for (const def::Region& region : trace_.words.definitions().all<def::Region>())
        if (trace_.words.definitions().name(region.self) == *text) regions.insert(region.self);
      continue;
    }
    if (real || text) return;
    if (!number || *number < 0) continue;
    if (is_location(column))
      locations.insert({static_cast<std::uint64_t>(*number)});
    else if (*number < RegionRef::undefined)
      regions.insert({static_cast<std::uint32_t>(*number)});
  }
  if (is_location(column)) keep(filter_.locations, locations);
  if (column.meaning == Meaning::kind) keep(filter_.kinds, kinds);
  if (column.meaning == Meaning::region || column.meaning == Meaning::region_name) keep(filter_.regions, regions);
}

void FilterBuilder::add_times(Comparison comparison, const std::vector<Operand>& operands, bool are_seconds) {
  // Where the operands lie, in ticks. Rounded to both sides, because SQLite looks again.
  std::optional<double> least, greatest;
  std::optional<std::int64_t> exact;
  for (const Operand& operand : operands) {
    const auto* const number = std::get_if<std::int64_t>(&operand);
    const auto* const real = std::get_if<double>(&operand);
    if (std::holds_alternative<std::string>(operand)) return;
    if (!number && !real) continue;  // null is equal to nothing
    double ticks = number ? static_cast<double>(*number) : *real;
    if (std::isnan(ticks)) return;
    if (are_seconds)
      ticks = ticks * trace_.words.resolution() + static_cast<double>(trace_.words.first_tick());
    else if (number && operands.size() == 1)
      exact = *number;
    least = std::min(least.value_or(ticks), ticks);
    greatest = std::max(greatest.value_or(ticks), ticks);
  }
  if (!least) {
    is_empty_ = true;
    return;
  }
  TimeRange range = filter_.time.value_or(TimeRange{});
  // Doubles have 53 bits, and reckoning with seconds loses some.
  const double slack = exact ? 0 : 2 + std::abs(*greatest) * 1e-15;
  const auto at_most = [&](double ticks) {
    const double bound = ticks + slack;
    if (bound < 0) is_empty_ = true;
    const Ticks last = exact             ? static_cast<Ticks>(std::max<std::int64_t>(0, *exact))
                       : bound >= 0x1p63 ? ~Ticks{0}
                                         : static_cast<Ticks>(std::max(0.0, bound));
    range.last = std::min(range.last, last);
  };
  const auto at_least = [&](double ticks) {
    const double bound = ticks - slack;
    if (bound <= 0) return;
    const Ticks first = exact             ? static_cast<Ticks>(*exact)
                        : bound >= 0x1p63 ? Ticks{1} << 63
                                          : static_cast<Ticks>(bound);
    range.first = std::max(range.first, first);
  };
  if (comparison == Comparison::equal || comparison == Comparison::less || comparison == Comparison::less_or_equal)
    at_most(*greatest);
  if (comparison == Comparison::equal || comparison == Comparison::greater ||
      comparison == Comparison::greater_or_equal)
    at_least(*least);
  is_empty_ = is_empty_ || range.first > range.last;
  filter_.time = range;
}

}  // namespace weft::query
