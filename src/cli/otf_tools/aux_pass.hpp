// SPDX-License-Identifier: BSD-3-Clause
// AuxPass: the walk of otfaux over all events in order of time. Before an event changes what is known of its process,
// snapshots and statistics of the breaks that are due are written; then it is copied, if a copy is wanted.
#pragma once

#include <map>

#include "cli/otf_tools/aux_breaks.hpp"
#include "cli/otf_tools/aux_definitions.hpp"
#include "cli/progress.hpp"
#include "formats/otf/snapshot_state.hpp"
#include "formats/otf/thumbnail.hpp"
#include "formats/otf/vocabulary.hpp"

namespace weft::cli::otf_tools {

class AuxPass {
 public:
  AuxPass(const AuxOptions& options, AuxDefinitions& definitions, otf::TimeRange range, otf::TraceWriter& out);

  // A first walk is for the receives alone: they are told to the senders of their messages.
  void begin_receives() { is_in_receives_ = true; }
  void begin_events();

  template <class R>
  bool wants(std::type_identity<R>) const {
    return !is_in_receives_ || std::is_same_v<R, otf::RecvMsg>;
  }
  template <class R>
  bool operator()(const otf::At& at, const R& record) {
    if constexpr (std::is_same_v<R, otf::RecvMsg>)
      if (is_in_receives_) {
        states_.get(record.send_proc).expect(at.process, at.time, record);
        return true;
      }
    if constexpr (otf::SnapshotRecords::contains<R>) {
      copy_snapshot(at, record);
    } else {
      if (shows_progress_) show_progress(at.time);
      write_due(at.time);
      see(at, record);
    }
    return result_.has_value();
  }
  void unknown_line(const otf::At& at, std::string_view line) {
    if (is_in_receives_ || options_.copy.empty()) return;
    write_due(at.time);
    if (result_) result_ = out_.write_line(at.time, at.process, line, at.values);
  }

  // What is due behind the last event.
  Result<> finish();
  // Nothing if there is none to write.
  std::string thumbnail();

  bool has_breaks() const { return !breaks_.empty(); }

 private:
  template <class R>
  void see(const otf::At& at, const R& record) {
    constexpr bool is_call = std::is_same_v<R, otf::Enter> || std::is_same_v<R, otf::Leave>;
    if constexpr (is_call)
      if (samples_) samples_->take_before(at.time, [&](std::uint32_t i) { take_sample(i); });
    if constexpr (std::is_same_v<R, otf::SendMsg>) {
      see_send(at, record);
    } else {
      if constexpr (StateRecords::contains<R>)
        if (options_.snapshots || (is_call && options_.thumbnail))
          if (changes_state(record)) states_.get(at.process).see(at, record);
      copy(at, record, at.values);
    }
    if constexpr (SumRecords::contains<R>)
      if (options_.statistics) {
        otf::ProcessSums& sums = sums_.try_emplace(at.process, at.process, definitions_.sums).first->second;
        if constexpr (std::is_same_v<R, otf::Leave>) check_leave(at, record, sums);
        sums.see(at, record);
      }
  }
  using StateRecords = TypeList<otf::Enter, otf::Leave, otf::Counter, otf::CollectiveOperation,
      otf::BeginCollectiveOperation, otf::EndCollectiveOperation, otf::FileOperation, otf::BeginFileOperation,
      otf::EndFileOperation>;
  using SumRecords = TypeList<otf::Enter, otf::Leave, otf::SendMsg, otf::RecvMsg, otf::CollectiveOperation,
      otf::BeginCollectiveOperation, otf::EndCollectiveOperation, otf::FileOperation, otf::EndFileOperation>;

  // Processes have states in the order of their first change.
  template <class R>
  static bool changes_state(const R& record) {
    if constexpr (std::is_same_v<R, otf::FileOperation>) {
      const std::uint32_t kind = record.operation & otf::file_op::operations;
      return kind == otf::file_op::open || kind == otf::file_op::close;
    }
    return true;
  }

  void see_send(const otf::At& at, const otf::SendMsg& record);
  static void check_leave(const otf::At& at, const otf::Leave& record, const otf::ProcessSums& sums);

  template <class R>
  void copy(const otf::At& at, const R& record, const otf::KeyValues& values) {
    if (!options_.copy.empty() && result_) result_ = out_.write(at.time, at.process, record, &values);
  }
  // Snapshots that were between the events already: new ones take their place, but not that of these two.
  template <class R>
  void copy_snapshot(const otf::At& at, const R& record) {
    constexpr bool is_kept = std::is_same_v<R, otf::SnapshotComment> || std::is_same_v<R, otf::CounterSnapshot>;
    if (options_.copy.empty() || (options_.snapshots && !is_kept)) return;
    write_due(at.time);
    copy(at, record, at.values);
  }

  void write_due(otf::Ticks time) {
    while (next_break_ <= time && result_) write_break(time);
  }
  void write_break(otf::Ticks time);
  void next_break() { next_break_ = breaks_.empty() ? otf::unknown_time : breaks_.next(); }
  Result<> write_statistics(otf::Ticks time);
  Result<> write_snapshot(otf::Ticks time);
  void choose_thumbnail_processes();
  void take_sample(std::uint32_t i);
  void show_progress(otf::Ticks time);

  const AuxOptions& options_;
  AuxDefinitions& definitions_;
  otf::TimeRange range_;
  otf::TraceWriter& out_;
  AuxBreaks breaks_;
  otf::Ticks next_break_ = otf::unknown_time;
  otf::HashOrdered<std::uint64_t, otf::SnapshotState, otf::process_buckets> states_;
  std::map<otf::ProcessId, otf::ProcessSums> sums_;
  std::optional<otf::SampleTimes> samples_;
  std::vector<std::pair<otf::ProcessId, otf::SnapshotState*>> sampled_;
  bool is_in_receives_ = false;
  ProgressBar bar_{"otfaux"};
  Progress draw_;  // on a terminal, if nobody asked for more
  bool shows_progress_ = false;
  std::uint64_t records_ = 0;
  Result<> result_;
};

}  // namespace weft::cli::otf_tools
