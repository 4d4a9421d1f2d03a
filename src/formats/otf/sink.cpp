// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/sink.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "base/staging.hpp"
#include "formats/otf/model_markers.hpp"
#include "formats/otf/out_files.hpp"
#include "formats/otf/process_encoder.hpp"
#include "formats/otf/summarise.hpp"

namespace weft::otf {

namespace {

// Every process has a stream of its own, so that all can be written at the same time.
class TraceSink final : public Sink {
 public:
  TraceSink(Staging staging, TracePaths paths, LossReport& loss)
      : staging_(std::move(staging)), paths_(std::move(paths)), loss_(loss), global_(pool_, paths_, 0, options_) {}

  Result<> define(const Definitions& definitions) override;
  Result<std::unique_ptr<EventSink>> events(LocationRef location) override;
  Result<bool> mark(const Markers& markers) override;
  Result<> close() override;

  const FromModel& words() const { return *words_; }
  void finished(const Losses& losses);

 private:
  void choose_streams();
  Result<> define_local();
  Result<> write_summaries();
  Result<> write_empty(StreamId stream, ProcessId process);

  Staging staging_;
  TracePaths paths_;
  LossReport& loss_;
  WriteOptions options_;
  HandlePool pool_;
  StreamWriter global_;
  Master master_;
  Definitions definitions_;
  std::optional<FromModel> words_;
  std::mutex mutex_;
  std::set<ProcessId> written_;
};

class LocationSink final : public EventSink {
 public:
  LocationSink(
      TraceSink& sink, std::unique_ptr<StreamWriter> stream, LocationRef location, StreamId before, RecordWriter& file)
      : sink_(sink),
        stream_(std::move(stream)),
        encoder_(sink.words(), location, before, file),
        file_(file),
        location_(location) {}

  Result<> write(const EventBatch& batch) override {
    for (std::size_t row = 0; row < batch.size(); ++row)
      if (batch.read(row, event_)) WEFT_TRY(encoder_.write(event_));
    return {};
  }

  Result<> close() override {
    WEFT_TRY(encoder_.finish());
    // Readers want to know time and process of every file.
    if (file_.process() == unknown_process) WEFT_TRY(file_.write_state(0, sink_.words().process_of(location_)));
    sink_.finished(encoder_.losses());
    return stream_->close();
  }

