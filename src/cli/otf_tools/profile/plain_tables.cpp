// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/plain_tables.hpp"

#include <fmt/format.h>

#include <cmath>

namespace weft::cli::otf_tools::profile {

namespace {

PlainTable properties(const Tables& tables) {
  PlainTable table{"properties", "Trace Properties", {"property", "value"}, {}};
  table.rows = {{"OTF version", tables.version}, {"creator", tables.creator}, {"file", tables.file},
      {"processes", tables.processes}, {"ticks per second", tables.ticks_per_second}};
  for (const auto& comment : tables.comments) table.rows.push_back({"comment", comment});
  return table;
}

PlainTable functions(
    std::string name, std::string_view order, const Tables& tables, const std::vector<FunctionRow>& rows) {
  PlainTable table{std::move(name), fmt::format("Top {} of {} Functions by {}", rows.size(), tables.functions, order),
      {"function", "invocations", "exclusive seconds", "inclusive seconds"}, {}};
  for (const auto& row : rows) table.rows.push_back({row.name, row.calls, row.exclusive, row.inclusive});
  return table;
}

PlainTable dispersion(const Tables& tables) {
  PlainTable table{"dispersion", "Dispersion of Functions (in seconds)",
      {"function", "call path", "invocations", "weight", "min", "1/4", "median", "3/4", "95%", "max", "average"}, {}};
  for (const auto& row : tables.dispersion)
    table.rows.push_back({row.function, row.path, row.calls, row.weight, row.least, row.lower_quartile, row.median,
        row.upper_quartile, row.percentile_95, row.most, row.average});
  return table;
}

PlainTable counter(const CounterTable& counter) {
  PlainTable table{"counter", fmt::format("Counter {} (Top {})", counter.name, counter.rows.size()),
      {"function", "exclusive seconds", counter.name + " per second"}, {}};
  for (const auto& row : counter.rows) table.rows.push_back({row.function, row.exclusive, row.rate});
  return table;
}

// Averages of the processes of a group, with the range they are from.
PlainTable traffic(const Tables& tables, const TrafficTable& traffic) {
  using Row = TrafficTable::Row;
  static constexpr std::pair<std::string_view, GroupValue Row::*> values[] = {{"sends", &Row::sends},
      {"receives", &Row::receives}, {"sent bytes", &Row::sent_bytes}, {"received bytes", &Row::received_bytes},
      {"send seconds", &Row::send_seconds}, {"receive seconds", &Row::receive_seconds}};
  PlainTable table{traffic.is_messages ? "messages" : "collectives", traffic.name, {"processes"}, {}};
  for (const auto& [name, value] : values)
    for (const std::string_view kind : {"", " min", " max"}) table.columns.push_back(fmt::format("{}{}", name, kind));
  for (std::size_t i = 0; i < traffic.rows.size(); ++i) {
    auto& row = table.rows.emplace_back();
    row.emplace_back(tables.groups[i].name());
    for (const auto& [name, member] : values) {
      const GroupValue& value = traffic.rows[i].*member;
      for (const double number : {value.average(), value.least, value.most}) row.emplace_back(number);
    }
  }
  return table;
}

PlainTable rates(const Tables& tables) {
  PlainTable table{"data rates", "P2P - Message Data Rate (average)", {"sender", "receiver", "bytes per second"}, {}};
  for (const auto& cell : tables.rates)
    table.rows.push_back(
        {tables.groups[cell.sender].name(), tables.groups[cell.receiver].name(), cell.bytes_per_second});
  return table;
}

PlainTable rate_counts(const Tables& tables) {
  PlainTable table{"data rate histogram", "P2P - Message Data Rate Histogram",
      {"bytes from", "bytes per second from", "messages"}, {}};
  for (const auto& cell : tables.rate_counts)
    table.rows.push_back({std::ldexp(1.0, cell.length_power), std::ldexp(1.0, cell.rate_power), cell.messages});
  return table;
}

}  // namespace

std::vector<PlainTable> plain_tables(const Tables& tables) {
  std::vector<PlainTable> all{properties(tables),
      functions("functions by time", "Exclusive Time", tables, tables.by_time),
      functions("functions by calls", "Invocations", tables, tables.by_calls)};
  if (!tables.dispersion.empty()) all.push_back(dispersion(tables));
  for (const auto& table : tables.counters) all.push_back(counter(table));
  for (const auto& table : tables.traffic) {
    all.push_back(traffic(tables, table));
    if (!table.is_messages || tables.rates.empty()) continue;
    all.push_back(rates(tables));
    all.push_back(rate_counts(tables));
  }
  return all;
}

}  // namespace weft::cli::otf_tools::profile
