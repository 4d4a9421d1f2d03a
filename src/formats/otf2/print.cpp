// SPDX-License-Identifier: BSD-3-Clause
// Printing an archive record by record.
#include <fmt/format.h>

#include <algorithm>

#include "formats/otf2/archive.hpp"
#include "formats/otf2/snapshot_merge.hpp"
#include "model/print_events.hpp"

namespace weft::otf2 {

namespace {

class ArchivePrinter {
 public:
  ArchivePrinter(Archive& archive, const PrintOptions& options, TextSink& out)
      : archive_(archive),
        options_(options),
        filter_(options.filter),
        out_(out),
        printer_(out, archive.definitions(), style_of(options)) {
    // In the order of the definitions, not of the ids.
    for (const def::Location& location : archive.definitions().all<def::Location>())
      if (filter_.wants(location.self)) locations_.push_back(location.self);
  }

  Result<> run() {
    if (options_.definitions) WEFT_TRY(definitions());
    if (options_.events) WEFT_TRY(print_events(archive_, locations_, options_, printer_, out_));
    if (options_.snapshots && archive_.anchor().number_of_snapshots) snapshots();
    if (options_.markers) markers();
    return out_.flush();
  }

 private:
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
};

}  // namespace

Result<> Archive::print(const PrintOptions& options, TextSink& out) {
  return ArchivePrinter(*this, options, out).run();
}

}  // namespace weft::otf2