 private:
  TraceSink& sink_;
  std::unique_ptr<StreamWriter> stream_;
  ProcessEncoder encoder_;
  RecordWriter& file_;
  LocationRef location_;
  Event event_;
};

// A copy: the source's definitions need not live as long as we do.
Result<> TraceSink::define(const Definitions& definitions) {
  definitions.each_table([&](const auto& table) {
    for (const auto& row : table) definitions_.add(row);
  });
  words_.emplace(definitions_);
  choose_streams();
  WEFT_TRY(words_->define(global_, loss_));
  return define_local();
}

// The streams that the trace had when it was OTF before; those that had several processes are one for each now.
void TraceSink::choose_streams() {
  CountedLoss moved;
  const auto& processes = words_->processes();
  std::set<StreamId> taken;
  for (const auto& [location, process] : processes)
    if (const auto stream = words_->stream_of(location)) {
      const bool is_first = taken.insert(*stream).second;
      if (!is_first || !master_.map(*stream, process))
        moved.add([&, at = location] { return fmt::format("location {}", at.value); });
    }
  for (const auto& [location, process] : processes) master_.assign(process, 0);
  moved.translated(loss_, "process in a stream with others", "it has a stream of its own now");
}

// Definitions of one stream hold for all of its processes.
Result<> TraceSink::define_local() {
  std::multimap<StreamId, StreamId> now;
  for (const auto& [location, process] : words_->processes()) {
    const StreamId stream = *master_.stream_of(process);
    now.emplace(words_->stream_of(location).value_or(stream), stream);
  }
  for (const StreamId before : words_->local_streams()) {
    const auto [first, last] = now.equal_range(before);
    for (auto place = first; place != last; ++place) {
      StreamWriter local(pool_, paths_, place->second, options_);
      WEFT_TRY(words_->define_local(before, local));
      WEFT_TRY(local.close());
    }
  }
  return {};
}

Result<std::unique_ptr<EventSink>> TraceSink::events(LocationRef location) {
  const ProcessId process = words_->process_of(location);
  const auto id = master_.stream_of(process);
  if (!id)
    return Error{Errc::invalid_argument, fmt::format("location {} is not defined", location.value), paths_.stub()};
  auto stream = std::make_unique<StreamWriter>(pool_, paths_, *id, options_);
  RecordWriter* const file = WEFT_TRY(stream->file<EventFile>());
  const std::lock_guard lock(mutex_);
  written_.insert(process);
  return std::unique_ptr<EventSink>(std::make_unique<LocationSink>(
      *this, std::move(stream), location, words_->stream_of(location).value_or(*id), *file));
}

void TraceSink::finished(const Losses& losses) {
  losses.fields.tell(loss_);
  for (std::size_t i = 0; i < EventTypes::size; ++i)
    losses.unmatched_ends[i].lost(loss_, std::string(name_of(static_cast<Kind>(i))), "it ends what did not begin");
  for (const auto& [attribute, counted] : losses.attributes)
    counted.lost(loss_, fmt::format("attribute {}", definitions_.name(attribute)), "it is not defined");
  losses.moved_times.translated(
      loss_, "event time", "moved to that of the event before it, because time went backwards");
  losses.open_collectives.translated(loss_, "MpiCollectiveBegin", "it does not end, so nobody says what it is");
  losses.open_operations.translated(loss_, "IoOperationBegin", "it does not end, so nobody says what it is");
}

Result<bool> TraceSink::mark(const Markers& markers) {
  // Those of a trace that was OTF before stand among its definitions.
  if (!words_->was_otf()) WEFT_TRY(write_model_markers(markers, *words_, global_, loss_));
  return true;
}

Result<> TraceSink::write_empty(StreamId stream, ProcessId process) {
  StreamWriter writer(pool_, paths_, stream, options_);
  RecordWriter* const file = WEFT_TRY(writer.file<EventFile>());
  WEFT_TRY(file->write_state(0, process));
  return writer.close();
}

// What other formats have no place for is made anew, from what was written.
Result<> TraceSink::write_summaries() {
  constexpr std::size_t snapshots = 4;
  constexpr std::uint32_t is_snapshot = 0, is_summary = 1;
  WEFT_TRY(global_.flush());
  Report unimportant;
  const auto reader = TraceReader::open(paths_, master_, unimportant);
  const SamplePoints points = sample_points(*reader, snapshots);
  if (points.end == 0) return {};
  WEFT_TRY(summarise(*reader, points, options_, 0));
  for (const Ticks time : points.snapshots) WEFT_TRY(global_.write(DefAuxSamplePoint{time, is_snapshot}));
  return global_.write(DefAuxSamplePoint{points.end, is_summary});
}

Result<> TraceSink::close() {
  if (!words_) return Error{Errc::invalid_argument, "a trace without definitions", paths_.master()};
  for (const auto& [process, stream] : master_.processes())
    if (!written_.contains(process)) WEFT_TRY(write_empty(stream, process));
  WEFT_TRY(write_summaries());
  WEFT_TRY(global_.close());
  WEFT_TRY(master_.write(paths_));
  return staging_.finish();
}

}  // namespace

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss) {
  auto paths = WEFT_TRY(TracePaths::of(path));
  WEFT_TRY(check_free(paths));
  auto staging = WEFT_TRY(Staging::create(paths.master()));
  auto staged = WEFT_TRY(TracePaths::of(staging.path()));
  return std::unique_ptr<Sink>(std::make_unique<TraceSink>(std::move(staging), std::move(staged), loss));
}

}  // namespace weft::otf
