// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/otf/definer_internal.hpp"
#include "formats/otf/event_stream.hpp"
#include "formats/otf/find_trace.hpp"
#include "formats/otf/model_markers.hpp"

namespace weft::otf {

namespace {

// What the first record says it is.
struct First {
  std::string text = {};

  template <class R>
  void operator()(const At& at, const R&) {
    if (text.empty()) text = fmt::format("{} {} {}", at.time, at.process, R::schema.name);
  }
};

// A trace in which nothing happened has definitions, but no streams.
Result<std::unique_ptr<TraceReader>> open_reader(const std::string& path, Report& report) {
  const auto found = find_trace(path);
  if (found && event_streams(*found).empty())
    if (auto master = Master::read(*found, report); master && master->streams().empty())
      return TraceReader::open(*found, *std::move(master), report);
  return TraceReader::open(found ? found->master() : path, report);
}

}  // namespace

Result<std::unique_ptr<OtfTrace>> OtfTrace::find(const std::string& path) {
  std::unique_ptr<OtfTrace> trace(new OtfTrace);
  trace->reader_ = WEFT_TRY(open_reader(path, trace->report_));
  trace->second_reader_ = TraceReader::open(trace->reader_->paths(), trace->reader_->master(), trace->told_already_);
  trace->local_tokens_ = trace->find_local_tokens();
  return trace;
}

Result<std::unique_ptr<OtfTrace>> OtfTrace::open(const std::string& path) {
  auto trace = WEFT_TRY(find(path));
  trace->survey_ = survey_events(*trace->reader_, trace->local_tokens_, trace->report_);
  WEFT_TRY(TraceDefiner(*trace).run());
  return trace;
}

Result<std::unique_ptr<OtfTrace>> OtfTrace::open_briefly(const std::string& path) {
  auto trace = WEFT_TRY(find(path));
  trace->survey_ = survey_times(*trace->reader_, trace->report_);
  WEFT_TRY(TraceDefiner(*trace).run());
  return trace;
}

// Only where streams have definitions of their own are these read twice.
LocalTokens OtfTrace::find_local_tokens() {
  const auto is_there = [&](const auto& stream) { return file_bytes(stream.first, DefinitionFile::suffix) > 0; };
  LocalTokenFinder finder;
  if (std::ranges::any_of(reader_->master().streams(), is_there))
    static_cast<void>(second_reader_->read_definitions(finder));
  return finder.finish();
}

Result<std::unique_ptr<EventStream>> OtfTrace::events(LocationRef location, const StreamOptions& options) {
  if (!survey_.has_events)
    return Error{Errc::invalid_argument, "was opened without its events", reader_->paths().master()};
  const auto process = static_cast<ProcessId>(location.value);
  const auto stream = process == location.value ? reader_->master().stream_of(process) : std::nullopt;
  if (!stream)
    return Error{
        Errc::invalid_argument, fmt::format("there is no location {}", location.value), reader_->paths().master()};
  auto events = stream_of(process, options.rows);
  if (survey_.processes.contains(process)) {
    auto reader = WEFT_TRY(read_process(*stream, process, events->only(), options.window_bytes));
    if (reader && reader->begin()) events->read_from(std::move(reader));
  }
  return std::unique_ptr<EventStream>(std::move(events));
}

std::unique_ptr<ProcessStream> OtfTrace::stream_of(ProcessId process, std::size_t rows) const {
  const auto survey = survey_.processes.find(process);
  const auto stream = stream_id_of(process);
  return std::make_unique<ProcessStream>(translation_, stream ? local_tokens_.names_in(*stream) : nullptr,
      survey == survey_.processes.end() ? nullptr : &survey->second, process, rows);
}

Result<std::unique_ptr<RecordReader<EventFile>>> OtfTrace::read_process(
    StreamId stream, ProcessId process, const ProcessSet& only, std::size_t window_bytes) {
  const std::size_t processes = reader_->master().streams().at(stream).size();
  if (processes > 1 && SplitStream::is_worth_it(processes, file_bytes(stream, EventFile::suffix)))
    return std::make_unique<RecordReader<EventFile>>(WEFT_TRY(split(stream))->text_of(process),
        reader_->paths().file(stream, EventFile::suffix), stream, LineReader::Options{window_bytes, true, &only},
        told_already_);
  // The window is as large as it would be with so many files.
  const std::size_t files = TraceReader::Options{}.memory_bytes / std::max<std::size_t>(window_bytes, 1);
  return second_reader_->open_file<EventFile>(stream, &only, files);
}

// The first that asks splits, and others wait for it.
Result<const SplitStream*> OtfTrace::split(StreamId stream) {
  const std::lock_guard lock(splitting_);
  auto& split = split_[stream];
  if (!split) split = WEFT_TRY(SplitStream::make(*second_reader_, stream));
  return split.get();
}

std::uint64_t OtfTrace::file_bytes(StreamId stream, std::string_view suffix) const {
  const auto found = find_file(reader_->paths(), reader_->master().forwarding, stream, suffix);
  if (!found || !*found) return 0;
  if ((*found)->extents) {
    std::uint64_t sum = 0;
    for (const Extent& extent : *(*found)->extents) sum += extent.size;
    return sum;
  }
  const auto file = File::open((*found)->path);
  const auto size = file ? file->size() : Result<std::uint64_t>(std::uint64_t{0});
  return size ? *size : 0;
}

// A stream's bytes are its processes', by the events they have; in equal parts if that is not known.
std::uint64_t OtfTrace::event_bytes(LocationRef location) {
  const auto process = static_cast<ProcessId>(location.value);
  const auto stream = reader_->master().stream_of(process);
  if (stream && !survey_.has_events)
    return file_bytes(*stream, EventFile::suffix) / reader_->master().streams().at(*stream).size();
  const auto survey = survey_.processes.find(process);
  if (!stream || survey == survey_.processes.end()) return 0;
  std::uint64_t all = 0;
  for (const ProcessId other : reader_->master().streams().at(*stream))
    if (const auto found = survey_.processes.find(other); found != survey_.processes.end()) all += found->second.events;
  const auto share = static_cast<double>(survey->second.events) / static_cast<double>(std::max<std::uint64_t>(all, 1));
  return static_cast<std::uint64_t>(static_cast<double>(file_bytes(*stream, EventFile::suffix)) * share);
}

TraceInfo OtfTrace::info() {
  TraceInfo info;
  info.format = "OTF";
  info.version = version_;
  info.path = reader_->paths().master();
  info.creator = creator_;
  info.files = 1;
  if (const auto master = File::open(info.path))
    if (const auto size = master->size()) info.bytes = *size;
  std::uint64_t compressed = 0;
  const auto add_files = [&](StreamId stream) {
    FileKinds::each([&](auto type) {
      const std::string_view suffix = decltype(type)::type::suffix;
      const auto found = find_file(reader_->paths(), reader_->master().forwarding, stream, suffix);
      if (!found || !*found) return;
      ++info.files;
      if ((*found)->is_compressed) ++compressed;
      info.bytes += file_bytes(stream, suffix);
    });
  };
  add_files(0);
  for (const auto& [stream, processes] : reader_->master().streams()) add_files(stream);
  info.facts = {{"streams", fmt::format("{}", reader_->master().streams().size())}};
  if (compressed) info.facts.emplace_back("compressed files", fmt::format("{}", compressed));
  if (!unique_id_.empty()) info.facts.emplace_back("unique id", unique_id_);
  return info;
}

// Definitions, markers and events have been read when the trace was opened.
void OtfTrace::examine(Report&) {
  std::string unused;
  records_of<SnapshotFile>(unused);
  records_of<StatisticsFile>(unused);
}

void OtfTrace::read_markers(Markers& into) { static_cast<void>(read_model_markers(*second_reader_, into)); }

void OtfTrace::tell_unmodelled(LossReport& loss) {
  const auto tell = [&](const char* what, std::uint64_t count, const std::string& first) {
    loss.read(what, count);
    if (count) loss.lost(what, "they repeat what events say, and OTF traces alone get their own", count, first);
  };
  std::string first_snapshot, first_statistics;
  const std::uint64_t snapshots = records_of<SnapshotFile>(first_snapshot);
  const std::uint64_t statistics = records_of<StatisticsFile>(first_statistics);
  tell("snapshot record", snapshots, first_snapshot);
  tell("statistics record", statistics, first_statistics);
}

template <class Kind>
std::uint64_t OtfTrace::records_of(std::string& example) {
  std::uint64_t records = 0;
  First first;
  for (const auto& [stream, processes] : reader_->master().streams()) {
    auto file = reader_->open_file<Kind>(stream);
    if (file && *file && (*file)->begin()) records += (*file)->read(first);
  }
  example = first.text;
  return records;
}

}  // namespace weft::otf
