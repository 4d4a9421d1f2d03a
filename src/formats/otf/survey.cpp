// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "formats/otf/vocabulary.hpp"

namespace weft::otf {

namespace {

// Sees the events of one stream.
class Surveyor {
 public:
  Surveyor(Survey& survey, LineReader& file) : survey_(survey), file_(file) {}

  template <class R>
  void operator()(const At& at, const R& record) {
    static_assert(EventRecords::contains<R>);
    count(at);
    if (!at.values.empty()) [[unlikely]]
      note(at.values);
    note(record);
  }
  // Snapshots between the events are no events.
  template <class R>
  requires(SnapshotRecords::contains<R>) void operator()(const At&, const R&) {}
  // In the model it is a text.
  void unknown_line(const At& at, std::string_view line) {
    report_unknown(file_, line);
    count(at);
    note(at.values);
    survey_.texts.insert(text_of_bytes(line));
    survey_.texts.emplace(unknown_line_name);
  }

 private:
  struct Tracked {
    SurveyedProcess* process = nullptr;
    std::unordered_map<std::uint64_t, std::size_t> open_files;  // operations, by matching id
  };

  void count(const At& at) {
    if (at.process != last_ || !now_) {
      now_ = &tracked_[last_ = at.process];
      now_->process = &survey_.processes[at.process];
    }
    SurveyedProcess& process = *now_->process;
    ++process.events;
    process.first_time = std::min(process.first_time, at.time);
    process.last_time = std::max(process.last_time, at.time);
  }

  void note(const KeyValues& values) {
    for (const KeyValues::Pair& pair : values.pairs()) {
      survey_.note(pair.key, pair.type);
      if (pair.type == ValueType::byte_array) survey_.texts.insert(text_of_bytes(values.bytes(pair)));
    }
  }

  template <class R>
  void note(const R& record) {
    if constexpr (std::is_same_v<R, Leave>) {
      ++now_->process->leaves;
      if (record.function == 0) ++now_->process->bare_leaves;
    } else if constexpr (std::is_same_v<R, EventComment>) {
      if (!is_absent(record.comment)) survey_.texts.insert(text_of_bytes(record.comment));
    } else if constexpr (requires { record.group; }) {
      survey_.communicators.insert(record.group);
    } else if constexpr (requires { record.proc_group; }) {
      survey_.communicators.insert(record.proc_group);
    } else if constexpr (requires { record.communicator; }) {
      survey_.communicators.insert(record.communicator);
      survey_.windows.insert(record.communicator);
    } else if constexpr (requires { record.handle; }) {
      survey_.handles.emplace(record.file, record.handle);
    }
    if constexpr (std::is_same_v<R, CollectiveOperation>) complete();
    if constexpr (std::is_same_v<R, FileOperation>)
      if (moves_bytes(record.operation)) complete();
    if constexpr (std::is_same_v<R, BeginFileOperation>) {
      now_->open_files[record.matching_id] = now_->process->file_operations.size();
      now_->process->file_operations.push_back({.operation = SurveyedProcess::unknown_operation});
    }
    if constexpr (std::is_same_v<R, EndFileOperation>)
      if (const auto begun = now_->open_files.find(record.matching_id); begun != now_->open_files.end()) {
        now_->process->file_operations[begun->second] = record;
        now_->open_files.erase(begun);
      }
  }

  // A record that is two events: the second one, at its end.
  void complete() { ++now_->process->events; }

