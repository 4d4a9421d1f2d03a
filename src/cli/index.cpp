// SPDX-License-Identifier: BSD-3-Clause
// weft index: what lies where in a trace, so that parts of it can be read alone.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "base/json.hpp"
#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "cli/inputs.hpp"
#include "cli/part.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "convert/cut_past.hpp"
#include "formats/dftracer/make_index.hpp"
#include "formats/registry.hpp"
#include "formats/trace_files.hpp"
#include "model/time_index.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::vector<std::string> in;
  bool json = false;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN", &o.in, "Traces: files, directories or patterns of files, or @LIST.", true},
      {"--json", "", &o.json, "One JSON object for each index, for programs."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

struct Made {
  std::string path;
  std::uint64_t bytes;
  const dftracer::TraceIndex& index;
};

void print(TextSink& out, const Made& made) {
  out.put(
      fmt::format("{}: {}, {} of metadata, {}\n", made.path, human_count(made.index.stretches.size(), "part", "parts"),
          human_count(made.index.metadata.size(), "record", "records"), human_bytes(made.bytes)));
}

void put_json(TextSink& out, const Made& made) {
  out.put("{\"index\":");
  put_json_string(out, made.path);
  out.put(fmt::format(",\"bytes\":{},\"trace_bytes\":{},\"parts\":{},\"metadata\":{}}}\n", made.bytes,
      made.index.fingerprint.size, made.index.stretches.size(), made.index.metadata.size()));
}

// Traces whose locations have parts.
Result<bool> index_trace(const Options& o, const std::string& path) {
  const Format* const format = WEFT_TRY(format_of(path));
  const auto files = WEFT_TRY(indexed_files(*format, path));
  const auto trace = WEFT_TRY(format->open(path));
  ProgressBar bar("indexing", "events");
  const CutPast past(trace->definitions());
  const auto made = write_time_index(*trace, files, past.watch(), o.threads, bar.callback());
  bar.finish();
  const WrittenIndex index = WEFT_TRY(made);
  TextSink out(STDOUT_FILENO);
  if (o.json) {
    out.put("{\"index\":");
    put_json_string(out, index.path);
    out.put(
        fmt::format(",\"bytes\":{},\"trace_bytes\":{},\"parts\":{}}}\n", index.bytes, index.trace_bytes, index.parts));
  } else {
    out.put(
        fmt::format("{}: {}, {}\n", index.path, human_count(index.parts, "part", "parts"), human_bytes(index.bytes)));
  }
  WEFT_TRY(out.flush());
  warn(trace->report());
  return trace->report().empty();
}

// Files of DFTracer.
Result<bool> index_lines(const Options& o, const std::vector<std::string>& lines) {
  const auto files = WEFT_TRY(dftracer_files(lines, "index"));
  Report report;
  TextSink out(STDOUT_FILENO);
  WEFT_TRY(dftracer::make_indexes(
      files, o.threads, report, [&](std::size_t file, const dftracer::TraceIndex* index) -> Result<> {
        if (!index) {
          fmt::print(stderr, "weft: {}: has no index: the smallest would be larger than 1% of it\n", files[file]);
          std::error_code ignored;
          std::filesystem::remove(index_path(files[file]), ignored);  // one that was made before it changed
          return {};
        }
        auto written = dftracer::write_index(files[file], *index);
        if (!written) return written;
        const std::string path = index_path(files[file]);
        const Made made{path, std::filesystem::file_size(path), *index};
        o.json ? put_json(out, made) : print(out, made);
        return {};
      }));
  WEFT_TRY(out.flush());
  warn(report);
  return report.empty();
}

Result<Outcome> run(const Options& o) {
  std::vector<std::string> lines;
  bool are_good = true;
  std::optional<Error> failed;
  for (const std::string& trace : WEFT_TRY(traces_named(o.in))) {
    if (is_dftracer(trace)) {
      lines.push_back(trace);
      continue;
    }
    const auto done = index_trace(o, trace);
    if (!done && failed) fmt::print(stderr, "weft: {}\n", failed->text());
    if (!done) failed = done.error();  // those behind it may have one
    if (done && !*done) are_good = false;
  }
  if (!lines.empty() && !WEFT_TRY(index_lines(o, lines))) are_good = false;
  if (failed) return *std::move(failed);
  return are_good ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb index_verb() {
  return make_verb<Options>("index", "make indexes of traces, to read parts of them quickly",
      "Reads traces once and writes NAME.weftindex beside each: what times lie where, and which calls are open there;\n"
      "of DFTracer also categories, and all metadata, which the rest refers to. Whoever asks for a part of the trace\n"
      "(--time, --category) then reads that alone. An index is never larger than 1% of its trace; small traces\n"
      "have none, and of DFTracer parts with more metadata than fits are always read. Text of DFTracer can be entered\n"
      "every MiB, compressed files at their gzip members and, every few MiB of text, within them. An index of a trace "
      "that has\n"
      "changed since, or one that is damaged, is not used.",
      table,
      {{"weft index trace.pfw", "one file"}, {"weft index trace.pfw --json", "for programs"},
          {"weft count trace.pfw --time 0s 10ms --category POSIX", "reads what it needs"}},
      run);
}

}  // namespace weft::cli
