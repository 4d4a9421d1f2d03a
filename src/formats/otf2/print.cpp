// SPDX-License-Identifier: BSD-3-Clause
// Printing an archive record by record.
#include <fmt/format.h>

#include <algorithm>

#include "formats/otf2/archive.hpp"
#include "formats/otf2/snapshot_merge.hpp"
#include "model/merge.hpp"
#include "model/printer.hpp"

namespace weft::otf2 {

namespace {

class ArchivePrinter {
 public:
  ArchivePrinter(Archive& archive, const PrintOptions& options, TextSink& out)
      : archive_(archive),
        options_(options),
        filter_(options.filter),
        out_(out),
        printer_(out, archive.definitions(), style(options)) {
    // In the order of the definitions, not of the ids.
    for (const def::Location& location : archive.definitions().all<def::Location>())
      if (filter_.wants(location.self)) locations_.push_back(location.self);
  }

  Result<> run() {
    if (options_.definitions) WEFT_TRY(definitions());
    if (options_.events) WEFT_TRY(events());
    if (options_.snapshots && archive_.anchor().number_of_snapshots) snapshots();
    if (options_.markers) markers();
    return out_.flush();
  }

 private:
  static RecordPrinter::Style style(const PrintOptions& options) {
    if (!options.json) return RecordPrinter::Style::text;
    return options.names ? RecordPrinter::Style::json_with_names : RecordPrinter::Style::json;
  }

  template <class List>
  void print_stream(RecordStream& stream, std::optional<std::pair<std::string_view, std::uint64_t>> owner) {
    stream.each<List>([&](const auto& record) { printer_.record(record, owner); },
        [&](const RawRecord& raw) { printer_.record(unknown(raw), owner); });
  }

  static evt::Unknown unknown(const RawRecord& raw) {
    return {raw.id, std::span(reinterpret_cast<const std::uint8_t*>(raw.body.data()), raw.body.size())};
  }

  Result<> definitions() {
    printer_.heading("Global definitions");
    if (auto stream = archive_.global_definitions()) print_stream<GlobalDefinitionRecords>(**stream, {});
    bool headed = false;
    for (const LocationRef location : locations_) {
      const auto stream = archive_.local_definitions(location);
      if (!stream) continue;
      if (!std::exchange(headed, true)) printer_.heading("Definitions of locations");
      print_stream<LocalDefinitionRecords>(*stream, std::pair{std::string_view("definedBy"), location.value});
    }
    return {};
  }

  bool wants(const EventBatch& batch, std::size_t row) const {
    if (filter_.time && !filter_.time->contains(batch.time[row])) return false;
    if (!filter_.kinds.empty() && !filter_.kinds.contains(batch.kind[row])) return false;
    if (filter_.regions.empty()) return true;
    if (batch.kind[row] != kind_of<evt::Enter> && batch.kind[row] != kind_of<evt::Leave>) return false;
    return filter_.regions.contains(RegionRef{static_cast<std::uint32_t>(batch.value[row])});
  }

  void print_row(const EventBatch& batch, std::size_t row) {
    if (!wants(batch, row)) return;
    // The two most frequent events, without a detour through the whole record.
    if (!(batch.record[row] & EventBatch::has_more)) {
      const RegionRef region{static_cast<std::uint32_t>(batch.value[row])};
      if (batch.kind[row] == kind_of<evt::Enter>)
        return printer_.timed(batch.location, batch.time[row], evt::Enter{region}, {});
      if (batch.kind[row] == kind_of<evt::Leave>)
        return printer_.timed(batch.location, batch.time[row], evt::Leave{region}, {});
    }
    if (batch.read(row, event_)) printer_.event(batch.location, event_);
  }

  Result<> events() {
    printer_.event_heading("Events");
    if (options_.merged) {
      auto merge = WEFT_TRY(Merge::open(archive_, locations_));
      while (!out_.failed() && merge.next()) print_row(merge.batch(), merge.row());
      return {};
    }
    for (const LocationRef location : locations_) {
      auto stream = WEFT_TRY(archive_.events(location, {}));
      EventBatch batch;
      while (!out_.failed() && stream->next(batch))
        for (std::size_t row = 0; row < batch.size(); ++row) print_row(batch, row);
    }
    return {};
  }

  void snapshots() {
    printer_.event_heading("Snapshots");
    SnapshotMerge merge(archive_, locations_);
    merge.each([&](LocationRef location, Ticks time, std::span<const AttributeEntry> attributes, const auto& record) {
      if (filter_.time && !filter_.time->contains(time)) return;
      using R = std::remove_cvref_t<decltype(record)>;
      printer_.timed(
          location, time, record, attributes, requires { typename R::Event; } ? "Snap" : "");
    });
  }

  void markers() {
    if (const auto stream = archive_.markers()) {
      printer_.heading("Markers");
      print_stream<MarkerRecords>(*stream, {});
    }
    for (std::uint32_t i = 0; i < archive_.anchor().number_of_thumbnails; ++i) {
      const auto stream = archive_.thumbnail(i);
      if (!stream) break;
      printer_.heading(fmt::format("Thumbnail {}", i));
      print_stream<ThumbnailRecords>(*stream, std::pair{std::string_view("thumbnail"), std::uint64_t{i}});
    }
  }

  Archive& archive_;
  const PrintOptions& options_;
  const EventFilter& filter_;
  TextSink& out_;
  RecordPrinter printer_;
  std::vector<LocationRef> locations_;
  Event event_;
};

}  // namespace

Result<> Archive::print(const PrintOptions& options, TextSink& out) {
  return ArchivePrinter(*this, options, out).run();
}

}  // namespace weft::otf2
