// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "base/counted.hpp"
#include "base/staging.hpp"
#include "formats/otf/find_trace.hpp"
#include "formats/otf/out_files.hpp"
#include "formats/otf/trace.hpp"
#include "formats/otf/writer.hpp"
#include "model/accepted.hpp"

namespace weft::otf {

namespace fs = std::filesystem;

namespace {

Result<> copy_bytes(const std::string& in, const std::string& out) {
  const auto from = WEFT_TRY(File::open(in));
  const std::uint64_t bytes = WEFT_TRY(from.size());
  return replace_file(out, [&](File& to) { return to.append_from(from, 0, bytes); });
}

// All files that begin with the stub, the master file last.
Result<> copy_files(const TracePaths& in, const TracePaths& out) {
  const fs::path stub = in.stub();
  const std::string beginning = stub.filename().string() + ".";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(stub.has_parent_path() ? stub.parent_path() : ".", error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(beginning) || !entry.is_regular_file() || entry.path() == in.master()) continue;
    if (is_file_of_trace(std::string_view(name).substr(beginning.size())))
      WEFT_TRY(copy_bytes(entry.path().string(), out.stub() + "." + name.substr(beginning.size())));
  }
  if (error) return Error{Errc::io, fmt::format("cannot read the directory: {}", error.message()), in.stub()};
  return copy_bytes(in.master(), out.master());
}

// Writes every record that can be read, stream by stream.
class Salvage {
 public:
  Salvage(TracePaths in, TracePaths out, const RepairOptions& options)
      : in_(std::move(in)), out_(std::move(out)), options_(options) {}

  Result<RepairReport> run() {
    WEFT_TRY(find_streams());
    const auto& streams = master_.streams();
    WEFT_TRY(copy_stream(0));
    std::uint64_t done = 0;
    for (const auto& [stream, processes] : streams) {
      WEFT_TRY(copy_stream(stream));
      if (options_.progress) options_.progress(++done, streams.size());
    }
    WEFT_TRY(master_.write(out_));
    return sentences();
  }

  template <class R>
  void operator()(const At& at, const R& record) {
    if (!written_) return;
    ++records_;
    if constexpr (!KindOf<R>::timed) {
      if constexpr (std::is_same_v<R, DefProcess>) defined_.insert(record.process);
      written_ = writer_->write(record, &at.values);
    } else {
      const Ticks time = ascending(at.time);
      if constexpr (std::is_same_v<R, Enter>) stacks_[at.process].push_back(record.function);
      if constexpr (std::is_same_v<R, Leave>)
        if (auto& stack = stacks_[at.process]; !stack.empty()) stack.pop_back();
      written_ = writer_->write(time, at.process, record, &at.values);
    }
  }

  // Somebody may know them.
  void unknown_line(const At& at, std::string_view line) {
    if (!written_) return;
    ++unknown_;
    written_ = is_timed_ ? writer_->write_line(ascending(at.time), at.process, line, at.values)
                         : writer_->write_line(line, at.values);
  }

 private:
  Ticks ascending(Ticks time) {
    if (time < last_time_)
      ++moved_;
    else
      last_time_ = time;
    return last_time_;
  }

  // The master file as it is; where it maps nothing, or not all processes, the events say it.
  Result<> find_streams() {
    auto master = Master::read(in_, report_);
    if (master) master_ = *std::move(master);
    std::vector<StreamId> streams;
    for (const auto& [stream, processes] : master_.streams()) streams.push_back(stream);
    if (!master_.forwarding)
      for (const StreamId stream : event_streams(in_)) streams.push_back(stream);
    std::ranges::sort(streams);
    streams.erase(std::unique(streams.begin(), streams.end()), streams.end());
    reader_ = TraceReader::open(in_, master_, report_);
    // What is wrong is said when the records are read.
    Report unimportant;
    const auto scout = TraceReader::open(in_, master_, unimportant);
    for (const StreamId stream : streams) map_processes(*scout, stream);
    if (master_.streams().empty()) return Error{Errc::corrupt, "there is nothing to repair: no events", in_.master()};
    master_.forwarding.reset();  // all streams get files of their own
    return {};
  }

  void map_processes(TraceReader& scout, StreamId stream) {
    auto file = scout.open_file<EventFile>(stream);
    if (!file || !*file || !(*file)->begin()) return;
    while ((*file)->fetch()) {
      if (master_.map(stream, (*file)->process())) ++mapped_;
      (*file)->skip_line();
    }
  }

  Result<> copy_stream(StreamId stream) {
    StreamWriter writer(pool_, out_, stream, write_options_);
    Result<> first;
    FileKinds::each([&](auto kind) {
      if (first) first = copy_file<typename decltype(kind)::type>(stream, writer);
    });
    if (stream == 0 && first) first = define_processes(writer);
    auto closed = writer.close();
    return first ? std::move(closed) : std::move(first);
  }

