// SPDX-License-Identifier: BSD-3-Clause
// weft count: how many records a trace has.
#include <fmt/format.h>
#include <unistd.h>

#include <map>
#include <utility>

#include "analyze/kind_counts.hpp"
#include "base/json.hpp"
#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "cli/part.hpp"
#include "cli/table.hpp"
#include "cli/verb.hpp"
#include "formats/dftracer/count_records.hpp"
#include "formats/dftracer/format.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

using dftracer::phase_names;
using dftracer::RecordCounts;

struct Options {
  std::vector<std::string> in;
  Part part;
  bool json = false;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"in", "IN", &o.in, "A trace; of DFTracer also several files, directories or patterns of files, or @LIST.", true},
      time_option(o.part),
      category_option(o.part),
      {"--json", "", &o.json, "One JSON object, for programs."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

void print(TextSink& out, const RecordCounts& counts, std::size_t files) {
  out.put(fmt::format(
      "{} in {}\n", human_count(counts.records(), "record", "records"), human_count(files, "file", "files")));
  std::vector<std::string> headings;
  for (std::size_t i = 0; i < counts.phases.size(); ++i)
    if (counts.phases[i]) headings.emplace_back(phase_names[i]);
  headings.emplace_back("category");
  Table table("records", std::move(headings));
  for (const auto& [category, by_phase] : counts.categories) {
    std::vector<std::string> row;
    for (std::size_t i = 0; i < by_phase.size(); ++i)
      if (counts.phases[i]) row.push_back(human_count(by_phase[i]));
    row.push_back(category.empty() ? "(none)" : on_one_line(category));
    table.row(std::move(row));
  }
  table.print(out);
}

void put_phases(TextSink& out, std::span<const std::uint64_t> phases) {
  std::string_view before = "{";
  for (std::size_t i = 0; i < phases.size(); ++i)
    if (phases[i]) {
      out.put(fmt::format("{}\"{}\":{}", before, phase_names[i], phases[i]));
      before = ",";
    }
  out.put(before == "{" ? "{}" : "}");
}

void put_json(TextSink& out, const Options& o, const RecordCounts& counts, std::size_t files) {
  const auto& lines = counts.lines;
  out.put(fmt::format("{{\"files\":{},\"records\":{},\"brackets\":{},\"mended\":{},\"unreadable\":{},\"phases\":",
      files, counts.records(), lines.brackets, lines.mended, lines.unreadable));
  put_phases(out, counts.phases);
  out.put(",\"categories\":");
  std::string_view before = "{";
  for (const auto& [category, by_phase] : counts.categories) {
    out.put(before);
    put_json_string(out, category);
    out.put(':');
    put_phases(out, by_phase);
    before = ",";
  }
  out.put(before == "{" ? "{}" : "}");
  if (!o.part.is_everything()) out.put(fmt::format(",\"bytes_read\":{}", counts.bytes_read));
  out.put("}\n");
}

// Of a trace of any other format: its events by their kinds.
Result<Outcome> count_events(const Options& o) {
  const OpenPart part = WEFT_TRY(open_part(o.in.front(), o.part, o.threads));
  const auto& trace = part.trace;
  IndexedSource source = part.source();
  const KindCounts counts = WEFT_TRY(count_kinds(source, o.threads, part.time.value_or(TimeRange{})));
  std::map<std::string_view, std::uint64_t> kinds;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < EventTypes::size; ++i)
    if (const std::uint64_t count = counts[static_cast<Kind>(i)]) {
      kinds[name_of(static_cast<Kind>(i))] = count;
      sum += count;
    }
  TextSink out(STDOUT_FILENO);
  if (o.json) {
    out.put(fmt::format("{{\"events\":{},\"kinds\":{{", sum));
    std::string_view before;
    for (const auto& [kind, count] : kinds)
      out.put(fmt::format("{}\"{}\":{}", std::exchange(before, ","), kind, count));
    out.put("}}\n");
  } else {
    out.put(fmt::format("{}\n", human_count(sum, "event", "events")));
    Table table("events", {"count", "kind"});
    for (const auto& [kind, count] : kinds) table.row({human_count(count), std::string(kind)});
    table.print(out);
  }
  WEFT_TRY(out.flush());
  warn(trace->report());
  return trace->report().empty() ? Outcome::good : Outcome::problems;
}

Result<Outcome> run(const Options& o) {
  if (o.in.size() == 1)
    if (const auto format = format_of(o.in.front()); format && *format != &dftracer::format) return count_events(o);
  const auto files = WEFT_TRY(dftracer_files(o.in, "count"));
  Report report;
  const auto asking = WEFT_TRY(asking_for(files, o.part, o.threads));
  const RecordCounts counts = dftracer::count_records(files, asking, o.threads, report);
  TextSink out(STDOUT_FILENO);
  if (o.json)
    put_json(out, o, counts, files.size());
  else
    print(out, counts, files.size());
  WEFT_TRY(out.flush());
  warn(report);
  return report.empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb count_verb() {
  return make_verb<Options>("count", "count the records of a trace",
      "Counts the events of a trace by kind. Of DFTracer traces it counts records by what they are (complete events,\n"
      "counters, aggregates, metadata ...) and by category. Lines that hold nothing but brackets are no records.\n"
      "Metadata has no time: it is always counted.",
      table,
      {{"weft count trace.otf2", "events by kind"}, {"weft count trace.pfw", "for reading"},
          {"weft count trace.pfw --json", "for programs"},
          {"weft count trace.pfw --time 0s 20ms --category POSIX", "what POSIX calls the first 20 ms have"}},
      run);
}

}  // namespace weft::cli
