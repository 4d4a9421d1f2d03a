// SPDX-License-Identifier: BSD-3-Clause
// weft merge: many traces as one.
#include <fmt/format.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/staging.hpp"
#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "cli/inputs.hpp"
#include "cli/losses.hpp"
#include "cli/part.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "convert/align.hpp"
#include "convert/convert.hpp"
#include "convert/merged_source.hpp"
#include "convert/unmodelled.hpp"
#include "formats/dftracer/copy_lines.hpp"
#include "formats/dftracer/format.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string out;
  std::vector<std::string> in;
  std::string to;
  std::string clock;
  std::string align;
  bool one_run = false;
  LossOptions losses;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"out", "OUT", &o.out, "The trace to write; it must not exist yet.", true},
      {"in", "IN", &o.in, "Traces of any formats: files, directories or patterns of files, or @LIST.", true},
      {"--to", "FORMAT", &o.to, "The format of OUT; without it, its name decides."},
      {"--clock", "HOW", &o.clock,
          "How clocks become one: epoch (by the time of day each trace begins), offsets (all begin together), none "
          "(they are one already). Without it epoch, if all traces know it, and otherwise offsets."},
      {"--align", "BY", &o.align,
          "messages: then correct offset and drift of each process by messages and collectives."},
      {"--one-run", "", &o.one_run,
          "IN are parts of one run: what is the same in several of them is one; clocks are taken as they are."},
      strict_option(o.losses),
      report_option(o.losses),
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

Result<Outcome> merge_lines(const Options& o) {
  WEFT_TRY(check_free(o.out));
  const auto files = WEFT_TRY(dftracer_files(o.in, "merge"));
  Report report;
  const auto counts = WEFT_TRY(dftracer::copy_lines(files, o.out, {.threads = o.threads}, report));
  fmt::print("written: {}: {} of {}\n", o.out, human_count(counts.lines, "record", "records"),
      human_count(files.size(), "file", "files"));
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

// Lines of DFTracer need not go through the model.
bool is_about_lines(const Options& o) {
  if (!o.clock.empty() || !o.align.empty() || o.one_run || o.losses.are_given()) return false;
  const bool are_lines = std::ranges::all_of(o.in, [](const std::string& in) { return is_dftracer(in); });
  if (!are_lines) return false;
  const auto to = format_for(o.out, o.to);
  return !to ? o.to.empty() : *to == &dftracer::format;
}

Result<MergeOptions> merge_options(const Options& o) {
  MergeOptions options;
  options.is_one_run = o.one_run;
  if (o.clock == "epoch")
    options.clock = ClockChoice::epoch;
  else if (o.clock == "offsets")
    options.clock = ClockChoice::offsets;
  else if (o.clock == "none")
    options.clock = ClockChoice::none;
  else if (!o.clock.empty())
    return Error{Errc::invalid_argument, fmt::format("--clock is epoch, offsets or none, not '{}'", o.clock)};
  if (!o.align.empty() && o.align != "messages")
    return Error{Errc::invalid_argument, fmt::format("--align is messages, not '{}'", o.align)};
  return options;
}

void tell_alignment(const Alignment& alignment, const Definitions& definitions) {
  const std::uint64_t resolution = definitions.clock() ? definitions.clock()->timer_resolution : 0;
  const std::string within = alignment.error > 0
                                 ? fmt::format(", to within {}", human_time(alignment.error, resolution))
                                 : "";
  fmt::print("aligned: {} by {}{}; {} not in order, {} before\n",
      human_count(alignment.processes - alignment.unreached, "process", "processes"),
      human_count(alignment.links, "message or meeting", "messages and meetings"), within,
      human_count(alignment.violated), human_count(alignment.violated_before));
  if (alignment.one_sided)
    fmt::print(stderr,
        "weft: of {} only one told the other something; nobody knows how far such clocks are off: they were moved no "
        "further than it takes\n",
        human_count(alignment.one_sided, "pair of processes", "pairs of processes"));
  if (alignment.unreached)
    fmt::print(stderr,
        "weft: {} exchanged nothing with the first, nor through others; their clocks cannot be compared with its own\n",
        human_count(alignment.unreached, "process", "processes"));
}

Result<> write_merged(const Options& o, MergedSource& merged, const Format& to, LossReport& loss) {
  tell_unmodelled(merged.unmodelled(), to, loss);
  std::optional<AlignedSource> aligned;
  if (!o.align.empty()) {
    const Alignment alignment = WEFT_TRY(align_by_messages(merged, o.threads));
    tell_alignment(alignment, merged.definitions());
    aligned.emplace(merged, alignment);
  }
  const auto sink = WEFT_TRY(to.create(o.out, loss));
  ProgressBar bar("merging", "events");
  return copy_events(aligned ? *aligned : static_cast<Source&>(merged), *sink, o.threads, bar.callback(), loss);
}

Result<Outcome> run(const Options& o) {
  remove_leftovers(o.out);
  if (is_about_lines(o)) return merge_lines(o);
  const MergeOptions options = WEFT_TRY(merge_options(o));
  const Format* const to = WEFT_TRY(format_for(o.out, o.to));
  std::vector<std::string> inputs = WEFT_TRY(traces_named(o.in));
  for (const std::string& in : inputs) WEFT_TRY(check_apart(in, o.out));
  WEFT_TRY(check_report(o.losses, o.out, inputs));
  LossReport loss(o.losses.strict);
  const auto merged = WEFT_TRY(MergedSource::open(inputs, options, loss));
  WEFT_TRY(tell_losses(o.losses, loss, o.out, inputs, write_merged(o, *merged, *to, loss)));
  fmt::print("written: {}: {} of {}\n", o.out, human_count(merged->locations().size(), "location", "locations"),
      human_count(inputs.size(), "trace", "traces"));
  warn(merged->report());
  return merged->report().empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb merge_verb() {
  return make_verb<Options>("merge", "put many traces into one",
      "Writes all events of IN into one trace OUT, whatever formats they have. Locations, processes and communicators "
      "of\n"
      "different traces stay apart and get ids of their own; definitions that are equal become one. Clocks become "
      "one.\n"
      "Files of DFTracer that become one of DFTracer are copied line by line as they are, in their order, with one "
      "pair\n"
      "of brackets; lines that are no JSON are mended where what was meant is clear, and otherwise left out.",
      table,
      {{"weft merge all.pfw.gz trace.pfw", "files of DFTracer as one, compressed"},
          {"weft merge all.pfw '*.pfw'", "all files that a pattern names"},
          {"weft merge all.otf2 trace.otf2 trace.pfw", "traces of two tools, by the time of day"},
          {"weft merge aligned.otf2 trace.otf2 --align messages", "one trace whose clocks disagree"}},
      run);
}

}  // namespace weft::cli
