// SPDX-License-Identifier: BSD-3-Clause
// The table of values of metrics.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct MetricRow {
  LocationRef location;
  std::uint64_t event{};
  Timestamp time;
  Seconds seconds;
  MetricRef metric;
  std::uint64_t place{};
  NameOf<MetricMemberRef> name;
  std::string_view unit;
  Type type{};
  double value{};
  std::optional<std::int64_t> integer;

  static constexpr auto schema = record("metrics", "Values of metrics: a row for each value of each event.",
      field<&MetricRow::location>("location", "Where it was recorded: `locations.location`."),
      field<&MetricRow::event>("event", "The event that has it: `events.event` of the location."),
      field<&MetricRow::time>("time", "When, in ticks."),
      field<&MetricRow::seconds>("seconds", "When: seconds from the beginning of the trace."),
      field<&MetricRow::metric>("metric", "The metric class or instance."),
      field<&MetricRow::place>("place", "Which value of the event, from 0."),
      field<&MetricRow::name>("name", "What was measured."), field<&MetricRow::unit>("unit", "Its unit."),
      field<&MetricRow::type>("type", "`INT64`, `UINT64` or `DOUBLE`."),
      field<&MetricRow::value>("value", "The value."),
      field<&MetricRow::integer>("integer", "The exact value, if it is a whole number below 2^63."));
};

std::unique_ptr<Scan> scan_metrics(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
