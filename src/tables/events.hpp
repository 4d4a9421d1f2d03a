// SPDX-License-Identifier: BSD-3-Clause
// The table of all events.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct EventRow {
  LocationRef location;
  std::uint64_t event{};
  Timestamp time;
  Seconds seconds;
  Kind kind{};
  RegionRef region;
  std::optional<std::uint64_t> value;
  AnyName name;
  std::string_view fields;

  static constexpr auto schema = record("events", "All events, location by location, in the order of the trace.",
      field<&EventRow::location>("location", "Where it happened: `locations.location`."),
      field<&EventRow::event>("event", "Its number within the location, from 0."),
      field<&EventRow::time>("time", "When: ticks of the trace's clock."),
      field<&EventRow::seconds>("seconds", "When: seconds from the beginning of the trace."),
      field<&EventRow::kind>("kind", "What happened: `Enter`, `Leave`, `MpiSend`, ..."),
      field<&EventRow::region>("region", "The region that is entered, left or sampled: `regions.region`."),
      field<&EventRow::value>("value", "The first field of the record: a region, a metric, a peer, ..."),
      field<&EventRow::name>("name", "The name of what `value` stands for."),
      field<&EventRow::fields>("fields", "All fields of the record, and names behind ids, as a JSON object."));
};

std::unique_ptr<Scan> scan_events(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