  Survey& survey_;
  LineReader& file_;
  std::unordered_map<ProcessId, Tracked> tracked_;
  ProcessId last_ = unknown_process;
  Tracked* now_ = nullptr;
};

// The events of a stream, at the first one. Null if there are none.
std::unique_ptr<RecordReader<EventFile>> open_stream(
    TraceReader& reader, StreamId stream, std::size_t files, Report& report) {
  auto file = reader.open_file<EventFile>(stream, nullptr, files);
  if (!file || !*file) {
    report.add({stream_missing.name, "the master file names a stream that has no events",
        reader.paths().file(stream, EventFile::suffix)});
    return nullptr;
  }
  if ((*file)->begin()) return std::move(*file);
  report.add({state_missing.name, "expected a time line and a process line, found none", (*file)->path(), 0});
  return nullptr;
}

void survey_stream(TraceReader& reader, StreamId stream, std::size_t files, Survey& survey, Report& report) {
  const auto file = open_stream(reader, stream, files, report);
  if (!file) return;
  Surveyor surveyor(survey, *file);
  file->read(surveyor);
}

}  // namespace

// The model has one type for characters and numbers of one byte: a key that has both is two attributes, and the name of
// the second one is among the texts.
void Survey::note(std::uint32_t key, ValueType type) {
  const ValueType first = keys.try_emplace(key, type).first->second;
  if (type != first && (type == ValueType::character || type == ValueType::uint8))
    texts.insert(key_name(key, type == ValueType::character));
}

void report_unknown(LineReader& file, std::string_view line) {
  constexpr std::size_t shown = 40;
  file.report(line_unknown, fmt::format("expected a record, found '{}'", line.substr(0, shown)), file.offset());
}

void Survey::rename(const TokenNames& names) {
  const auto name_groups = [&](std::set<std::uint32_t>& groups) {
    std::set<std::uint32_t> named;
    for (const std::uint32_t group : groups) named.insert(names.of(TokenKind::process_group, group));
    groups = std::move(named);
  };
  name_groups(communicators);
  name_groups(windows);
  std::set<std::pair<std::uint32_t, std::uint64_t>> named_handles;
  for (const auto& [file, handle] : handles) named_handles.emplace(names.of(TokenKind::file, file), handle);
  handles = std::move(named_handles);
  std::map<std::uint32_t, ValueType> named_keys;
  for (const auto& [key, type] : keys) {
    const std::uint32_t name = names.of(TokenKind::key, key);
    named_keys.emplace(name, type);
    for (const bool has_characters : {false, true})
      if (texts.contains(key_name(key, has_characters))) texts.insert(key_name(name, has_characters));
  }
  keys = std::move(named_keys);
  for (auto& [id, process] : processes)
    for (EndFileOperation& operation : process.file_operations) names.rename(operation);
}

void Survey::add(Survey&& other) {
  for (auto& [id, found] : other.processes) {
    first_time = std::min(first_time, found.first_time);
    last_time = std::max(last_time, found.last_time);
    // Records of a process belong into one stream; those in another one are not read.
    processes.try_emplace(id, std::move(found));
  }
  texts.merge(other.texts);
  for (const auto& [key, type] : other.keys) note(key, type);
  communicators.merge(other.communicators);
  windows.merge(other.windows);
  handles.merge(other.handles);
}

Survey survey_events(TraceReader& reader, const LocalTokens& tokens, Report& report) {
  std::vector<StreamId> streams;
  for (const auto& [stream, processes] : reader.master().streams()) streams.push_back(stream);
  std::vector<Survey> parts(streams.size());
  parallel_for(streams.size(), 0, [&](std::size_t i, std::size_t) {
    survey_stream(reader, streams[i], thread_count(0), parts[i], report);
    if (const TokenNames* const names = tokens.names_in(streams[i])) parts[i].rename(*names);
    for (auto process = parts[i].processes.begin(); process != parts[i].processes.end();)
      if (reader.master().stream_of(process->first) == streams[i]) {
        ++process;
      } else {
        report.add({process_unmapped.name,
            fmt::format(
                "process {} has {} events in a stream that is not its own", process->first, process->second.events),
            reader.paths().file(streams[i], EventFile::suffix)});
        process = parts[i].processes.erase(process);
      }
  });
  Survey all;
  for (Survey& part : parts) all.add(std::move(part));
  return all;
}

Survey survey_times(TraceReader& reader, Report& report) {
  Survey survey;
  survey.has_events = false;
  for (const auto& [stream, processes] : reader.master().streams()) {
    const auto file = open_stream(reader, stream, 1, report);
    const auto times = file ? file->properties() : std::nullopt;
    if (!times) continue;
    survey.first_time = std::min(survey.first_time, times->first_time);
    survey.last_time = std::max(survey.last_time, times->last_time);
  }
  return survey;
}

}  // namespace weft::otf
