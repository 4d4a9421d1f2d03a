// SPDX-License-Identifier: BSD-3-Clause
// The table of attributes of events.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct AttributeRow {
  LocationRef location;
  std::uint64_t event{};
  Timestamp time;
  Seconds seconds;
  Kind kind{};
  AttributeRef attribute;
  NameOf<AttributeRef> name;
  Type type{};
  std::optional<double> value;
  std::optional<std::int64_t> integer;
  std::optional<std::string_view> text;

  static constexpr auto schema = record("attributes", "Attributes of events: a row for each of them.",
      field<&AttributeRow::location>("location", "Where the event happened: `locations.location`."),
      field<&AttributeRow::event>("event", "The event that has it: `events.event` of the location."),
      field<&AttributeRow::time>("time", "When the event happened, in ticks."),
      field<&AttributeRow::seconds>("seconds", "When: seconds from the beginning of the trace."),
      field<&AttributeRow::kind>("kind", "The kind of the event."),
      field<&AttributeRow::attribute>("attribute", "The definition of the attribute."),
      field<&AttributeRow::name>("name", "Its name."),
      field<&AttributeRow::type>("type", "The type of the value: `UINT32`, `DOUBLE`, `STRING`, `REGION`, ..."),
      field<&AttributeRow::value>("value", "The value, if it is a number."),
      field<&AttributeRow::integer>("integer", "The exact value, if it is a whole number below 2^63 or an id."),
      field<&AttributeRow::text>("text", "The value, if it is a text; the name of what it refers to otherwise."));
};

std::unique_ptr<Scan> scan_attributes(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
