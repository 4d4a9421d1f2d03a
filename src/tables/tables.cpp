// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "tables/attributes.hpp"
#include "tables/collectives.hpp"
#include "tables/definition_tables.hpp"
#include "tables/events.hpp"
#include "tables/io.hpp"
#include "tables/messages.hpp"
#include "tables/metrics.hpp"
#include "tables/scan.hpp"
#include "tables/spans.hpp"
#include "tables/totals.hpp"

namespace weft::tables {

namespace {

enum class Made { of_definitions, of_events, location_by_location, totals_by_location };

template <Record Row>
constexpr Table table(std::unique_ptr<Scan> (*scan)(TraceTables&, const ScanOptions&), Made made) {
  return {Row::schema.name, Row::schema.doc, columns_of<Row>, scan, made != Made::of_definitions,
      made >= Made::location_by_location, made == Made::totals_by_location};
}

constexpr Table list[] = {
    table<EventRow>(scan_events, Made::location_by_location),
    table<SpanRow>(scan_spans, Made::location_by_location),
    table<RegionRow>(scan_regions, Made::of_definitions),
    table<LocationRow>(scan_locations, Made::of_definitions),
    table<MessageRow>(scan_messages, Made::of_events),
    table<CollectiveRow>(scan_collectives, Made::location_by_location),
    table<MetricRow>(scan_metrics, Made::location_by_location),
    table<IoRow>(scan_io, Made::of_events),
    table<AttributeRow>(scan_attributes, Made::location_by_location),
    table<DefinitionRow>(scan_definitions, Made::of_definitions),
    table<FileRow>(scan_files, Made::of_definitions),
    table<TraceRow>(scan_trace, Made::of_definitions),
    table<ActivityRow>(scan_activity, Made::totals_by_location),
    table<VisitsRow>(scan_visits, Made::totals_by_location),
};

}  // namespace

std::size_t Table::column(std::string_view named) const {
  return static_cast<std::size_t>(std::ranges::find(columns, named, &Column::name) - columns.begin());
}

std::span<const Table> all_tables() { return list; }

const Table* find_table(std::string_view name) {
  const auto found = std::ranges::find(list, name, &Table::name);
  return found == std::end(list) ? nullptr : &*found;
}

}  // namespace weft::tables
