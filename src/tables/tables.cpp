// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

class Refusal final : public Scan {
 public:
  explicit Refusal(Error error) : error_(std::move(error)) {}
  Result<bool> next(Block&) override { return error_; }

 private:
  Error error_;
};

template <Record Row, auto scan>
std::unique_ptr<Scan> scan_or_refuse(TraceTables& of, const ScanOptions& options) {
  const auto heeded = find_table(Row::schema.name)->can_heed(options.filter);
  if (!heeded) return std::make_unique<Refusal>(heeded.error());
  return scan(of, options);
}

// Filters are heeded as by the table that it is made of.
template <Record Row, auto scan, Record From = Row>
constexpr Table table(Made made) {
  return {Row::schema.name, Row::schema.doc, columns_of<Row>, columns_of<From>, scan_or_refuse<Row, scan>,
      made != Made::of_definitions, made >= Made::location_by_location, made == Made::totals_by_location};
}

constexpr Table list[] = {
    table<EventRow, scan_events>(Made::location_by_location),
    table<SpanRow, scan_spans>(Made::location_by_location),
    table<RegionRow, scan_regions>(Made::of_definitions),
    table<LocationRow, scan_locations>(Made::of_definitions),
    table<MessageRow, scan_messages>(Made::of_events),
    table<CollectiveRow, scan_collectives>(Made::location_by_location),
    table<MetricRow, scan_metrics>(Made::location_by_location),
    table<IoRow, scan_io>(Made::of_events),
    table<AttributeRow, scan_attributes, EventRow>(Made::location_by_location),
    table<DefinitionRow, scan_definitions>(Made::of_definitions),
    table<FileRow, scan_files>(Made::of_definitions),
    table<TraceRow, scan_trace>(Made::of_definitions),
    table<ActivityRow, scan_activity, EventRow>(Made::totals_by_location),
    table<VisitsRow, scan_visits, SpanRow>(Made::totals_by_location),
};

}  // namespace

std::size_t Table::column(std::string_view named) const {
  return static_cast<std::size_t>(std::ranges::find(columns, named, &Column::name) - columns.begin());
}

Result<> Table::can_heed(const EventFilter& filter) const {
  const auto knows = [&](auto... meanings) {
    return std::ranges::any_of(heeded, [&](const Column& column) { return ((column.meaning == meanings) || ...); });
  };
  std::string_view unknown;
  if (filter.time && !knows(Meaning::time, Meaning::either_time)) unknown = "times";
  if (!filter.locations.empty() && !knows(Meaning::location, Meaning::either_location)) unknown = "locations";
  if (!filter.kinds.empty() && !knows(Meaning::kind)) unknown = "kinds of events";
  if (!filter.regions.empty() && !knows(Meaning::region)) unknown = "regions";
  if (unknown.empty()) return {};
  return Error{
      Errc::invalid_argument, fmt::format("the table {} knows nothing of {}, to leave out others", name, unknown)};
}

std::span<const Table> all_tables() { return list; }

const Table* find_table(std::string_view name) {
  const auto found = std::ranges::find(list, name, &Table::name);
  return found == std::end(list) ? nullptr : &*found;
}

}  // namespace weft::tables
