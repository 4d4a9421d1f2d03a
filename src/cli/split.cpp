// SPDX-License-Identifier: BSD-3-Clause
// weft split: a trace in pieces.
#include <fmt/format.h>

#include <charconv>

#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "cli/verb.hpp"
#include "formats/dftracer/split_trace.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string in;
  std::string directory;
  std::string size;
  std::string time;
  std::string name = "trace";
  bool plain = false;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN", &o.in, "A DFTracer trace: a file, a directory or pattern of files, or @LIST.", true},
      {"directory", "DIR", &o.directory, "Where the pieces go; made if it is not there, and otherwise empty.", true},
      {"-s,--size", "MB", &o.size, "Pieces of about so many megabytes of text; may be a fraction."},
      {"-t,--time", "SECONDS", &o.time, "Pieces of so many seconds, by when events begin; may be a fraction."},
      {"--name", "NAME", &o.name, "Pieces are NAME-1.pfw.gz, NAME-2.pfw.gz ...; trace without it."},
      {"--plain", "", &o.plain, "Pieces are not compressed: NAME-1.pfw ..."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

Result<std::optional<std::uint64_t>> scaled(const std::string& text, double scale) {
  if (text.empty()) return std::optional<std::uint64_t>();
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !(value * scale >= 1 && value * scale < 9e18))
    return Error{Errc::invalid_argument, fmt::format("'{}' is no number of that kind", text)};
  return std::optional(static_cast<std::uint64_t>(value * scale));
}

Result<Outcome> run(const Options& o) {
  if (o.size.empty() == o.time.empty()) return Error{Errc::invalid_argument, "say either --size MB or --time SECONDS"};
  const dftracer::SplitSettings settings{.bytes = WEFT_TRY(scaled(o.size, 1e6)),
      .nanoseconds = WEFT_TRY(scaled(o.time, 1e9)),
      .name = o.name,
      .is_compressed = !o.plain,
      .threads = o.threads};
  const auto files = WEFT_TRY(dftracer_files({&o.in, 1}, "split"));
  Report report;
  const auto counts = WEFT_TRY(dftracer::split_trace(files, o.directory, settings, report));
  fmt::print("written: {}: {} of {}, and {} again that pieces need\n", o.directory,
      human_count(counts.pieces, "piece", "pieces"), human_count(counts.lines, "record", "records"),
      human_count(counts.definitions, "definition", "definitions"));
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb split_verb() {
  return make_verb<Options>("split", "take a DFTracer trace apart into pieces",
      "Writes the records of IN into several files, line by line as they are and in their order, cut where a piece\n"
      "has its size, or by the time at which events begin. Definitions that the events of a piece need are put into\n"
      "it, so that every piece can be read alone. Reads the trace twice.",
      table,
      {{"weft split trace.pfw pieces --size 100", "pieces of 100 MB of text"},
          {"weft split trace.pfw pieces --time 60 --plain", "a file for each minute"}},
      run);
}

}  // namespace weft::cli
