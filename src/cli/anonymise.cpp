// SPDX-License-Identifier: BSD-3-Clause
// weft anonymise: a trace that can be shown to others.
#include <fmt/format.h>

#include <random>

#include "base/file.hpp"
#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "cli/verb.hpp"
#include "formats/dftracer/anonymise.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string in;
  std::string out;
  std::string secret;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN", &o.in, "A DFTracer trace: a file, a directory or pattern of files, or @LIST.", true},
      {"out", "OUT", &o.out, "The file to write, compressed if its name ends in .gz; it must not exist yet.", true},
      {"--secret", "TEXT", &o.secret,
          "Names become the same in all traces that are given the same secret; a random one without it."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

std::string random_secret() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

Result<Outcome> run(const Options& o) {
  WEFT_TRY(check_free(o.out));
  const auto files = WEFT_TRY(dftracer_files({&o.in, 1}, "anonymise"));
  Report report;
  const std::string secret = o.secret.empty() ? random_secret() : o.secret;
  const std::uint64_t lines = WEFT_TRY(dftracer::anonymise(files, o.out, {secret, o.threads}, report));
  fmt::print("written: {}: {}\n", o.out, human_count(lines, "record", "records"));
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb anonymise_verb() {
  return make_verb<Options>("anonymise", "take the names of hosts, paths, users and commands out of a DFTracer trace",
      "Writes all records of IN into one file OUT with other names for hosts, paths, users, command lines, and all\n"
      "other texts that records carry but for those that are known to tell nothing. What was the same stays the same,\n"
      "directories stay directories, and hashes are those of the new names. Names and categories of events, numbers\n"
      "of processes and threads, and times are kept. Reads the trace twice.",
      table,
      {{"weft anonymise trace.pfw shown.pfw.gz", "the common case"},
          {"weft anonymise trace.pfw shown.pfw --secret rosebud", "the same names in every trace of a series"}},
      run);
}

}  // namespace weft::cli
