// SPDX-License-Identifier: BSD-3-Clause
// weft print: every record of a trace.
#include <fmt/format.h>
#include <unistd.h>

#include "cli/human.hpp"
#include "cli/inputs.hpp"
#include "cli/part.hpp"
#include "cli/verb.hpp"
#include "formats/dftracer/trace.hpp"
#include "formats/registry.hpp"
#include "model/print_events.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::vector<std::string> traces;
  std::string trace;  // all of them as one
  bool json = false;
  bool names = false;
  bool definitions = false;
  bool events = false;
  bool snapshots = false;
  bool markers = false;
  bool merged = false;
  bool by_location = false;
  std::vector<std::uint64_t> locations;
  Part part;
  std::vector<std::string> kinds;
  std::vector<std::string> regions;
};

std::vector<Option> table(Options& o) {
  return {
      {"trace", "TRACE", &o.traces,
          "The trace: a file, an anchor, or the directory that holds it; of DFTracer also several files.", true},
      {"--json", "", &o.json, "One JSON object per line; ids stay numbers."},
      {"--names", "", &o.names, "With --json: add the names behind ids and enumerators."},
      {"--definitions", "", &o.definitions, "Only definitions (choices add up)."},
      {"--events", "", &o.events, "Only events."},
      {"--snapshots", "", &o.snapshots, "Only snapshots."},
      {"--markers", "", &o.markers, "Only markers and thumbnails."},
      {"-l,--location", "ID", &o.locations, "Only these locations, by id; may be repeated."},
      {"-t,--time", "A B", &o.part.time,
          "Only events from A to B: ticks, or seconds from the start such as 0.5s, 20ms, 7us."},
      category_option(o.part),
      {"-k,--kind", "NAME", &o.kinds, "Only events of this kind, such as Enter or MpiSend; may be repeated."},
      {"-r,--region", "NAME", &o.regions, "Only entering and leaving this region, by name or id; may be repeated."},
      {"--merged", "", &o.merged, "In global time order (the default)."},
      {"--by-location", "", &o.by_location, "Location by location, which is faster."},
  };
}

Result<> fill(EventFilter& filter, const Options& o, const Definitions& definitions) {
  filter.locations = WEFT_TRY(locations_of(o.locations, definitions));
  for (const std::string& name : o.kinds) {
    const auto kind = kind_named(name);
    if (!kind)
      return Error{Errc::invalid_argument,
          fmt::format("there is no kind of event '{}'; 'weft info --events' lists those of a trace", name)};
    filter.kinds.insert(*kind);
  }
  filter.regions = WEFT_TRY(regions_named(o.regions, definitions));
  return {};
}

// Of DFTracer traces only what is asked for is read, which the times of the filter must know before.
Result<OpenPart> open(const Options& o, EventFilter& filter) {
  if (o.part.is_everything() || !is_dftracer(o.trace)) {
    OpenPart opened = WEFT_TRY(open_part(o.trace, o.part, 0));
    filter.time = opened.time;
    return opened;
  }
  const auto asking = WEFT_TRY(asking_for(o.trace, o.part, 0));
  if (const auto& window = asking.selection.window) filter.time = TimeRange{window->first, window->last};
  return OpenPart{WEFT_TRY(dftracer::DftracerTrace::open(o.trace, &asking))};
}

// Formats print themselves; but of a trace that has an index nothing is read that is not asked for.
Result<> print(const OpenPart& part, const PrintOptions& options, TextSink& out) {
  const bool is_more_than_events = options.definitions || options.snapshots || options.markers;
  if (!part.index || is_more_than_events || part.trace->info().format != "OTF2") return part.trace->print(options, out);
  IndexedSource source = part.source();
  std::vector<LocationRef> wanted;
  for (const def::Location& location : source.definitions().all<def::Location>())
    if (options.filter.wants(location.self)) wanted.push_back(location.self);
  RecordPrinter printer(out, source.definitions(), style_of(options));
  return print_events(source, wanted, options, printer, out);
}

Result<Outcome> print_data(const DataFormat& format, const Options& o) {
  const auto file = WEFT_TRY(format.open(o.trace));
  TextSink out(STDOUT_FILENO);
  WEFT_TRY(file->print(o.json, out));
  WEFT_TRY(out.flush());
  warn(file->report());
  return file->report().empty() ? Outcome::good : Outcome::problems;
}

Result<Outcome> run(const Options& given) {
  Options o = given;
  o.trace = WEFT_TRY(one_trace(o.traces));
  if (o.merged && o.by_location) return Error{Errc::invalid_argument, "--merged and --by-location exclude one another"};
  if (const DataFormat* format = data_format_of(o.trace)) return print_data(*format, o);
  PrintOptions options;
  const OpenPart part = WEFT_TRY(open(o, options.filter));
  const auto& trace = part.trace;
  options.json = o.json;
  options.names = o.names;
  options.merged = !o.by_location;
  WEFT_TRY(fill(options.filter, o, trace->definitions()));
  const bool filters_events = !o.part.is_everything() || !o.kinds.empty() || !o.regions.empty();
  if (o.definitions || o.events || o.snapshots || o.markers) {
    options.definitions = o.definitions;
    options.events = o.events;
    options.snapshots = o.snapshots;
    options.markers = o.markers;
  } else if (filters_events) {
    options.definitions = options.snapshots = options.markers = false;
  }
  TextSink out(STDOUT_FILENO);
  WEFT_TRY(print(part, options, out));
  WEFT_TRY(out.flush());
  warn(trace->report());
  return trace->report().empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb print_verb() {
  return make_verb<Options>("print", "show the records of a trace as text or JSON",
      "Shows every record of a trace: definitions, events in global time order, snapshots, markers.\n"
      "Filters on events (--time, --category, --kind, --region) show events only.\n"
      "Of a file of data (ADIOS BP) every value of every variable and attribute.",
      table,
      {{"weft print trace.otf2", "everything, for reading"},
          {"weft print trace.otf2 --events --location 0", "the events of one location"},
          {"weft print trace.otf2 --time 0s 10ms --kind Enter", "what was entered in the first 10 ms"},
          {"weft print trace.otf2 --json --names", "everything, for programs, with names"},
          {"weft print data.bp", "the values in a file of data"}},
      run);
}

}  // namespace weft::cli
