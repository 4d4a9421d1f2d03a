// SPDX-License-Identifier: BSD-3-Clause
// Writing: StreamWriter has the files of one stream, each made when its first record comes; TraceWriter has the streams
// of a trace and its master file, and finds the stream of each process. Any number of streams work with few file
// handles.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "formats/otf/master.hpp"
#include "formats/otf/record_writer.hpp"

namespace weft::otf {

struct WriteOptions {
  Form form = Form::short_words;
  bool inline_snapshots = false;    // snapshots go between the events
  LineBuffer::Options buffer = {};  // of every file
  std::uint32_t most_streams = 0;   // that processes are put into; 0: each gets its own
  std::size_t handle_budget = 0;    // 0: a share of what the process may open
};

class StreamWriter {
 public:
  StreamWriter(HandlePool& pool, const TracePaths& paths, StreamId id, const WriteOptions& options)
      : pool_(pool), paths_(paths), id_(id), options_(options) {}

  StreamId id() const { return id_; }

  template <class R>
  Result<> write(Ticks time, ProcessId process, const R& record, const KeyValues* values = nullptr) {
    return WEFT_TRY(file_of<R>())->write(time, process, record, values);
  }
  template <class R>
  Result<> write(const R& record, const KeyValues* values = nullptr) {
    return WEFT_TRY(file_of<R>())->write(record, values);
  }

  // The file of a kind, created if it is not there yet.
  template <class Kind>
  Result<RecordWriter*> file() {
    auto& writer = files_[FileKinds::index_of<Kind>()];
    if (!writer) [[unlikely]]
      writer = WEFT_TRY(create(Kind::suffix));
    return writer.get();
  }

  Result<> flush();
  // Closes all files, whatever happens to one of them; the first error.
  Result<> close();

 private:
  template <class R>
  Result<RecordWriter*> file_of() {
    if constexpr (std::is_same_v<KindOf<R>, SnapshotFile>)
      if (options_.inline_snapshots) return file<EventFile>();
    return file<KindOf<R>>();
  }
  Result<std::unique_ptr<RecordWriter>> create(std::string_view suffix);

  HandlePool& pool_;
  const TracePaths& paths_;
  StreamId id_;
  const WriteOptions& options_;
  std::unique_ptr<RecordWriter> files_[FileKinds::size];
};

class TraceWriter {
 public:
  static Result<std::unique_ptr<TraceWriter>> create(std::string_view path, WriteOptions options);

  // A definition for one stream, or with 0 for all. The first one is preceded by version and unique id.
  template <class R>
  Result<> define(StreamId stream, const R& record, const KeyValues* values = nullptr) {
    static_assert(std::is_same_v<KindOf<R>, DefinitionFile>);
    if (!has_header_) WEFT_TRY(write_header());
    return this->stream(stream).write(record, values);
  }

  // A line among the definitions that is no record.
  Result<> define_line(StreamId stream, std::string_view line, const KeyValues& values);

  // An event, snapshot or summary: into the stream of its process.
  template <class R>
  Result<> write(Ticks time, ProcessId process, const R& record, const KeyValues* values = nullptr) {
    if (process != last_process_ || !last_stream_) [[unlikely]]
      find_stream(process);
    return last_stream_->write(time, process, record, values);
  }

  // A line among the events that is no record.
  Result<> write_line(Ticks time, ProcessId process, std::string_view line, const KeyValues& values);

  // Markers are the whole trace's.
  template <class R>
  Result<> mark(const R& record, const KeyValues* values = nullptr) {
    static_assert(std::is_same_v<KindOf<R>, MarkerFile>);
    return stream(0).write(record, values);
  }

  StreamWriter& stream(StreamId id);
  Master& master() { return master_; }

  Result<> close_streams();
  // The master file first, then all others; the first error.
  Result<> close();

 private:
  TraceWriter(TracePaths paths, WriteOptions options)
      : paths_(std::move(paths)), options_(options), pool_(options.handle_budget) {}
  Result<> write_header();
  void find_stream(ProcessId process);

  TracePaths paths_;
  WriteOptions options_;
  HandlePool pool_;
  Master master_;
  std::unordered_map<StreamId, std::unique_ptr<StreamWriter>> streams_;
  bool has_header_ = false;
  ProcessId last_process_ = unknown_process;
  StreamWriter* last_stream_ = nullptr;
};

// The release whose files these are.
inline constexpr DefVersion own_version{1, 12, 5, "salmon"};
// A number that no other trace has.
std::uint64_t new_unique_id();

}  // namespace weft::otf
