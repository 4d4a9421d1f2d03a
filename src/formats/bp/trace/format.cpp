// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/trace/format.hpp"

#include <array>
#include <filesystem>

#include "base/file.hpp"
#include "base/parallel.hpp"
#include "formats/bp/recover.hpp"
#include "formats/bp/trace/rules.hpp"
#include "formats/bp/trace/sink.hpp"
#include "formats/bp/trace/trace.hpp"
#include "formats/bp/trace/vocabulary.hpp"
#include "model/accepted.hpp"

namespace weft::bptrace {

namespace {

// What is wrong with the file as such has its rules there.
constexpr std::array rules{window_damaged, definitions_damaged, kind_unknown};

// A trace begins with its definitions: if its index is lost, no other is made only to know it.
bool begins_with_definitions(const std::string& path) {
  const auto file = MappedFile::open(path);
  const auto layout = file ? bp::guess_layout(file->bytes()) : std::nullopt;
  if (!layout) return false;
  const auto group = bp::parse_process_group(file->bytes(), 0, *layout, path);
  return group && group->header.name == definitions_group;
}

bool recognises(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  Report unheard;
  const auto file = bp::Reader::open(path, unheard);
  return (file && is_trace(**file)) || begins_with_definitions(path);
}

Result<std::unique_ptr<Trace>> open_trace_file(const std::string& path) {
  return std::unique_ptr<Trace>(WEFT_TRY(BpTrace::open(path)));
}

// The same events in windows of another size.
Result<> copy_events(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report) {
  const auto trace = WEFT_TRY(BpTrace::open(in));
  const auto sink = WEFT_TRY(create_sink(out, static_cast<std::size_t>(*options.chunk_bytes)));
  WEFT_TRY(sink->define(trace->definitions()));
  for (const LocationRef location : trace->locations()) {
    const auto to = WEFT_TRY(sink->events(location));
    const auto from = WEFT_TRY(trace->events(location, {}));
    for (EventBatch batch; from->next(batch);) WEFT_TRY(to->write(batch));
    WEFT_TRY(to->close());
  }
  Markers markers;
  trace->read_markers(markers);
  if (!markers.empty()) WEFT_TRY(sink->mark(markers));
  report.take(trace->report());
  WEFT_TRY(accepted(report, loss));
  return sink->close();
}

// What is damaged is found by reading it.
Result<> find_damage(const std::string& in, std::size_t threads, Report& report) {
  const auto trace = WEFT_TRY(BpTrace::open(in));
  const auto locations = trace->locations();
  parallel_for(locations.size(), threads, [&](std::size_t i, std::size_t) {
    const auto stream = trace->events(locations[i], {});
    for (EventBatch batch; stream && (*stream)->next(batch);) continue;
  });
  Markers markers;
  trace->read_markers(markers);
  report.take(trace->report());
  return {};
}

Result<> copy_trace(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report) {
  if (options.chunk_bytes) return copy_events(in, out, options, loss, report);
  WEFT_TRY(check_free(out));
  WEFT_TRY(find_damage(in, options.threads, report));
  WEFT_TRY(accepted(report, loss));
  const auto from = WEFT_TRY(File::open(in));
  const std::uint64_t size = WEFT_TRY(from.size());
  return replace_file(out, [&](File& to) { return to.append_from(from, 0, size); });
}

Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options) {
  if (options.close_regions)
    return Error{Errc::unsupported, "regions of traces in BP files cannot be closed; convert it to OTF2 first", in};
  return bp::repair_file(in, out, options);
}

}  // namespace

const Format format{
    .name = "bp",
    .title = "trace in an ADIOS BP file",
    .endings = ".bp",
    .says_everything = true,
    .rules = rules,
    .recognises = recognises,
    .open = open_trace_file,
    .create = create_sink,
    .copy = copy_trace,
    .repair = repair_trace,
};

}  // namespace weft::bptrace
