// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/profiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/otf_tools/profile/clusters.hpp"
#include "cli/otf_tools/profile/csv.hpp"
#include "cli/otf_tools/profile/dispersion_markers.hpp"
#include "cli/otf_tools/profile/latex.hpp"
#include "cli/otf_tools/profile/plain_tables.hpp"
#include "cli/otf_tools/tool.hpp"
#include "cli/progress.hpp"
#include "formats/otf/reader.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

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
    if (options_.marks_dispersion) WEFT_TRY(write_markers(*trace_, words_, dispersion_, options_.reduction_percent));
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
    if (std::ranges::all_of(clustering, [](const auto& group) { return group.empty(); })) {
      fmt::print(stderr, "WARNING: Process comparison did not give any results.\n");
      return {};
    }
    WEFT_TRY(write_clusters(options_, clustering));
    return options_.shrunk.empty() ? Result<>{} : shrink();
  }

  // A trace in which one process stands for each cluster.
  Result<> shrink() const {
    const std::string clusters = options_.prefix + ".map";
    const std::string_view words[] = {"-i", options_.trace, "-o", options_.shrunk, "-f", clusters};
    if (run_shrink(words) == success) return {};
    return Error{Errc::io, "otfshrink made no trace of this name", options_.shrunk};
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

}  // namespace

Result<> make_profile(const Options& options, Report& report) { return Profiler(options, report).run(); }

}  // namespace weft::cli::otf_tools::profile
