// SPDX-License-Identifier: BSD-3-Clause
// DftracerLines: rows of the threads of one process in, lines of DFTracer out. Events are written when they end; their
// ids are given when they begin, and count all records of the process. Not to be used by two threads at once.
#pragma once

#include <string>
#include <vector>

#include "formats/dftracer/line_pen.hpp"
#include "record/dftracer_folds.hpp"
#include "record/dftracer_names.hpp"
#include "record/dftracer_rows.hpp"
#include "record/dftracer_style.hpp"

namespace weft::recording {

class DftracerLines {
 public:
  // What is known of a thread: it is changed when rows of it are read.
  struct Open {
    std::int64_t id;
    std::uint32_t region;
    Ticks begin;
    std::vector<RowArgument> arguments;
  };
  struct ThreadState {
    std::uint64_t tid;
    std::vector<Open> open;  // regions that have begun and not ended
    // Ids of spans that are not over, by level, which those inside have asked for.
    std::vector<std::int64_t> promised = {};
    std::uint64_t unpaired = 0;  // ends of regions whose begin is not known
    std::uint64_t closed = 0;    // regions that never ended
    DftracerFolds folds = {};    // that wait for more
  };

  // Wall-clock nanoseconds of a tick 0; ticks are nanoseconds.
  DftracerLines(Dictionary& dictionary, std::uint64_t pid, const std::string& host, std::uint64_t epoch,
      const DftracerStyle& style = {});

  void begin(const std::vector<std::string>& command_line, Ticks now);
  // Spans that are folded together are told when their interval is over, or at once if nothing may wait.
  void add(ThreadState& thread, Bytes rows, bool may_wait = true);
  // What has not ended ends now.
  void close(ThreadState& thread, Ticks now);
  // What is missing is told, if there is any of it.
  struct Missing {
    std::uint64_t lost = 0;
    std::uint64_t overwritten = 0;
    std::uint64_t unfinished = 0;  // regions that had no end
  };
  void end(Ticks now, const Missing& missing, std::string_view path = {});

  // Whether there is more than who this is.
  bool has_events() const { return has_events_; }

  std::string_view text() const { return out_.text(); }
  // What was written reached the file, or did not: then files are defined again.
  void clear(bool is_kept);
  // To go back to: after the end of a process that goes on all the same.
  std::int64_t last_id() const { return last_id_; }
  void set_last_id(std::int64_t id) { last_id_ = id; }

 private:
  void add_row(ThreadState& thread, const Row& row, const std::byte* arguments);
  void leave(ThreadState& thread, const Row& row);
  void finish_last(ThreadState& thread, Ticks end, std::span<const RowArgument> more);
  void put_counter(const ThreadState& thread, const Row& row);
  void put_event(const ThreadState& thread, std::int64_t id, std::uint32_t region, Ticks begin, Ticks end);
  void put_span(ThreadState& thread, const Row& row, const std::byte* texts);
  struct Span {
    std::uint32_t what;
    Ticks begin;
    Ticks end;
  };
  bool fold(ThreadState& thread, const Span& span, std::span<const RowArgument> arguments, const std::byte* texts);
  bool is_wanted_folded(const Span& span, std::span<const RowArgument> arguments, const std::byte* texts);
  std::string shown(const RowArgument& argument, const std::byte* text, std::size_t bytes);
  void put_folds(ThreadState& thread, std::uint64_t before);
  void put_fold(const ThreadState& thread, const DftracerFolds::Key& key, const DftracerFolds::Fold& fold);
  std::uint64_t interval(Ticks time) const { return (epoch_ + time) / style_.fold_nanoseconds; }
  void put_metadata(const ThreadState& thread, const Row& row, const std::byte* texts);
  std::int64_t promised_id(ThreadState& thread, std::size_t level);
  std::int64_t id_of_span(ThreadState& thread, std::size_t level);
  void define_files(const ThreadState& thread, std::span<const RowArgument> arguments);
  void put_all(dftracer::LinePen& pen, std::span<const RowArgument> arguments, const std::byte* texts);
  void put(
      dftracer::LinePen& pen, std::string_view key, const RowArgument& argument, std::string_view inline_text = {});
  void define(std::string_view kind, std::string_view name, std::string_view json, std::uint64_t tid);
  void describe_rank();
  void describe_affinity();
  std::uint64_t units(Ticks time) const { return (epoch_ + time) / style_.unit_nanoseconds; }
  std::uint64_t shown(std::uint64_t tid) const { return style_.has_thread_ids ? tid : 0; }

  TextSink out_;
  std::string host_;
  std::string host_hash_;
  DftracerStyle style_;
  dftracer::LinePen pen_;
  dftracer::LinePen event_pen_;  // which may say less
  DftracerNames names_;
  std::uint64_t pid_;
  std::uint64_t epoch_;
  std::int64_t last_id_ = 0;
  std::vector<std::uint32_t> newly_defined_;
  std::vector<RowArgument> scratch_;  // the arguments of the row at hand
  std::uint64_t left_out_ = 0;        // arguments of lines that were long enough without them
  std::string program_;
  std::optional<std::string> rank_;
  DftracerFacts facts_;
  bool has_events_ = false;
};

}  // namespace weft::recording
