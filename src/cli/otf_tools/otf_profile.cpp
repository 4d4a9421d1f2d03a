// SPDX-License-Identifier: BSD-3-Clause
// otfprofile: what a run spent its time on, as tables for people (LaTeX, text, JSON) and for programs (CSV). Under the
// name otfprofile-mpi the first process of an MPI run does all of it, with all threads; the others have nothing to do.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "cli/otf_tools/profile/clusters.hpp"
#include "cli/otf_tools/profile/csv.hpp"
#include "cli/otf_tools/profile/dispersion_markers.hpp"
#include "cli/otf_tools/profile/latex.hpp"
#include "cli/otf_tools/profile/plain_tables.hpp"
#include "cli/otf_tools/profile/shrink.hpp"
#include "cli/otf_tools/tool.hpp"
#include "cli/progress.hpp"

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

// In a parallel run only the first process works.
bool is_another_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const char* const rank = std::getenv(name)) return std::string_view(rank) != "0";
  return false;
}

int fail(const Error& error) {
  fmt::print(stderr, "ERROR: {}\n", error.text());
  return failure;
}

class Profiler {
 public:
  Profiler(const Options& options, Report& report) : options_(options), report_(report) {}

  Result<> run() {
    tell("initializing");
    otf::TraceReader::Options reading;
    reading.handle_budget = options_.handles;
    reading.memory_bytes = std::max<std::size_t>(options_.buffer_bytes, 1 << 16) * options_.handles;
    trace_ = WEFT_TRY(otf::TraceReader::open(options_.trace, report_, reading));
    tell("reading definitions");
    words_ = WEFT_TRY(read_vocabulary(*trace_));
    WEFT_TRY(timed("collect data", [&] { return collect(); }));
    if (options_.has_dispersion) WEFT_TRY(timed("collect dispersion information", [&] { return disperse(); }));
    if (options_.writes_csv) {
      tell("producing CSV output");
      WEFT_TRY(timed("produce CSV output", [&] { return write_csv(options_, words_, collected_); }));
    }
    if (options_.has_tables()) {
      tell(options_.writes_latex ? "producing LaTeX output" : "producing tables");
      WEFT_TRY(timed("produce LaTeX output", [&] { return write_tables(); }));
    }
    if (options_.clusters) WEFT_TRY(timed("process comparison", [&] { return cluster(); }));
    tell_times();
    return {};
  }

 private:
  Result<> collect() {
    tell(options_.from_summaries ? "reading statistics" : "reading events");
    ProgressBar bar("reading");
    const Progress progress = options_.shows_progress ? bar.callback() : Progress{};
    collected_ = WEFT_TRY(
        options_.from_summaries ? collect_summaries(*trace_, words_) : collect_events(*trace_, words_, progress));
    return {};
  }

  Result<> disperse() {
    tell("reading events for dispersion");
    ProgressBar bar("comparing calls");
    const Progress progress = options_.shows_progress ? bar.callback() : Progress{};
    dispersion_ = WEFT_TRY(find_dispersion(*trace_, options_.by_call_path || options_.filters_dispersion, progress));
    if (options_.marks_dispersion) WEFT_TRY(write_markers(*trace_, words_, dispersion_.functions));
    if (options_.filters_dispersion) WEFT_TRY(write_filter(options_, words_, dispersion_.paths));
    return {};
  }

  Result<> write_tables() const {
    const std::string file = trace_->paths().master();
    const Tables tables = make_tables(
        options_, file, words_, collected_, options_.tells_dispersion ? &dispersion_ : nullptr);
    if (options_.writes_latex) WEFT_TRY(write_latex(options_, tables));
    if (!options_.writes_text && !options_.writes_json) return {};
    const auto plain = plain_tables(tables);
    if (options_.writes_text) WEFT_TRY(write_text(options_, plain));
    if (options_.writes_json) WEFT_TRY(write_json(options_, plain));
    return {};
  }

  Result<> cluster() const {
    tell(options_.method == ClusterMethod::k_means ? "comparing processes using KMEANS"
                                                   : "comparing processes using CLINKAGE");
    const Clustering clustering = find_clusters(options_, collected_);
    if (clustering.empty()) {
      fmt::print(stderr, "WARNING: Process comparison did not give any results.\n");
      return {};
    }
    WEFT_TRY(write_clusters(options_, clustering));
    return options_.shrunk.empty() ? Result<>{} : shrink(options_);
  }

  void tell(std::string_view step) const {
    if (options_.verbosity > 0) fmt::print("{}\n", step);
  }

  template <class Work>
  Result<> timed(std::string_view name, Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    times_.emplace_back(name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return result;
  }

  void tell_times() const {
    if (options_.verbosity == 0) return;
    fmt::print("runtime measurement results:\n");
    for (const auto& [name, seconds] : times_) fmt::print(" {}: {:g}s\n", name, seconds);
    fmt::print("done\n");
  }

  const Options& options_;
  Report& report_;
  std::unique_ptr<otf::TraceReader> trace_;
  Vocabulary words_;
  Collected collected_;
  Dispersion dispersion_;
  std::vector<std::pair<std::string_view, double>> times_;
};

// Damage is told, and everything that could be read is in the profile.
int tell_damage(const Report& report) {
  for (const auto& [rule, group] : report.groups())
    for (const auto& finding : group.first) fmt::print(stderr, "WARNING: {}\n", finding.text());
  return report.empty() ? success : failure;
}

}  // namespace

int run_profile(Words words) {
  const auto options = parse_options(words);
  if (!options) return is_another_rank() ? failure : fail(options.error());
  if (is_another_rank()) return success;
  if (options->asks_for_help) return print_text(profile_help);
  if (options->asks_for_version) return print_version();
  Report report;
  const auto made = Profiler(*options, report).run();
  const int damage = tell_damage(report);
  return made ? damage : fail(made.error());
}

}  // namespace weft::cli::otf_tools