  template <class Kind>
  Result<> copy_file(StreamId stream, StreamWriter& writer) {
    auto file = WEFT_TRY(reader_->open_file<Kind>(stream));
    const bool is_needed = std::is_same_v<Kind, EventFile> && stream != 0;
    if (!file && !is_needed) return {};
    if (!file) report_.add({stream_missing.name, "a stream without events", in_.file(stream, Kind::suffix)});
    writer_ = WEFT_TRY(writer.file<Kind>());
    is_timed_ = Kind::timed;
    last_time_ = 0;
    stacks_.clear();
    written_ = {};
    if (file && file->begin()) file->read(*this);
    WEFT_TRY(std::move(written_));
    if (!is_needed) return {};
    if (options_.close_regions) WEFT_TRY(close_regions());
    // A reader wants to know time and process of every file.
    const auto& processes = master_.streams().at(stream);
    if (writer_->process() == unknown_process) return writer_->write_state(0, *processes.begin());
    return {};
  }

  Result<> close_regions() {
    for (auto& [process, stack] : stacks_)
      for (; !stack.empty(); stack.pop_back(), ++closed_)
        WEFT_TRY(writer_->write(last_time_, process, Leave{stack.back(), 0}));
    return {};
  }

  Result<> define_processes(StreamWriter& writer) {
    for (const auto& [process, stream] : master_.processes())
      if (defined_.insert(process).second) {
        WEFT_TRY(writer.write(DefProcess{process, fmt::format("process {}", process), 0}));
        ++named_;
      }
    return {};
  }

  RepairReport sentences() {
    RepairReport result;
    constexpr std::string_view mended[] = {
        file_cut.name, stream_missing.name, process_unmapped.name, state_missing.name};
    for (const auto& [rule, group] : report_.groups()) {
      const bool is_mended = std::ranges::find(mended, rule) != std::end(mended);
      group.tell(is_mended ? result.done : result.lost);
    }
    const auto done = [&](std::uint64_t count, std::string_view one, std::string_view several) {
      if (count) result.done.push_back(counted(count, one, several));
    };
    done(mapped_, "process was not in the master file", "processes were not in the master file");
    done(named_, "process had no definition", "processes had no definition");
    done(moved_, "record moved to the time of the one before, because time went backwards",
        "records moved to the time of the one before, because time went backwards");
    done(closed_, "region closed", "regions closed");
    done(unknown_, "line kept that is no record", "lines kept that are no records");
    if (!result.done.empty() || !result.lost.empty())
      result.done.push_back(fmt::format("kept {} of {} in {}", counted(records_, "record"),
          counted(master_.processes().size(), "process", "processes"), counted(master_.streams().size(), "stream")));
    return result;
  }

  TracePaths in_;
  TracePaths out_;
  const RepairOptions& options_;
  WriteOptions write_options_;
  HandlePool pool_;
  Report report_;
  Master master_;
  std::unique_ptr<TraceReader> reader_;
  RecordWriter* writer_ = nullptr;
  Result<> written_;
  bool is_timed_ = true;  // the file at hand
  Ticks last_time_ = 0;
  std::map<ProcessId, std::vector<std::uint32_t>> stacks_;
  std::set<ProcessId> defined_;
  std::uint64_t records_ = 0, mapped_ = 0, named_ = 0, moved_ = 0, closed_ = 0, unknown_ = 0;
};

TracePaths paths_of(const std::string& path) {
  auto found = find_trace(path);
  return found ? *std::move(found) : *TracePaths::of(path);
}

}  // namespace

Result<> copy_trace(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report) {
  if (options.chunk_bytes) return Error{Errc::invalid_argument, "an OTF trace has no chunks of events", in};
  const TracePaths to = WEFT_TRY(TracePaths::of(out));
  WEFT_TRY(check_free(to));
  auto trace = WEFT_TRY(OtfTrace::open(in));
  Report unimportant;
  trace->examine(unimportant);
  report.take(trace->report());
  WEFT_TRY(accepted(report, loss));
  auto staging = WEFT_TRY(Staging::create(to.master()));
  auto copied = copy_files(trace->reader().paths(), WEFT_TRY(TracePaths::of(staging.path())));
  if (!copied) return staging.named(std::move(copied).error());
  return staging.finish();
}

Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options) {
  const TracePaths to = WEFT_TRY(TracePaths::of(out));
  WEFT_TRY(check_free(to));
  auto repaired = Salvage(paths_of(in), to, options).run();
  if (!repaired) remove_files(to);
  return repaired;
}

}  // namespace weft::otf
