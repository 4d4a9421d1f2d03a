// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/trace.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "formats/dftracer/definer_internal.hpp"
#include "formats/dftracer/event_stream.hpp"
#include "formats/dftracer/find_files.hpp"
#include "formats/dftracer/vocabulary.hpp"
#include "model/print_events.hpp"

namespace weft::dftracer {

namespace {

// Rows in memory, of all workers; beyond that they go to a temporary file. Of lines half as much is kept.
std::size_t most_row_bytes() {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  constexpr unsigned long usual = 128, most = 1 << 20;
  const char* const told = std::getenv("WEFT_DFTRACER_MEMORY");
  const unsigned long wanted = told ? std::strtoul(told, nullptr, 10) : 0;
  return (wanted == 0 || wanted > most ? usual : wanted) * mebibyte;
}

std::uint64_t size_of(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

}  // namespace

Result<std::unique_ptr<DftracerTrace>> DftracerTrace::open(const std::string& path, const Asking* asking) {
  std::unique_ptr<DftracerTrace> trace(new DftracerTrace);
  trace->path_ = path;
  const std::vector<std::string> files = WEFT_TRY(find_files(path));
  TraceInfo& info = trace->info_;
  info.format = "DFTracer";
  info.path = path;
  info.files = files.size();
  for (const std::string& file : files) info.bytes += size_of(file);

  // Small traces have been read before threads could begin.
  constexpr std::uint64_t worth_threads = std::uint64_t{1} << 18;
  const std::size_t threads = info.bytes < worth_threads ? 1 : thread_count(0);
  const Feeds feeds = feeds_of(files, trace->report_, asking);
  const std::size_t row_bytes = most_row_bytes();
  LineBudget line_bytes = static_cast<std::int64_t>(row_bytes / 2);
  std::deque<Gatherer> workers;
  for (std::size_t i = 0; i < threads; ++i)
    workers.emplace_back(i, threads, feeds, row_bytes, line_bytes, trace->store_, trace->report_);
  constexpr std::uint64_t is_large = std::uint64_t{8} << 20;
  if (info.bytes >= is_large)
    for (Gatherer& worker : workers) worker.reserve();
  read_blocks(feeds, workers);
  LineCounts lines;
  for (Gatherer& worker : workers) {
    if (worker.error()) return *worker.error();
    WEFT_TRY(worker.finish());
    lines.add(worker.counts());
  }
  WEFT_TRY(trace->store_.finish());
  TraceDefiner(*trace, workers).run();

  std::uint64_t compressed = 0;
  std::uint64_t text_bytes = 0;
  std::set<std::string> members;
  for (const auto& feed : feeds) {
    if (feed->is_compressed()) ++compressed;
    text_bytes += feed->text_bytes();
    members.insert(feed->document_members().begin(), feed->document_members().end());
  }
  std::set<std::string> versions;
  for (std::size_t i = 0; i < workers.size(); ++i)
    for (const std::uint32_t version : workers[i].versions())
      versions.emplace(trace->definitions_.text(trace->translation_.workers[i].words[version]));
  info.version = fmt::format("{}", fmt::join(versions, ", "));
  info.facts = {{"objects", fmt::format("{}", lines.objects)}, {"text", fmt::format("{} bytes", text_bytes)}};
  if (lines.mended) info.facts.emplace_back("mended objects", fmt::format("{}", lines.mended));
  if (lines.unreadable) info.facts.emplace_back("unreadable lines", fmt::format("{}", lines.unreadable));
  // Of documents: what is beside the events is not read, and should not be lost in silence.
  if (!members.empty()) info.facts.emplace_back("beside the events", fmt::format("{}", fmt::join(members, ", ")));
  if (compressed) info.facts.emplace_back("compressed files", fmt::format("{}", compressed));
  return trace;
}

const DftracerTrace::Place* DftracerTrace::find(LocationRef location) const {
  return location.value < places_.size() ? &places_[location.value] : nullptr;
}

Result<std::unique_ptr<EventStream>> DftracerTrace::events(LocationRef location, const StreamOptions& options) {
  const Place* const place = find(location);
  if (!place) return Error{Errc::invalid_argument, fmt::format("there is no location {}", location.value), path_};
  return std::unique_ptr<EventStream>(
      std::make_unique<TrackStream>(translation_, *place->thread, place->track, options.rows));
}

// Threads share their files: each has its part of the bytes by the events it has.
std::uint64_t DftracerTrace::event_bytes(LocationRef location) {
  const Place* const place = find(location);
  const std::uint64_t all = definitions_.announced_events();
  if (!place || all == 0) return 0;
  const auto share = static_cast<double>(place->thread->tracks[place->track].events) / static_cast<double>(all);
  return static_cast<std::uint64_t>(static_cast<double>(info_.bytes) * share);
}

TraceInfo DftracerTrace::info() { return info_; }

Result<> DftracerTrace::print(const PrintOptions& options, TextSink& out) { return print_source(*this, options, out); }

}  // namespace weft::dftracer
