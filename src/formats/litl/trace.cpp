// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.hpp"
#include "formats/litl/definer_internal.hpp"
#include "formats/litl/event_stream.hpp"

namespace weft::litl {

const StringRef* Translation::text_of(const NativeEvent& event) const {
  const auto text = text_in_raw(event);
  if (!text) return nullptr;
  const auto found = texts.find(*text);
  return found == texts.end() ? nullptr : &found->second;
}

Result<std::unique_ptr<LitlTrace>> LitlTrace::open(const std::string& path) {
  std::unique_ptr<LitlTrace> trace(new LitlTrace);
  trace->reader_ = WEFT_TRY(TraceReader::open(path, trace->report_));
  trace->mapping_ = read_mapping(path, trace->report_);
  const std::vector<Process>& processes = trace->reader_->processes();
  trace->survey_.resize(processes.size());
  std::vector<Vocabulary> found(processes.size());
  // Small files have been walked before threads could begin.
  constexpr std::size_t worth_threads = std::size_t{1} << 20;
  const std::size_t threads = trace->reader_->bytes().size() < worth_threads ? 1 : 0;
  parallel_for(processes.size(), threads, [&](std::size_t i, std::size_t) {
    ProcessSurvey survey(*trace->reader_, processes[i]);
    trace->survey_[i] = survey.run([&](std::size_t, const NativeEvent& event) { found[i].add(event); });
  });
  Vocabulary all;
  for (const Vocabulary& part : found) all.add(part);
  TraceDefiner(*trace, all).run();
  return trace;
}

const SurveyedThread* LitlTrace::thread(LocationRef location) const {
  if (process_of(location) >= survey_.size()) return nullptr;
  const SurveyedProcess& process = survey_[process_of(location)];
  return thread_of(location) < process.size() ? &process[thread_of(location)] : nullptr;
}

std::uint64_t LitlTrace::parts(LocationRef location) {
  const SurveyedThread* const found = thread(location);
  return found ? found->chunks.size() : 0;
}

std::uint64_t LitlTrace::event_bytes(LocationRef location) {
  const SurveyedThread* const found = thread(location);
  return found ? found->bytes() : 0;
}

Result<std::unique_ptr<EventStream>> LitlTrace::events(LocationRef location, const StreamOptions& options) {
  const SurveyedThread* const found = thread(location);
  if (!found)
    return Error{Errc::invalid_argument, fmt::format("there is no location {}", location.value), reader_->path()};
  return std::unique_ptr<EventStream>(
      std::make_unique<ThreadStream>(translation_, *found, location, reader_->layout().word_bytes, options));
}

TraceInfo LitlTrace::info() {
  const Layout& layout = reader_->layout();
  const GeneralHeader& header = reader_->header();
  std::uint32_t smallest = ~std::uint32_t{0};
  std::uint32_t largest = 0;
  for (const Process& process : reader_->processes()) {
    smallest = std::min(smallest, process.header.buffer_bytes);
    largest = std::max(largest, process.header.buffer_bytes);
  }
  TraceInfo info;
  info.format = "LiTL";
  info.version = header.version;
  info.path = reader_->path();
  info.machine = header.sysinfo;
  info.bytes = reader_->bytes().size();
  info.files = 1;
  info.facts = {
      {"processes", fmt::format("{}", header.processes)},
      {"buffer size", smallest < largest ? fmt::format("{} to {}", smallest, largest) : fmt::format("{}", largest)},
      {"general header", fmt::format("{} bytes{}", layout.general_bytes,
                             layout.general_bytes == standard_layout.general_bytes ? "" : " (aligned)")},
      {"words", fmt::format("{} bits", 8 * layout.word_bytes)},
  };
  if (!mapping_.empty()) info.facts.emplace_back("mapped codes", fmt::format("{}", mapping_.size()));
  return info;
}

}  // namespace weft::litl
