// SPDX-License-Identifier: BSD-3-Clause
// weft stats: where the time went, and what was sent, read, written and measured.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "analyze/ranked.hpp"
#include "analyze/statistics.hpp"
#include "analyze/statistics_json.hpp"
#include "cli/human.hpp"
#include "cli/inputs.hpp"
#include "cli/part.hpp"
#include "cli/progress.hpp"
#include "cli/table.hpp"
#include "cli/verb.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::vector<std::string> traces;
  std::string trace;  // all of them as one
  Part part;
  bool json = false;
  bool by_location = false;
  std::string sort = "exclusive";
  std::optional<std::uint64_t> top;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"trace", "TRACE", &o.traces,
          "The trace: a file, an anchor, or the directory that holds it; of DFTracer also several files.", true},
      {"-n,--top", "N", &o.top, "Only the first N rows of each table, 0 for all; without it 40, and all in JSON."},
      {"-s,--sort", "KEY", &o.sort, "Order of regions: exclusive (the default), inclusive, visits or name."},
      {"--by-location", "", &o.by_location, "Also the profile of every location."},
      time_option(o.part),
      category_option(o.part),
      {"--json", "", &o.json, "One JSON object with everything, for programs."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

std::string bytes_text(Sum bytes) {
  constexpr Sum largest = std::numeric_limits<std::uint64_t>::max();
  return bytes <= largest ? human_bytes(static_cast<std::uint64_t>(bytes))
                          : fmt::format("{:.3e} bytes", static_cast<double>(bytes));
}

std::string value_text(double value) { return fmt::format("{:.6g}", value); }
std::string value_text(std::uint64_t value) { return human_count(value); }
std::string value_text(std::int64_t value) {
  return value < 0 ? fmt::format("-{}", human_count(~static_cast<std::uint64_t>(value) + 1))
                   : human_count(static_cast<std::uint64_t>(value));
}
std::string value_text(SignedSum value) {
  if (value < std::numeric_limits<std::int64_t>::min() || value > std::numeric_limits<std::int64_t>::max())
    return fmt::format("{}", value);
  return value_text(static_cast<std::int64_t>(value));
}

// The statistics as tables for people.
class Tables {
 public:
  Tables(TextSink& out, const Statistics& statistics, const Definitions& definitions, const Options& options,
      std::size_t top)
      : out_(out), all_(statistics), definitions_(definitions), options_(options), top_(top) {
    if (const auto* clock = definitions.clock()) resolution_ = clock->timer_resolution;
  }

  void print() {
    head();
    const bool by_time = options_.sort == "inclusive" || options_.sort == "exclusive";
    profile(fmt::format("regions by {}{}", options_.sort, by_time ? " time" : ""), all_.regions, all_.totals);
    locations();
    if (options_.by_location)
      for (const LocationStatistics& location : all_.locations)
        profile(fmt::format("regions of location {}: {}", location.location.value, location_name(location.location)),
            location.regions, location.totals);
    messages();
    collectives("collective operations", all_.messages.by_operation);
    windows();
    collectives("collective operations on windows", all_.rma.by_operation);
    files();
    metrics();
    notes();
  }

 private:
  template <class Entries>
  auto first(const Entries& entries) const {
    return std::span(entries).first(std::min(top_, entries.size()));
  }
  template <class Entries>
  std::size_t left_out(const Entries& entries) const {
    return entries.size() - std::min(top_, entries.size());
  }

  template <class T>
  std::string time(T ticks) const {
    return human_time(static_cast<double>(ticks), resolution_);
  }
  static std::string percent(Sum part, Sum whole) {
    return whole ? fmt::format("{:.1f}", 100 * static_cast<double>(part) / static_cast<double>(whole)) : "-";
  }
  template <class Id>
  std::string name(Id id) const {
    if (!id.defined()) return "(undefined)";
    const std::string name = on_one_line(definitions_.name(id));
    return name.empty() ? fmt::format("<{}>", id.value) : name;
  }
  std::string location_name(LocationRef location) const {
    const auto* definition = definitions_.find<def::Location>(location);
    if (!definition) return "(undefined)";
    return fmt::format("{}, {}", name(location), name(definition->location_group));
  }

  void head() {
    const ProfileTotals& totals = all_.totals;
    out_.put(fmt::format("{}: {} events at {}", fmt::join(options_.traces, " "), human_count(totals.events),
        human_count(all_.locations.size(), "location", "locations")));
    if (totals.events) out_.put(fmt::format(", {} from first to last", time(totals.span())));
    if (totals.visits) out_.put(fmt::format(", {} in regions", time(totals.in_regions)));
    out_.put('\n');
  }

  void profile(std::string title, const std::vector<RegionTimes>& regions, const ProfileTotals& totals) {
    Table table(std::move(title), {"exclusive", "%", "inclusive", "visits", "min", "mean", "max", "region"});
    for (const RegionTimes& r : first(regions))
      table.row({time(r.exclusive), percent(r.exclusive, totals.in_regions), time(r.inclusive), human_count(r.visits),
          time(r.shortest), time(r.mean()), time(r.longest), name(r.region)});
    table.print(out_, left_out(regions));
  }

  void locations() {
    Table table("locations", {"events", "visits", "in regions", "%", "first to last", "open", "id", "location"});
    for (const LocationStatistics& l : first(all_.locations))
      table.row({human_count(l.totals.events), human_count(l.totals.visits), time(l.totals.in_regions),
          percent(l.totals.in_regions, all_.totals.in_regions), time(l.totals.span()), human_count(l.totals.open),
          std::to_string(l.location.value), location_name(l.location)});
    table.print(out_, left_out(all_.locations));
  }

  void messages() {
    Table table("messages", {"sends", "bytes sent", "receives", "bytes received", "communicator"});
    const auto entries = ranked(all_.messages.by_communicator);
    for (const auto* entry : first(entries))
      table.row({human_count(entry->second.sent.count), bytes_text(entry->second.sent.bytes),
          human_count(entry->second.received.count), bytes_text(entry->second.received.bytes), name(entry->first)});
    table.print(out_, left_out(entries));
  }

  void collectives(std::string title, const std::map<CollectiveOp, CollectiveCounts>& operations) {
    Table table(std::move(title), {"calls", "non-blocking", "bytes sent", "bytes received", "operation"});
    const auto entries = ranked(operations);
    for (const auto* entry : first(entries)) {
      const auto operation = name_of(entry->first);
      table.row({human_count(entry->second.calls), human_count(entry->second.non_blocking),
          bytes_text(entry->second.bytes_sent), bytes_text(entry->second.bytes_received),
          operation ? std::string(*operation) : fmt::format("<{}>", static_cast<unsigned>(entry->first))});
    }
    table.print(out_, left_out(entries));
  }

  void windows() {
    Table table("one-sided communication", {"puts", "bytes put", "gets", "bytes got", "atomics", "window"});
    const auto entries = ranked(all_.rma.by_window);
    for (const auto* entry : first(entries))
      table.row({human_count(entry->second.puts.count), bytes_text(entry->second.puts.bytes),
          human_count(entry->second.gets.count), bytes_text(entry->second.gets.bytes),
          human_count(entry->second.atomics), name(entry->first)});
    table.print(out_, left_out(entries));
  }

  void files() {
    Table table("files", {"reads", "bytes read", "writes", "bytes written", "flushes", "handles", "file"});
    const auto by_file = all_.io.by_file(definitions_);
    const auto entries = ranked(by_file);
    for (const auto* entry : first(entries)) {
      const HandleCounts& counts = entry->second.counts;
      table.row({human_count(counts.reads().begun), bytes_text(counts.reads().bytes_moved),
          human_count(counts.writes().begun), bytes_text(counts.writes().bytes_moved),
          human_count(counts.flushes().begun), human_count(entry->second.handles),
          entry->first.defined() ? name(entry->first) : "(no file)"});
    }
    table.print(out_, left_out(entries));
  }

  void metrics() {
    Table table("metrics", {"values", "min", "mean", "max", "total", "last", "metric"});
    const auto summaries = all_.metrics.by_member(definitions_);
    for (const MetricSummary& summary : first(summaries))
      std::visit([&](const auto& series) { table.row(metric(summary, series)); }, summary.values);
    table.print(out_, left_out(summaries));
  }

  template <class T>
  std::vector<std::string> metric(const MetricSummary& summary, const Series<T>& series) const {
    const auto* member = definitions_.find<def::MetricMember>(summary.member);
    const auto property = member ? property_of(member->metric_mode) : MetricProperty::absolute;
    std::string total = "-";
    if (property == MetricProperty::accumulated) total = value_text(series.sum_of_last);
    if (property == MetricProperty::relative) total = value_text(series.sum);
    return {human_count(series.count), value_text(series.least), value_text(series.mean()), value_text(series.greatest),
        total, property == MetricProperty::absolute ? value_text(series.last) : "-", metric_name(summary, member)};
  }

  std::string metric_name(const MetricSummary& summary, const def::MetricMember* member) const {
    if (!summary.member.defined())
      return fmt::format("value {} of metric {}", summary.position + 1, summary.metric.value);
    if (!member) return name(summary.member);
    const std::string unit = on_one_line(definitions_.text(member->unit));
    const std::string scale = member->exponent
                                  ? fmt::format("{}^{} ", member->base == Base::binary ? 2 : 10, member->exponent)
                                  : "";
    return fmt::format("{} [{}{}]", name(summary.member), scale, unit.empty() ? "no unit" : unit);
  }

  void notes() {
    const ProfileTotals& totals = all_.totals;
    std::uint64_t unmatched_io = 0;
    for (const auto& [handle, counts] : all_.io.by_handle()) unmatched_io += counts.unmatched;
    const std::pair<std::uint64_t, std::string_view> notes[] = {
        {totals.open, "visits that had not ended when their location did; they count up to its last event"},
        {totals.unmatched, "leave events of regions that had not been entered; they are ignored"},
        {totals.skipped, "visits without a leave event; they count up to that of a region around them"},
        {totals.too_deep, "visits that were nested too deeply; they are ignored"},
        {totals.moved, "enter and leave events earlier than the one before; they count as at the same time"},
        {unmatched_io, "I/O operations that ended but had not begun; their bytes are not counted"},
    };
    Table table("notes", {"count", "of"});
    for (const auto& [count, text] : notes)
      if (count) table.row({human_count(count), std::string(text)});
    table.print(out_);
  }

  TextSink& out_;
  const Statistics& all_;
  const Definitions& definitions_;
  const Options& options_;
  std::size_t top_;
  std::uint64_t resolution_ = 0;
};

Result<ProfileOrder> parse_order(const std::string& text) {
  if (text == "exclusive") return ProfileOrder::exclusive;
  if (text == "inclusive") return ProfileOrder::inclusive;
  if (text == "visits") return ProfileOrder::visits;
  if (text == "name") return ProfileOrder::name;
  return Error{
      Errc::invalid_argument, fmt::format("cannot sort by '{}'; choose exclusive, inclusive, visits or name", text)};
}

std::size_t rows_shown(const Options& o) {
  const std::uint64_t top = o.top.value_or(o.json ? 0 : 40);
  return top ? top : std::numeric_limits<std::size_t>::max();
}

Result<Outcome> run(const Options& given) {
  Options o = given;
  o.trace = WEFT_TRY(one_trace(o.traces));
  const ProfileOrder order = WEFT_TRY(parse_order(o.sort));
  const OpenPart part = WEFT_TRY(open_part(o.trace, o.part, o.threads));
  const auto& trace = part.trace;
  const Definitions& definitions = trace->definitions();
  ProgressBar bar("reading", "events");
  Statistics statistics = WEFT_TRY(
      compute_statistics(*trace, {o.by_location, part.time, part.index.get(), o.threads, bar.callback()}));
  bar.finish();
  sort_profiles(statistics, order, definitions);
  TextSink out(STDOUT_FILENO);
  if (o.json)
    put_json(out, statistics, definitions, rows_shown(o));
  else
    Tables(out, statistics, definitions, o, rows_shown(o)).print();
  WEFT_TRY(out.flush());
  warn(trace->report());
  return trace->report().empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb stats_verb() {
  return make_verb<Options>("stats", "show where the time went, and what was sent, read and measured",
      "Reads all events of a trace once and sums them up: a profile of its regions and locations, messages, "
      "collective\n"
      "operations, one-sided communication, files and metrics. Inclusive time counts recursive visits of a region "
      "once;\n"
      "min, mean and max are inclusive times of single visits. Sends and I/O operations count where they begin.\n"
      "With --time, calls that were open before count from its beginning, and those that go on up to its end.",
      table,
      {{"weft stats trace.otf2", "everything, for reading"},
          {"weft stats trace.otf2 --top 10 --sort visits", "the ten regions visited most often"},
          {"weft stats trace.otf2 --by-location", "with the profile of every location"},
          {"weft stats trace.otf2 --json", "everything, for programs"}},
      run);
}

}  // namespace weft::cli
