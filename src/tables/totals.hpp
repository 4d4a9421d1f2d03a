// SPDX-License-Identifier: BSD-3-Clause
// The tables of totals: other tables summed up, for those who would group millions of their rows.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct ActivityRow {
  LocationRef location;
  NameOf<LocationRef> thread;
  NameOf<LocationGroupRef> process;
  Kind kind{};
  RegionRef region;
  NameOf<RegionRef> name;
  std::uint64_t events{};
  std::uint64_t first{};
  std::uint64_t last{};

  static constexpr auto schema = record("activity",
      "How many `events` there are: a row for each location, kind and region. Grouping these rows is many times "
      "faster.",
      field<&ActivityRow::location>("location", "Where they happened: `locations.location`."),
      field<&ActivityRow::thread>("thread", "The name of the location."),
      field<&ActivityRow::process>("process", "The name of the process of the location."),
      field<&ActivityRow::kind>("kind", "What happened: `Enter`, `Leave`, `MpiSend`, ..."),
      field<&ActivityRow::region>("region", "The region that is entered, left or sampled: `regions.region`."),
      field<&ActivityRow::name>("name", "The name of the region."),
      field<&ActivityRow::events>("events", "How many events."),
      field<&ActivityRow::first>("first", "The earliest time, in ticks."),
      field<&ActivityRow::last>("last", "The latest time, in ticks."));
};

struct VisitsRow {
  LocationRef location;
  NameOf<LocationRef> thread;
  NameOf<LocationGroupRef> process;
  RegionRef region;
  NameOf<RegionRef> name;
  std::uint64_t visits{};
  std::uint64_t open{};
  std::int64_t duration{};
  std::int64_t exclusive{};
  std::optional<std::int64_t> shortest;
  std::optional<std::int64_t> longest;

  static constexpr auto schema = record("visits",
      "How often regions were visited and for how long: a row of totals of `spans` for each location and region.",
      field<&VisitsRow::location>("location", "Where: `locations.location`."),
      field<&VisitsRow::thread>("thread", "The name of the location."),
      field<&VisitsRow::process>("process", "The name of the process of the location."),
      field<&VisitsRow::region>("region", "The region: `regions.region`."),
      field<&VisitsRow::name>("name", "The name of the region."),
      field<&VisitsRow::visits>("visits", "Spans that have an end."),
      field<&VisitsRow::open>("open", "Spans that have none; they count for nothing else."),
      field<&VisitsRow::duration>("duration", "The sum of their durations, in ticks."),
      field<&VisitsRow::exclusive>("exclusive", "The sum of their exclusive times, in ticks."),
      field<&VisitsRow::shortest>("shortest", "The shortest duration, in ticks."),
      field<&VisitsRow::longest>("longest", "The longest duration, in ticks."));
};

std::unique_ptr<Scan> scan_activity(TraceTables& of, const ScanOptions& options);
std::unique_ptr<Scan> scan_visits(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
