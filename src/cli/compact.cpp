// SPDX-License-Identifier: BSD-3-Clause
// weft compact: the same trace in less room.
#include <fmt/format.h>

#include "base/file.hpp"
#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "cli/verb.hpp"
#include "formats/dftracer/copy_lines.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string in;
  std::string out;
  bool identical = false;
  std::uint64_t level = 9;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN", &o.in, "A DFTracer trace: a file, a directory or pattern of files, or @LIST.", true},
      {"out", "OUT", &o.out, "The file to write, compressed if its name ends in .gz; it must not exist yet.", true},
      {"--identical", "", &o.identical,
          "Also drop lines of which there was an identical one before; takes some 40 bytes of memory for each line."},
      {"--level", "N", &o.level, "How hard to compress, 1 to 9; 9 without it."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

Result<Outcome> run(const Options& o) {
  if (o.level < 1 || o.level > 9)
    return Error{Errc::invalid_argument, fmt::format("a level of {} is outside 1 to 9", o.level)};
  WEFT_TRY(check_free(o.out));
  const auto files = WEFT_TRY(dftracer_files({&o.in, 1}, "compact"));
  Report report;
  const dftracer::CopySettings settings{.drop_definitions = true,
      .drop_identical = o.identical,
      .level = static_cast<int>(o.level),
      .threads = o.threads};
  const auto counts = WEFT_TRY(dftracer::copy_lines(files, o.out, settings, report));
  fmt::print("written: {}: {}\n", o.out, human_count(counts.lines, "record", "records"));
  if (counts.definitions)
    fmt::print("dropped: {} that said nothing new\n", human_count(counts.definitions, "definition", "definitions"));
  if (counts.identical)
    fmt::print("dropped: {} identical to one before\n", human_count(counts.identical, "line", "lines"));
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb compact_verb() {
  return make_verb<Options>("compact", "put a DFTracer trace into less room",
      "Writes all records of IN into one file OUT without definitions that say what one before has said, and\n"
      "compressed as well as it goes. Events stay as they are, line by line, and in their order.",
      table,
      {{"weft compact trace.pfw small.pfw.gz", "the common case"},
          {"weft compact trace.pfw small.pfw.gz --identical", "also drops what a forked process wrote twice"}},
      run);
}

}  // namespace weft::cli
