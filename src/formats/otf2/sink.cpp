// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/sink.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>

#include "formats/otf2/transfer.hpp"
#include "model/counted_loss.hpp"
#include "model/examples.hpp"

namespace weft::otf2 {

namespace {

// What others refer to comes first: tools that read definitions one by one know only what came before. Apart from
// these, the tables follow one another that way. Kinds that share their ids are written together.
enum class Turn { clock, texts, others, late, with_another };

template <class R>
constexpr Turn turn_of() {
  if (std::is_same_v<R, def::ClockProperties>) return Turn::clock;
  if (std::is_same_v<R, def::String>) return Turn::texts;
  if (TypeList<def::InterComm, def::IoDirectory, def::MetricInstance>::contains<R>) return Turn::with_another;
  return std::is_same_v<R, def::IoFileProperty> ? Turn::late : Turn::others;
}

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
    for (const Turn now : {Turn::clock, Turn::texts, Turn::others, Turn::late})
      DefinitionTypes::each([&](auto type) {
        using R = typename decltype(type)::type;
        if (result && turn_of<R>() == now) result = write_table<R>();
      });
    if (result) result = writer_.close();
    if (!result) return staging_.named(result.error());
    return staging_.finish();
  }

  Error named(Error error) const { return staging_.named(std::move(error)); }
  void finished(LocationRef location, std::uint64_t events, const CountedLoss& moved) {
    const std::lock_guard lock(mutex_);
    counts_[location] += events;
    moved.translated(loss_, "event time", "moved to that of the event before it, because time went backwards");
  }
  std::string example(LocationRef location, const Event& event) const {
    return example_of(definitions_, location, event);
  }

 private:
  template <class R>
  Result<> write_table() {
    if constexpr (std::is_same_v<R, def::Comm>) {
      return write_by_id<def::Comm, def::InterComm>();
    } else if constexpr (std::is_same_v<R, def::IoRegularFile>) {
      return write_by_id<def::IoRegularFile, def::IoDirectory>();
    } else if constexpr (std::is_same_v<R, def::MetricClass>) {
      WEFT_TRY((write_by_id<def::MetricClass, def::MetricInstance>()));
      for (const def::Group& row : definitions_.all<def::Group>())
        if (row.group_type == GroupType::metric) WEFT_TRY(writer_.define(row));
      return {};
    } else {
      for (R row : definitions_.all<R>()) {
        if constexpr (std::is_same_v<R, def::Location>) row.number_of_events = counts_[row.self];
        if constexpr (std::is_same_v<R, def::Group>)
          if (row.group_type == GroupType::metric) continue;
        WEFT_TRY(writer_.define(row));
      }
      return {};
    }
  }
  template <class R, class Other>
  Result<> write_by_id() {
    const auto& others = definitions_.all<Other>().rows();
    auto other = others.begin();
    for (const R& row : definitions_.all<R>()) {
      for (; other != others.end() && other->self.value < row.self.value; ++other) WEFT_TRY(writer_.define(*other));
      WEFT_TRY(writer_.define(row));
    }
    for (; other != others.end(); ++other) WEFT_TRY(writer_.define(*other));
    return {};
  }

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
      if (time < writer_.last_time()) {
        moved_.add([&] { return batch.read(row, scratch_) ? archive_.example(location_, scratch_) : std::string(); });
        time = writer_.last_time();
      }
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
  CountedLoss moved_;
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
  return create_sink(path, loss, std::nullopt);
}

Result<std::unique_ptr<Sink>> create_sink(
    const std::string& path, LossReport& loss, std::optional<std::uint64_t> chunk_bytes) {
  Anchor anchor;
  anchor.creator = "Weft";
  if (chunk_bytes) anchor.event_chunk_bytes = *chunk_bytes;
  auto staging = WEFT_TRY(stage_archive(path));
  auto writer = WEFT_TRY(ArchiveWriter::create(staging.path(), std::move(anchor)));
  return std::unique_ptr<Sink>(std::make_unique<ArchiveSink>(std::move(staging), std::move(writer), loss));
}

}  // namespace weft::otf2
