// SPDX-License-Identifier: BSD-3-Clause
// The table of spans: stretches of time from entering a region to leaving it.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct SpanRow {
  LocationRef location;
  std::uint64_t event{};
  NameOf<LocationRef> thread;
  NameOf<LocationGroupRef> process;
  RegionRef region;
  NameOf<RegionRef> name;
  CallingContextRef calling_context;
  Timestamp begin;
  std::optional<std::uint64_t> end;
  Seconds seconds;
  std::optional<std::int64_t> duration;
  std::optional<std::int64_t> exclusive;
  std::uint64_t depth{};
  std::optional<std::uint64_t> parent;

  static constexpr auto schema = record("spans",
      "Stretches of time from entering a region to leaving it, in the order in which they end. A leave that is not "
      "that "
      "of the innermost region is passed over.",
      field<&SpanRow::location>("location", "Where it happened: `locations.location`."),
      field<&SpanRow::event>("event", "The event that entered it: `events.event` of the location."),
      field<&SpanRow::thread>("thread", "The name of the location."),
      field<&SpanRow::process>("process", "The name of the process of the location."),
      field<&SpanRow::region>("region", "The region: `regions.region`."),
      field<&SpanRow::name>("name", "The name of the region."),
      field<&SpanRow::calling_context>("calling_context", "The calling context, where the trace has them."),
      field<&SpanRow::begin>("begin", "When it was entered, in ticks."),
      field<&SpanRow::end>("end", "When it was left, in ticks; null if it never was."),
      field<&SpanRow::seconds>("seconds", "When it was entered: seconds from the beginning of the trace."),
      field<&SpanRow::duration>("duration", "From begin to end, in ticks."),
      field<&SpanRow::exclusive>("exclusive", "The duration without that of the spans directly in it."),
      field<&SpanRow::depth>("depth", "How many spans it lies in."),
      field<&SpanRow::parent>("parent", "`event` of the span it lies directly in."));
};

std::unique_ptr<Scan> scan_spans(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
