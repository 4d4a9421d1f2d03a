// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/sink.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>

#include "formats/otf2/transfer.hpp"

namespace weft::otf2 {

namespace {

class ArchiveSink final : public Sink {
 public:
  ArchiveSink(Staging staging, ArchiveWriter writer, LossReport& loss)
      : staging_(std::move(staging)), writer_(std::move(writer)), loss_(loss) {}

  // Kept until the end: how many events a location has is part of its definition.
  Result<> define(const Definitions& definitions) override {
    definitions.each_table([&](const auto& table) {
      for (const auto& row : table) definitions_.add(row);
    });
    return {};
  }

  Result<std::unique_ptr<EventSink>> events(LocationRef location) override;

  Result<bool> mark(const Markers& markers) override {
    auto file = writer_.markers();
    for (const DefMarker& kind : markers.kinds()) WEFT_TRY(file.write(kind));
    for (const Marker& marker : markers.markers()) WEFT_TRY(file.write(marker));
    WEFT_TRY(file.close());
    return true;
  }

  Result<> close() override {
    Result<> result;
    definitions_.each_table([&](const auto& table) {
      for (auto row : table) {
        if (!result) return;
        if constexpr (std::is_same_v<decltype(row), def::Location>) row.number_of_events = counts_[row.self];
        result = writer_.define(row);
      }
    });
    if (result) result = writer_.close();
    if (!result) return staging_.named(result.error());
    return staging_.finish();
  }

  Error named(Error error) const { return staging_.named(std::move(error)); }
  void finished(LocationRef location, std::uint64_t events, std::uint64_t moved) {
    const std::lock_guard lock(mutex_);
    counts_[location] += events;
    if (moved)
      loss_.translated("event time", "moved to that of the event before it, because time went backwards", moved);
  }

 private:
  Staging staging_;
  ArchiveWriter writer_;
  LossReport& loss_;
  Definitions definitions_;
  std::mutex mutex_;
  std::map<LocationRef, std::uint64_t> counts_;
};

class LocationSink final : public EventSink {
 public:
  LocationSink(ArchiveSink& archive, LocationRef location, EventWriter writer)
      : archive_(archive), location_(location), writer_(std::move(writer)) {}

  Result<> write(const EventBatch& batch) override {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      Ticks time = batch.time[row];
      if (time < writer_.last_time()) time = writer_.last_time(), ++moved_;
      if (auto written = append(writer_, batch, row, time, scratch_); !written)
        return archive_.named(std::move(written).error());
    }
    return {};
  }

  Result<> close() override {
    archive_.finished(location_, writer_.records(), moved_);
    auto closed = writer_.close();
    if (!closed) return archive_.named(std::move(closed).error());
    return closed;
  }

 private:
  ArchiveSink& archive_;
  LocationRef location_;
  EventWriter writer_;
  Event scratch_;
  std::uint64_t moved_ = 0;
};

Result<std::unique_ptr<EventSink>> ArchiveSink::events(LocationRef location) {
  return std::unique_ptr<EventSink>(std::make_unique<LocationSink>(*this, location, writer_.events(location)));
}

}  // namespace

Result<Staging> stage_archive(const std::string& anchor_path) {
  const auto paths = WEFT_TRY(ArchivePaths::from_anchor(anchor_path));
  std::error_code error;
  if (std::filesystem::exists(paths.anchor(), error))
    return Error{Errc::exists, "this archive exists already; remove it or choose another name", paths.anchor()};
  if (std::filesystem::exists(paths.locations(), error))
    return Error{Errc::exists, "this directory of an archive exists already; remove it or choose another name",
        paths.locations()};
  error.clear();
  if (!paths.directory.empty()) std::filesystem::create_directories(paths.directory, error);
  if (error) return Error{Errc::io, fmt::format("cannot create the directory: {}", error.message()), paths.directory};
  return Staging::create(paths.anchor());
}

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss) {
  Anchor anchor;
  anchor.creator = "Weft";
  auto staging = WEFT_TRY(stage_archive(path));
  auto writer = WEFT_TRY(ArchiveWriter::create(staging.path(), std::move(anchor)));
  return std::unique_ptr<Sink>(std::make_unique<ArchiveSink>(std::move(staging), std::move(writer), loss));
}

}  // namespace weft::otf2
