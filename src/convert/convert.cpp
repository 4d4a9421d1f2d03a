// SPDX-License-Identifier: BSD-3-Clause
#include "convert/convert.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <vector>

#include "base/parallel.hpp"
#include "convert/unmodelled.hpp"
#include "formats/create_trace.hpp"
#include "model/accepted.hpp"
#include "model/examples.hpp"

namespace weft {

Result<> check_apart(const std::string& in, const std::string& out) {
  std::error_code ignored;
  if (!std::filesystem::equivalent(in, out, ignored)) return {};
  return Error{Errc::invalid_argument, "IN and OUT are the same trace", out};
}

Result<> convert(const std::string& in, const std::string& out, const std::string& format, const CopyOptions& options,
    LossReport& loss, Report& report, const std::atomic<bool>* stop) {
  const Format* from = WEFT_TRY(format_of(in));
  const Format* to = WEFT_TRY(format_for(out, format));
  WEFT_TRY(check_apart(in, out));
  // Dialects of one format have one reader, and their lines need not go through the model.
  if (from->open == to->open) return to->copy(in, out, options, loss, report);
  auto source = WEFT_TRY(from->open(in));
  auto sink = WEFT_TRY(create_trace(*to, out, options, loss));
  tell_unmodelled(*source, *to, loss);
  WEFT_TRY(copy_events(*source, *sink, options.threads, options.progress, loss, {}, stop));
  report.take(source->report());
  return {};
}

namespace {

using KindCounts = std::array<std::uint64_t, EventTypes::size>;

void tell(const Definitions& definitions, LossReport& loss) {
  definitions.each_table([&](const auto& table) {
    using R = typename std::remove_cvref_t<decltype(table.rows())>::value_type;
    loss.read(std::string(R::schema.name), table.size());
  });
}

void tell(const KindCounts& counts, LossReport& loss) {
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    loss.read(std::string(name_of(static_cast<Kind>(kind))), counts[kind]);
}

void tell(const Markers& markers, LossReport& loss) {
  loss.read(std::string(DefMarker::schema.name), markers.kinds().size());
  loss.read(std::string(Marker::schema.name), markers.markers().size());
}

void count(const EventBatch& batch, KindCounts& counts) {
  for (const Kind kind : batch.kind) ++counts[static_cast<std::size_t>(kind)];
}

// What is done for each location, several at a time.
template <class Work>
Result<> each_location(Source& source, std::size_t threads, Work&& work) {
  const auto locations = source.locations();
  std::vector<Result<>> results(locations.size());
  parallel_for(locations.size(), threads, [&](std::size_t i, std::size_t) { results[i] = work(locations[i]); });
  for (auto& result : results)
    if (!result) return result;
  return {};
}

// Events that several threads have written; of an unknown total, 0, they are counted all the same.
class EventProgress {
 public:
  EventProgress(const Progress& progress, std::uint64_t total) : progress_(progress), total_(total) {}

  void add(std::uint64_t events) {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    done_ += events;
    progress_(total_ ? std::min(done_, total_) : done_, total_);
  }

 private:
  const Progress& progress_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::mutex mutex_;
};

Result<> copy_markers(Source& source, Sink& sink, LossReport& loss) {
  Markers markers;
  source.read_markers(markers);
  tell(markers, loss);
  if (markers.empty() || WEFT_TRY(sink.mark(markers))) return {};
  constexpr auto why = "the format has no markers";
  const auto lose = [&](const auto& rows) {
    if (rows.empty()) return;
    const auto& first = rows.front();
    loss.lost(std::string(first.schema.name), why, rows.size(), example_of(source.definitions(), first));
  };
  lose(markers.kinds());
  lose(markers.markers());
  return {};
}

}  // namespace

Result<> copy_events(Source& source, Sink& sink, std::size_t threads, const Progress& progress, LossReport& loss,
    std::optional<std::uint64_t> events, const std::atomic<bool>* stop) {
  WEFT_TRY(sink.define(source.definitions()));
  tell(source.definitions(), loss);
  EventProgress shared(progress, events.value_or(source.definitions().announced_events()));
  const auto check_stop = [&]() -> Result<> {
    if (stop && stop->load(std::memory_order_relaxed)) return Error{Errc::io, "the conversion was stopped"};
    return {};
  };
  const auto copy_location = [&](LocationRef location) -> Result<> {
    WEFT_TRY(check_stop());
    auto stream = WEFT_TRY(source.events(location, {}));
    auto target = WEFT_TRY(sink.events(location));
    EventBatch batch;
    KindCounts counts{};
    while (stream->next(batch)) {
      count(batch, counts);
      WEFT_TRY(target->write(batch));
      WEFT_TRY(check_stop());
      shared.add(batch.size());
    }
    tell(counts, loss);
    return target->close();
  };
  WEFT_TRY(each_location(source, threads, copy_location));
  WEFT_TRY(copy_markers(source, sink, loss));
  WEFT_TRY(accepted(source.report(), loss));
  return sink.close();
}

Result<> tell_records(Trace& trace, std::size_t threads, LossReport& loss) {
  tell(trace.definitions(), loss);
  const auto tell_location = [&](LocationRef location) -> Result<> {
    const auto stream = WEFT_TRY(trace.events(location, {}));
    KindCounts counts{};
    for (EventBatch batch; stream->next(batch);) count(batch, counts);
    tell(counts, loss);
    return {};
  };
  WEFT_TRY(each_location(trace, threads, tell_location));
  Markers markers;
  trace.read_markers(markers);
  tell(markers, loss);
  LossReport unmodelled;
  trace.tell_unmodelled(unmodelled);
  for (const auto& [kind, records] : unmodelled.records()) loss.read(kind, records);
  return {};
}

}  // namespace weft
