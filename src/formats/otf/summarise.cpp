// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/summarise.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "formats/otf/process_state.hpp"

namespace weft::otf {

namespace {

// When the messages of one sender arrive, by where they go: in order of sending, as nothing overtakes.
class Receives {
 public:
  void operator()(const At& at, const RecvMsg& record) {
    arrivals_[record.send_proc][{at.process, record.group, record.type}].push_back(at.time);
  }
  Arrivals of(ProcessId sender) {
    const auto found = arrivals_.find(sender);
    return found == arrivals_.end() ? Arrivals() : std::move(found->second);
  }

 private:
  std::map<ProcessId, Arrivals> arrivals_;
};

// Shows the events of a process to its state, and writes down the state at every point that is due.
class Sampler {
 public:
  Sampler(ProcessState& state, const SamplePoints& points, StreamWriter& out)
      : state_(state), points_(points), out_(out) {}

  template <class R>
  requires(EventRecords::contains<R>) void operator()(const At& at, const R& record) {
    write_due(at.time);
    state_.see(at, record);
  }
  Result<> finish() {
    write_due(points_.end);
    if (result_) result_ = state_.write_statistics(points_.end, out_);
    return std::move(result_);
  }

 private:
  void write_due(Ticks time) {
    for (; next_ < points_.snapshots.size() && points_.snapshots[next_] <= time; ++next_)
      if (result_) result_ = state_.write_snapshot(points_.snapshots[next_], out_);
  }

  ProcessState& state_;
  const SamplePoints& points_;
  StreamWriter& out_;
  std::size_t next_ = 0;
  Result<> result_;
};

}  // namespace

SamplePoints sample_points(TraceReader& reader, std::size_t snapshots) {
  Ticks first = unknown_time, last = 0;
  for (const auto& [stream, processes] : reader.master().streams()) {
    const auto file = reader.open_file<EventFile>(stream);
    const auto times = file && *file ? (*file)->properties() : std::nullopt;
    if (!times || times->last_time == 0) continue;
    first = std::min(first, times->first_time);
    last = std::max(last, times->last_time);
  }
  SamplePoints points;
  if (first > last) return points;
  points.end = last + 1;
  // With the rounding of otfaux.
  const double step = std::max(static_cast<double>(points.end - first) / static_cast<double>(snapshots + 1), 1.0);
  double at = static_cast<double>(first);
  for (std::size_t i = 0; i < snapshots && (at += step) < static_cast<double>(points.end); ++i)
    points.snapshots.push_back(static_cast<Ticks>(at));
  return points;
}

Result<> summarise(TraceReader& reader, const SamplePoints& points, const WriteOptions& options, std::size_t threads) {
  if (points.end == 0) return {};
  CollectiveTypes types;
  WEFT_TRY(reader.read_definitions(types));
  Receives receives;
  constexpr std::size_t one_after_the_other = 1;
  WEFT_TRY(
      reader.read_parallel<EventFile>({}, one_after_the_other, [&](std::size_t) -> Receives& { return receives; }));
  HandlePool pool;
  std::vector<std::pair<ProcessId, StreamId>> processes(
      reader.master().processes().begin(), reader.master().processes().end());
  std::vector<Result<>> results(processes.size());
  std::vector<Arrivals> arrivals;
  for (const auto& [process, stream] : processes) arrivals.push_back(receives.of(process));
  parallel_for(processes.size(), threads, [&](std::size_t i, std::size_t) {
    results[i] = [&]() -> Result<> {
      const auto file = WEFT_TRY(reader.open_file<EventFile>(processes[i].second, nullptr, thread_count(threads)));
      if (!file || !file->begin()) return {};
      StreamWriter out(pool, reader.paths(), processes[i].second, options);
      ProcessState state(processes[i].first, types, std::move(arrivals[i]));
      Sampler sampler(state, points, out);
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
