// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/reader.hpp"

#include <algorithm>

namespace weft::otf {

TraceReader::TraceReader(TracePaths paths, Master master, Report& report, Options options)
    : paths_(std::move(paths)),
      master_(std::move(master)),
      report_(report),
      options_(options),
      pool_(options.handle_budget) {}

Result<std::unique_ptr<TraceReader>> TraceReader::open(std::string_view path, Report& report, Options options) {
  auto paths = WEFT_TRY(TracePaths::of(path));
  auto master = WEFT_TRY(Master::read(paths, report));
  if (master.streams().empty())
    return Error{Errc::corrupt, "expected streams and their processes, found none", paths.master()};
  return std::unique_ptr<TraceReader>(new TraceReader(std::move(paths), std::move(master), report, options));
}

std::unique_ptr<TraceReader> TraceReader::open(TracePaths paths, Master master, Report& report, Options options) {
  return std::unique_ptr<TraceReader>(new TraceReader(std::move(paths), std::move(master), report, options));
}

std::size_t TraceReader::window_bytes(std::size_t files) const {
  return std::clamp<std::size_t>(
      options_.memory_bytes / std::max<std::size_t>(files, 1), std::size_t{4} << 10, std::size_t{128} << 10);
}

// Inflating ahead takes a thread per file: only where there are few.
Result<std::unique_ptr<TextSource>> TraceReader::open_source(
    StreamId stream, std::string_view suffix, std::size_t files, std::string& path) {
  auto found = WEFT_TRY(find_file(paths_, master_.forwarding, stream, suffix));
  if (!found) return std::unique_ptr<TextSource>();
  path = found->path;
  return open_text(pool_, std::move(*found), report_, files <= thread_count(0));
}

const ProcessSet& TraceReader::select(const Selection& selection) {
  std::optional<ProcessSet> wanted;
  if (selection.processes) wanted.emplace(*selection.processes);
  std::vector<ProcessId> processes;
  for (const auto& [process, stream] : master_.processes())
    if (!wanted || wanted->contains(process)) processes.push_back(process);
  return *selected_.emplace_back(std::make_unique<ProcessSet>(std::move(processes)));
}

std::vector<StreamId> TraceReader::streams_with(const ProcessSet& only) const {
  std::vector<StreamId> streams;
  for (const auto& [stream, processes] : master_.streams())
    if (std::ranges::any_of(processes, [&](ProcessId process) { return only.contains(process); }))
      streams.push_back(stream);
  return streams;
}

Error TraceReader::missing(StreamId stream, std::string_view suffix) const {
  return {Errc::not_found, "the master file names a stream that has no such file", paths_.file(stream, suffix)};
}

void TraceReader::report_stateless(const std::string& path) {
  report_.add({state_missing.name, "expected a time line and a process line, found none", path, 0});
}

}  // namespace weft::otf
