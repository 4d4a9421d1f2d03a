// SPDX-License-Identifier: BSD-3-Clause
// TraceReader: a trace by its master file. Definitions and markers in the order of the streams; events, snapshots and
// statistics in order of time, by stream, or in parallel. Visitors are those of record_reader.hpp.
//
//   auto trace = WEFT_TRY(TraceReader::open(path, report));
//   WEFT_TRY(trace->read_definitions(visitor));
//   auto events = WEFT_TRY(trace->merge<EventFile>({.from = 100, .until = 200}));
//   events.read(visitor);
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/parallel.hpp"
#include "formats/otf/master.hpp"
#include "formats/otf/merge.hpp"

namespace weft::otf {

// What to read: times from `from` to before `until`, of these processes.
struct Selection {
  Ticks from = 0;
  Ticks until = unknown_time;
  std::optional<std::vector<ProcessId>> processes = {};  // nothing: all that the master file knows
};

class TraceReader {
 public:
  struct Options {
    std::size_t handle_budget = 0;                      // 0: a share of what the process may open
    std::size_t memory_bytes = std::size_t{256} << 20;  // for the text of all files that are open together
  };

  static Result<std::unique_ptr<TraceReader>> open(std::string_view path, Report& report, Options options);
  static Result<std::unique_ptr<TraceReader>> open(std::string_view path, Report& report) {
    return open(path, report, Options{});
  }
  // With another master than the one on disk.
  static std::unique_ptr<TraceReader> open(TracePaths paths, Master master, Report& report, Options options);
  static std::unique_ptr<TraceReader> open(TracePaths paths, Master master, Report& report) {
    return open(std::move(paths), std::move(master), report, Options{});
  }

  const Master& master() const { return master_; }
  const TracePaths& paths() const { return paths_; }

  // A file of a stream, before its first line: begin() or search() comes next. Null if there is none.
  template <class Kind>
  Result<std::unique_ptr<RecordReader<Kind>>> open_file(
      StreamId stream, const ProcessSet* only = nullptr, std::size_t files = 1) {
    std::string path;
    auto source = WEFT_TRY(open_source(stream, Kind::suffix, files, path));
    if (!source) return std::unique_ptr<RecordReader<Kind>>();
    return std::make_unique<RecordReader<Kind>>(std::move(source), std::move(path), stream,
        LineReader::Options{window_bytes(files), Kind::timed, only}, report_);
  }

  // All definitions, or markers: those of stream 0, then of the streams of the master file. How many there were.
  template <class Visitor>
  Result<std::uint64_t> read_definitions(Visitor&& visitor) {
    return read_in_order<DefinitionFile>(visitor);
  }
  template <class Visitor>
  Result<std::uint64_t> read_markers(Visitor&& visitor) {
    return read_in_order<MarkerFile>(visitor);
  }

  // Events, snapshots or statistics of all streams together. Must not outlive this reader.
  template <class Kind>
  Result<Merge<Kind>> merge(const Selection& selection = {}) {
    const ProcessSet& only = select(selection);
    const auto streams = streams_with(only);
    std::vector<std::unique_ptr<RecordReader<Kind>>> readers;
    for (const StreamId stream : streams) {
      auto reader = WEFT_TRY(open_at<Kind>(stream, selection.from, only, streams.size()));
      if (reader) readers.push_back(std::move(reader));
    }
    return Merge<Kind>(std::move(readers), selection.until);
  }

  // Streams in parallel, and large plain files in several parts: work(worker) gives the visitor of a worker, which is
  // then called with the records of one part after the other, in the order of that part. The number of records.
  template <class Kind, class VisitorOf>
  Result<std::uint64_t> read_parallel(const Selection& selection, std::size_t threads, VisitorOf&& visitor_of) {
    const ProcessSet& only = select(selection);
    const auto parts = WEFT_TRY(parts_of<Kind>(streams_with(only), selection, thread_count(threads)));
    std::vector<Result<std::uint64_t>> counts(parts.size(), std::uint64_t{0});
    parallel_for(parts.size(), threads, [&](std::size_t part, std::size_t worker) {
      counts[part] = read_part<Kind>(parts[part], selection, only, thread_count(threads), visitor_of(worker));
    });
    std::uint64_t sum = 0;
    for (const auto& count : counts) {
      if (!count) return count.error();
      sum += *count;
    }
    return sum;
  }

