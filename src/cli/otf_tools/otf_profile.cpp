// SPDX-License-Identifier: BSD-3-Clause
// otfprofile: what a run spent its time on, as tables for people (LaTeX, text, JSON) and for programs (CSV). Under the
// name otfprofile-mpi the first process of an MPI run does all of it, with all threads; the others have nothing to do.
#include <fmt/format.h>

#include "cli/otf_tools/profile/profiler.hpp"
#include "cli/otf_tools/tool.hpp"
#include "model/report.hpp"

namespace weft::cli::otf_tools {

namespace {

using namespace profile;

constexpr std::string_view profile_help =
    R"(usage: otfprofile -i TRACE [OPTION...]

Sums up what the processes of a trace did, and writes it to PREFIX.tex, PREFIX.csv, PREFIX.txt, PREFIX.json.

  -i TRACE          the trace, with or without .otf
  -o PREFIX         how the names of all files begin (result)
  --stat            take the summaries in the trace (made by otfaux); do not read events
  -f N, -b N        file handles and bytes of buffer to read with (50, 1048576)
  -v                tell the steps and how long they took
  -p                show progress, if standard error is a terminal
  -V                the version of OTF this tool stands in for
  -h, --help        this text

tables:
  --tex, --notex    LaTeX with tables and charts (on, unless there is --notex)
  --text, --json    the same tables to read as they are, or for programs
  -g N              put processes into at most N groups in charts, 1 to 16 (16)
  --nologaxis       times in charts on linear axes
  --csv, --nocsv    one line for each process and function, counter, peer, operation (off)
  -M, --csv-msg-matrix   with --csv: messages from each to each
  -S, --csv-msg-size     with --csv: times and rates of messages by length

groups of processes that do the same, to PREFIX.map:
  -c, --cluster     find them
  --cluster-alg A   KMEANS (the default) or CLINKAGE, complete linkage
  -q Q              how unlike members may be with CLINKAGE, 0 to 1 (0.1)
  -H                with CLINKAGE: only processes with equal numbers of calls
  -s NAME           let otfshrink make a trace NAME in which one process stands for each group

calls that take unlike times:
  -d, --disp [LIST]      of info (tables; the default), marker (marks in the trace), filter (rules in PREFIX.filter)
  --disp-mode MODE       per-function or per-call-path (per-function)
  --disp-reduction P     per cent of all calls that the filter leaves out, 1 to 99 (15)
  --disp-filter FILE     an earlier filter whose rules are kept

examples:
  otfprofile -i run.otf -o run --text --notex
  otfprofile -i run.otf --csv -M -S --notex
  otfprofile -i run.otf -d marker,info
)";

int fail(const Error& error) {
  fmt::print(stderr, "ERROR: {}\n", error.text());
  return failure;
}

// Damage is told, and everything that could be read is in the profile.
int tell_damage(const Report& report) {
  for (const auto& [rule, group] : report.groups())
    for (const auto& finding : group.first) fmt::print(stderr, "WARNING: {}\n", finding.text());
  return report.empty() ? success : failure;
}

}  // namespace

int run_profile(Words words) {
  const auto options = parse_options(words);
  if (!options) return fail(options.error());
  if (options->asks_for_help) return print_text(profile_help);
  if (options->asks_for_version) return print_version();
  Report report;
  const auto made = make_profile(*options, report);
  const int damage = tell_damage(report);
  return made ? damage : fail(made.error());
}

int run_profile_mpi(Words words) {
  if (!is_idle_rank()) return run_profile(words);
  return parse_options(words) ? success : failure;
}

}  // namespace weft::cli::otf_tools
