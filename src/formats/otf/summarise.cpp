// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/summarise.hpp"

#include <algorithm>
#include <map>

#include "formats/otf/process_sums.hpp"
#include "formats/otf/snapshot_state.hpp"

namespace weft::otf {

namespace {

struct Process {
  Process(ProcessId number, StreamId in, const SumDefinitions& definitions)
      : id(number), stream(in), sums(number, definitions) {}

  ProcessId id;
  StreamId stream;
  SnapshotState state;
  ProcessSums sums;
};

using Processes = std::map<ProcessId, std::unique_ptr<Process>>;

// Tells the senders of messages when they arrive.
class Receives {
 public:
  explicit Receives(const Processes& processes) : processes_(processes) {}
  void operator()(const At& at, const RecvMsg& record) {
    const auto sender = processes_.find(record.send_proc);
    if (sender != processes_.end()) sender->second->state.expect(at.process, at.time, record);
  }

 private:
  const Processes& processes_;
};

// Shows the events of a process to its state, and writes down the state at every point that is due.
class Sampler {
 public:
  Sampler(Process& process, const SamplePoints& points, StreamWriter& out)
      : process_(process), points_(points), out_(out) {}

  template <class R>
  requires(EventRecords::contains<R>) void operator()(const At& at, const R& record) {
    write_due(at.time);
    process_.state.see(at, record);
    process_.sums.see(at, record);
  }
  Result<> finish() {
    write_due(points_.end);
    if (result_) result_ = process_.sums.write(points_.end, {}, out_);
    return std::move(result_);
  }

 private:
  void write_due(Ticks time) {
    for (; next_ < points_.snapshots.size() && points_.snapshots[next_] <= time; ++next_)
      if (result_) result_ = process_.state.write(points_.snapshots[next_], process_.id, out_);
  }

  Process& process_;
  const SamplePoints& points_;
  StreamWriter& out_;
  std::size_t next_ = 0;
  Result<> result_;
};

}  // namespace

std::optional<TimeRange> time_range(TraceReader& reader) {
  TimeRange range;
  for (const auto& [stream, processes] : reader.master().streams()) {
    const auto file = reader.open_file<EventFile>(stream);
    const auto times = file && *file ? (*file)->properties() : std::nullopt;
    if (!times || times->last_time == 0) continue;
    range.first = std::min(range.first, times->first_time);
    range.last = std::max(range.last, times->last_time);
  }
  if (range.first > range.last) return std::nullopt;
  return range;
}

SamplePoints sample_points(TraceReader& reader, std::size_t snapshots) {
  const auto range = time_range(reader);
  SamplePoints points;
  if (!range) return points;
  points.end = range->last + 1;
  // With the rounding of otfaux.
  const double step = std::max(
      static_cast<double>(points.end - range->first) / static_cast<double>(snapshots + 1), 1.0);
  auto at = static_cast<double>(range->first);
  for (std::size_t i = 0; i < snapshots && (at += step) < static_cast<double>(points.end); ++i)
    points.snapshots.push_back(static_cast<Ticks>(at));
  return points;
}

Result<> summarise(TraceReader& reader, const SamplePoints& points, const WriteOptions& options, std::size_t threads) {
  if (points.end == 0) return {};
  SumDefinitions definitions;
  WEFT_TRY(reader.read_definitions(definitions));
  Processes processes;
  std::vector<std::unique_ptr<Process>*> list;
  for (const auto& [process, stream] : reader.master().processes()) {
    auto& place = processes[process];
    place = std::make_unique<Process>(process, stream, definitions);
    list.push_back(&place);
  }
  Receives receives(processes);
  constexpr std::size_t one_after_the_other = 1;
  WEFT_TRY(
      reader.read_parallel<EventFile>({}, one_after_the_other, [&](std::size_t) -> Receives& { return receives; }));
  HandlePool pool;
  std::vector<Result<>> results(list.size());
  parallel_for(list.size(), threads, [&](std::size_t i, std::size_t) {
    const auto process = std::move(*list[i]);  // gone when it is done
    results[i] = [&]() -> Result<> {
      const auto file = WEFT_TRY(reader.open_file<EventFile>(process->stream, nullptr, thread_count(threads)));
      if (!file || !file->begin()) return {};
      StreamWriter out(pool, reader.paths(), process->stream, options);
      Sampler sampler(*process, points, out);
      file->read(sampler);
      WEFT_TRY(sampler.finish());
      return out.close();
    }();
  });
  for (auto& result : results)
    if (!result) return std::move(result);
  return {};
}

}  // namespace weft::otf