 private:
  struct Part {
    StreamId stream = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = whole;
    static constexpr std::uint64_t whole = ~std::uint64_t{0};
  };
  static constexpr std::uint64_t part_bytes = std::uint64_t{8} << 20;

  TraceReader(TracePaths paths, Master master, Report& report, Options options);

  std::size_t window_bytes(std::size_t files) const;
  Result<std::unique_ptr<TextSource>> open_source(
      StreamId stream, std::string_view suffix, std::size_t files, std::string& path);
  const ProcessSet& select(const Selection& selection);
  std::vector<StreamId> streams_with(const ProcessSet& only) const;
  Error missing(StreamId stream, std::string_view suffix) const;
  void report_stateless(const std::string& path);

  // Null if the file has no record that late, or is not there and need not be.
  template <class Kind>
  Result<std::unique_ptr<RecordReader<Kind>>> open_at(
      StreamId stream, Ticks from, const ProcessSet& only, std::size_t files) {
    auto reader = WEFT_TRY(open_file<Kind>(stream, &only, files));
    if (!reader) {
      if (std::is_same_v<Kind, EventFile>) return missing(stream, Kind::suffix);
      return reader;
    }
    if (from == 0 ? reader->begin() : reader->search(from)) return reader;
    if (from == 0) report_stateless(reader->path());
    return std::unique_ptr<RecordReader<Kind>>();
  }

  template <class Kind, class Visitor>
  Result<std::uint64_t> read_in_order(Visitor& visitor) {
    std::uint64_t count = 0;
    std::vector<StreamId> streams{0};
    for (const auto& [stream, processes] : master_.streams()) streams.push_back(stream);
    for (const StreamId stream : streams) {
      auto reader = WEFT_TRY(open_file<Kind>(stream));
      if (!reader) continue;
      reader->begin();
      count += reader->read(visitor);
      if (reader->has_stopped()) break;
      reader->take_tail(visitor);
    }
    return count;
  }

  template <class Kind>
  Result<std::vector<Part>> parts_of(
      const std::vector<StreamId>& streams, const Selection& selection, std::size_t threads) {
    std::vector<Part> parts;
    for (const StreamId stream : streams) {
      parts.push_back({stream});
      if (threads == 1 || selection.from > 0) continue;
      auto reader = WEFT_TRY(open_file<Kind>(stream));
      if (!reader || reader->file_bytes() < 2 * part_bytes) continue;
      const auto begins = reader->split(reader->file_bytes() / part_bytes);
      for (std::size_t i = 1; i < begins.size(); ++i) {
        parts.back().end = begins[i];
        parts.push_back({stream, begins[i]});
      }
    }
    return parts;
  }

  template <class Kind, class Visitor>
  Result<std::uint64_t> read_part(
      const Part& part, const Selection& selection, const ProcessSet& only, std::size_t files, Visitor&& visitor) {
    const bool is_first = part.begin == 0;
    auto reader = WEFT_TRY(open_at<Kind>(part.stream, is_first ? selection.from : 0, only, files));
    if (!reader) return std::uint64_t{0};
    if ((!is_first || part.end != Part::whole) && !reader->read_part(part.begin, part.end)) return std::uint64_t{0};
    const std::uint64_t count = reader->read(visitor, selection.until);
    if (part.end == Part::whole && reader->is_at_end()) reader->take_tail(visitor);
    return count;
  }

  TracePaths paths_;
  Master master_;
  Report& report_;
  Options options_;
  HandlePool pool_;
  std::vector<std::unique_ptr<ProcessSet>> selected_;  // merges hold on to them
};

}  // namespace weft::otf
