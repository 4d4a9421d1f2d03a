// SPDX-License-Identifier: BSD-3-Clause
#include "model/print_events.hpp"

namespace weft {

bool wants(const EventFilter& filter, const EventBatch& batch, std::size_t row) {
  if (filter.time && !filter.time->contains(batch.time[row])) return false;
  if (!filter.kinds.empty() && !filter.kinds.contains(batch.kind[row])) return false;
  if (filter.regions.empty()) return true;
  if (batch.kind[row] != kind_of<evt::Enter> && batch.kind[row] != kind_of<evt::Leave>) return false;
  return filter.regions.contains(RegionRef{static_cast<std::uint32_t>(batch.value[row])});
}

namespace {

void print_row(const EventBatch& batch, std::size_t row, RecordPrinter& printer, Event& scratch) {
  // The two most frequent events, without a detour through the whole record.
  if (!(batch.record[row] & EventBatch::has_more)) {
    const RegionRef region{static_cast<std::uint32_t>(batch.value[row])};
    if (batch.kind[row] == kind_of<evt::Enter>)
      return printer.timed(batch.location, batch.time[row], evt::Enter{region}, {});
    if (batch.kind[row] == kind_of<evt::Leave>)
      return printer.timed(batch.location, batch.time[row], evt::Leave{region}, {});
  }
  if (batch.read(row, scratch)) printer.event(batch.location, scratch);
}

void print_markers(Source& source, RecordPrinter& printer) {
  Markers markers;
  source.read_markers(markers);
  if (markers.empty()) return;
  printer.heading("Markers");
  for (const DefMarker& kind : markers.kinds()) printer.record(kind);
  for (const Marker& marker : markers.markers()) printer.record(marker);
}

}  // namespace

RecordPrinter::Style style_of(const PrintOptions& options) {
  if (!options.json) return RecordPrinter::Style::text;
  return options.names ? RecordPrinter::Style::json_with_names : RecordPrinter::Style::json;
}

Result<> print_events(Source& source, std::span<const LocationRef> locations, const PrintOptions& options,
    RecordPrinter& printer, TextSink& out) {
  printer.event_heading("Events");
  Event scratch;
  return each_wanted(source, locations, options, out,
      [&](const EventBatch& batch, std::size_t row) { print_row(batch, row, printer, scratch); });
}

Result<> print_source(Source& source, const PrintOptions& options, TextSink& out) {
  RecordPrinter printer(out, source.definitions(), style_of(options));
  if (options.definitions) {
    printer.heading("Definitions");
    source.definitions().each_table([&](const auto& table) {
      for (const auto& row : table) printer.record(row);
    });
  }
  std::vector<LocationRef> wanted;
  for (const LocationRef location : source.locations())
    if (options.filter.wants(location)) wanted.push_back(location);
  if (options.events) WEFT_TRY(print_events(source, wanted, options, printer, out));
  if (options.markers) print_markers(source, printer);
  return out.flush();
}

}  // namespace weft
