// SPDX-License-Identifier: BSD-3-Clause
// weft cut: a part of a trace that is a trace again.
#include <fmt/format.h>

#include "base/staging.hpp"
#include "cli/human.hpp"
#include "cli/losses.hpp"
#include "cli/part.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "convert/convert.hpp"
#include "convert/cut_source.hpp"
#include "convert/prune.hpp"
#include "convert/unmodelled.hpp"
#include "formats/dftracer/trace.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::string in;
  std::string out;
  std::string to;
  std::optional<std::pair<std::string, std::string>> time;
  std::vector<std::uint64_t> locations;
  std::vector<std::string> regions;
  std::optional<std::uint64_t> first;
  bool prune = false;
  LossOptions losses;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN", &o.in, "The trace to read.", true},
      {"out", "OUT", &o.out, "The trace to write; it must not exist yet.", true},
      {"-t,--time", "A B", &o.time, "What lies from A to B: ticks, or seconds from the start such as 0.5s, 20ms, 7us."},
      {"-l,--location", "ID", &o.locations, "Only these locations, by id; may be repeated."},
      {"-r,--region", "NAME", &o.regions,
          "Only what happens in this region and in what it calls, by name or id; may be repeated."},
      {"--first", "N", &o.first, "Only the first N events of each location."},
      {"--prune", "", &o.prune, "Leave out definitions that nothing in OUT refers to."},
      {"--to", "FORMAT", &o.to, "The format of OUT; without it, its name decides."},
      strict_option(o.losses),
      report_option(o.losses),
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

// Locations and regions have their numbers in the whole trace; without them the rest of one of DFTracer need not be
// known, and where it has an index not be read.
bool is_stretch_of_dftracer(const Options& o) {
  return o.time && o.locations.empty() && o.regions.empty() && is_dftracer(o.in);
}

Result<CutOptions> cut_options(const Options& o, const Definitions& definitions) {
  CutOptions cut;
  if (o.time) cut.time = WEFT_TRY(time_range(*o.time, definitions));
  cut.first = o.first;
  cut.locations = WEFT_TRY(locations_of(o.locations, definitions));
  cut.regions = WEFT_TRY(regions_named(o.regions, definitions));
  return cut;
}

struct Opened {
  std::unique_ptr<Trace> trace;
  std::unique_ptr<TimeIndex> index;
  CutOptions options;
};

Result<Opened> open_all(const Format& from, const Options& o) {
  Opened opened{WEFT_TRY(from.open(o.in)), nullptr, {}};
  if (o.time) opened.index = usable_index(from, o.in, *opened.trace);
  opened.options = WEFT_TRY(cut_options(o, opened.trace->definitions()));
  return opened;
}

Result<Opened> open_stretch(const Options& o) {
  const auto asking = WEFT_TRY(asking_for(o.in, Part{o.time, {}}, o.threads));
  Opened opened{WEFT_TRY(dftracer::DftracerTrace::open(o.in, &asking)), nullptr, {}};
  opened.options.time = TimeRange{asking.selection.window->first, asking.selection.window->last};
  opened.options.first = o.first;
  return opened;
}

Result<> write_cut(const Options& o, const Opened& opened, const Format& to, LossReport& loss) {
  const auto cut = WEFT_TRY(CutSource::open(*opened.trace, opened.index.get(), opened.options, loss, o.threads));
  std::unique_ptr<Source> pruned;
  if (o.prune) pruned = WEFT_TRY(prune(*cut, o.threads));
  tell_unmodelled(*opened.trace, to, loss);
  const auto sink = WEFT_TRY(to.create(o.out, loss));
  ProgressBar bar("cutting", "events");
  return copy_events(
      pruned ? *pruned : static_cast<Source&>(*cut), *sink, o.threads, bar.callback(), loss, cut->expected_events());
}

Result<Outcome> run(const Options& o) {
  if (!o.time && o.locations.empty() && o.regions.empty() && !o.first)
    return Error{Errc::invalid_argument, "say what to keep: --time, --location, --region or --first"};
  WEFT_TRY(check_apart(o.in, o.out));
  const Format* const to = WEFT_TRY(format_for(o.out, o.to));
  const Format* const from = WEFT_TRY(format_of(o.in));
  WEFT_TRY(check_report(o.losses, o.out, {o.in}));
  const Opened opened = WEFT_TRY(is_stretch_of_dftracer(o) ? open_stretch(o) : open_all(*from, o));
  remove_leftovers(o.out);
  LossReport loss(o.losses.strict);
  WEFT_TRY(tell_losses(o.losses, loss, o.out, {o.in}, write_cut(o, opened, *to, loss)));
  Report& report = opened.trace->report();
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb cut_verb() {
  return make_verb<Options>("cut", "keep a part of a trace",
      "Writes a part of IN as OUT, which is a valid trace again. What is open where the part begins is opened there:\n"
      "regions, thread teams, files; what is open where it ends is closed there. Messages, collective operations and\n"
      "I/O operations that lie across the border are left out as a whole. All of that is counted and told.\n"
      "Several conditions have to hold together.",
      table,
      {{"weft cut trace.otf2 part/trace.otf2 --time 5ms 10ms", "five milliseconds"},
          {"weft cut trace.otf2 part/trace.otf2 --location 0 --prune", "one location and the definitions it needs"},
          {"weft cut trace.otf2 part.bp --region compute", "what happens in one region, in another format"}},
      run);
}

}  // namespace weft::cli
