// SPDX-License-Identifier: BSD-3-Clause
// weft merge: many traces as one.
#include <fmt/format.h>

#include "base/file.hpp"
#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "cli/verb.hpp"
#include "formats/dftracer/copy_lines.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string out;
  std::vector<std::string> in;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"out", "OUT", &o.out, "The file to write, compressed if its name ends in .gz; it must not exist yet.", true},
      {"in", "IN", &o.in, "DFTracer traces: files, directories or patterns of files, or @LIST.", true},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

Result<Outcome> run(const Options& o) {
  WEFT_TRY(check_free(o.out));
  const auto files = WEFT_TRY(dftracer_files(o.in, "merge"));
  Report report;
  const auto counts = WEFT_TRY(dftracer::copy_lines(files, o.out, {.threads = o.threads}, report));
  fmt::print("written: {}: {} of {}\n", o.out, human_count(counts.lines, "record", "records"),
      human_count(files.size(), "file", "files"));
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb merge_verb() {
  return make_verb<Options>("merge", "put the files of DFTracer traces into one",
      "Writes all records of IN into one file OUT, line by line as they are and in the order of the files, with one\n"
      "pair of brackets. Nothing is sorted by time. Lines that are no JSON are mended where what was meant is clear,\n"
      "and otherwise left out; both is said.",
      table,
      {{"weft merge all.pfw.gz trace.pfw", "one file, compressed"},
          {"weft merge all.pfw '*.pfw'", "all files that a pattern names"}},
      run);
}

}  // namespace weft::cli
