// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/statistics_text.hpp"

#include <fmt/format.h>

#include <array>
#include <type_traits>

#include "cli/adios_tools/value_text.hpp"

namespace weft::cli::adios_tools {

namespace {

using bp::DataType;
using bp::Statistic;

struct Column {
  Statistic needs;  // what must have been stored for it
  bool is_bound;    // a number of the variable's own type
  std::optional<long double> (*of)(const bp::Summary&);
};
constexpr Column columns[] = {
    {Statistic::min, true, [](const bp::Summary& summary) { return summary.min; }},
    {Statistic::max, true, [](const bp::Summary& summary) { return summary.max; }},
    {Statistic::sum, false, [](const bp::Summary& summary) -> std::optional<long double> { return summary.average(); }},
    {Statistic::sum_square, false,
        [](const bp::Summary& summary) -> std::optional<long double> { return summary.deviation(); }},
};

bool is_whole(DataType type) {
  bool is = false;
  bp::visit_element(type, [&](auto identity) { is = std::is_integral_v<typename decltype(identity)::type>; });
  return is;
}

void put_number(TextSink& out, long double number, const Column& column, DataType type) {
  if (column.is_bound && is_whole(type)) {
    if (number < 0)
      out.number(static_cast<std::int64_t>(number));
    else
      out.number(static_cast<std::uint64_t>(number));
  } else if (column.is_bound && type == DataType::long_double) {
    put_general(out, number);
  } else {
    put_general(out, static_cast<double>(number));
  }
}

// Complex numbers: those of arrays have magnitude and real part, those of scalars both parts.
bool put_column(TextSink& out, const bp::Statistics& statistics, const Column& column, const bp::Variable& variable) {
  if (!bp::is_complex(variable.type())) {
    const auto number = column.of(statistics.all());
    if (number) put_number(out, *number, column, variable.type());
    return number.has_value();
  }
  const std::size_t first = variable.kind() == bp::ArrayKind::scalar ? 1 : 0;
  const auto one = column.of(statistics.parts[first]);
  const auto other = column.of(statistics.parts[first + 1]);
  if (!one || !other) return false;
  out.put('('), put_number(out, *one, column, DataType::double_);
  out.put(",i"), put_number(out, *other, column, DataType::double_), out.put(')');
  return true;
}

void put_cell(TextSink& out, const std::optional<bp::Statistics>& statistics, const Column& column, DataType type) {
  const auto number = statistics ? column.of(statistics->all()) : std::nullopt;
  if (!number)
    out.put(fmt::format("{:>10}  ", "null"));
  else if (column.is_bound && is_whole(type))
    out.put(fmt::format("{:>10.0f}  ", *number));
  else if (is_whole(type))
    out.put(fmt::format("{:>10.2f}  ", static_cast<double>(*number)));
  else
    out.put(fmt::format("{:>10.2g}  ", static_cast<double>(*number)));
}

void put_line(TextSink& out, std::string_view title, const std::optional<bp::Statistics>& statistics, DataType type) {
  out.put(fmt::format("\n           {:<6}:", title));
  for (const Column& column : columns) put_cell(out, statistics, column, type);
  out.flush_if_large();
}

}  // namespace

void put_statistics(TextSink& out, const bp::Variable& variable) {
  const auto statistics = variable.statistics();
  std::string_view between;
  for (const Column& column : columns) {
    out.put(between);
    if (!statistics || !put_column(out, *statistics, column, variable)) out.put("null ");
    between = " / ";
  }
}

void put_block_statistics(TextSink& out, const bp::Variable& variable, const bp::Characteristics& block) {
  const auto statistics = variable.statistics(block);
  std::string_view between;
  for (const Column& column : columns) {
    out.put(between);
    if (!statistics || !put_column(out, *statistics, column, variable))
      out.put(block.bitmap & bit(column.needs) ? "null " : "N/A ");
    between = between.empty() ? " / " : "/ ";
  }
}

void put_step_statistics(TextSink& out, const bp::Variable& variable, std::uint64_t first, std::uint64_t count) {
  out.put('\n'), out.pad(18);
  for (const std::string_view title : {"MIN", "MAX", "AVG", "STD DEV"}) out.put(fmt::format("{:>10}  ", title));
  put_line(out, "global", variable.statistics(), variable.type());
  const auto steps = variable.steps();
  for (std::uint64_t i = first; i < first + count; ++i)
    put_line(
        out, fmt::format("t{}", i), i < steps.size() ? variable.statistics(steps[i]) : std::nullopt, variable.type());
  out.put('\n');
}

}  // namespace weft::cli::adios_tools
