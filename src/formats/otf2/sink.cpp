// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/sink.hpp"

#include <atomic>
#include <map>
#include <mutex>

#include "formats/otf2/transfer.hpp"

namespace weft::otf2 {

namespace {

class ArchiveSink final : public Sink {
 public:
  ArchiveSink(ArchiveWriter writer, LossReport& loss) : writer_(std::move(writer)), loss_(loss) {}

  ~ArchiveSink() override {
    if (!closed_) writer_.discard();
  }

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
    closed_ = static_cast<bool>(result);
    return result;
  }

  void finished(LocationRef location, std::uint64_t events, std::uint64_t moved) {
    const std::lock_guard lock(mutex_);
    counts_[location] += events;
    if (moved)
      loss_.translated("event time", "moved to that of the event before it, because time went backwards", moved);
  }

 private:
  ArchiveWriter writer_;
  LossReport& loss_;
  Definitions definitions_;
  std::mutex mutex_;
  std::map<LocationRef, std::uint64_t> counts_;
  bool closed_ = false;
};

class LocationSink final : public EventSink {
 public:
  LocationSink(ArchiveSink& archive, LocationRef location, EventWriter writer)
      : archive_(archive), location_(location), writer_(std::move(writer)) {}

  Result<> write(const EventBatch& batch) override {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      Ticks time = batch.time[row];
      if (time < writer_.last_time()) time = writer_.last_time(), ++moved_;
      WEFT_TRY(append(writer_, batch, row, time, scratch_));
    }
    return {};
  }

  Result<> close() override {
    archive_.finished(location_, writer_.records(), moved_);
    return writer_.close();
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

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss) {
  Anchor anchor;
  anchor.creator = "Weft";
  auto writer = WEFT_TRY(ArchiveWriter::create(path, std::move(anchor)));
  return std::unique_ptr<Sink>(std::make_unique<ArchiveSink>(std::move(writer), loss));
}

}  // namespace weft::otf2
