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

namespace weft::tables {

namespace {

template <Record Row>
constexpr Table table(std::unique_ptr<Scan> (*scan)(TraceTables&, const ScanOptions&)) {
  return {Row::schema.name, Row::schema.doc, columns_of<Row>, scan};
}

constexpr Table list[] = {
    table<EventRow>(scan_events),
    table<SpanRow>(scan_spans),
    table<RegionRow>(scan_regions),
    table<LocationRow>(scan_locations),
    table<MessageRow>(scan_messages),
    table<CollectiveRow>(scan_collectives),
    table<MetricRow>(scan_metrics),
    table<IoRow>(scan_io),
    table<AttributeRow>(scan_attributes),
    table<DefinitionRow>(scan_definitions),
    table<FileRow>(scan_files),
    table<TraceRow>(scan_trace),
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
