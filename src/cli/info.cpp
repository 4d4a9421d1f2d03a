// SPDX-License-Identifier: BSD-3-Clause
// weft info: what a trace is, without reading its events.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "analyze/kind_counts.hpp"
#include "base/json.hpp"
#include "cli/human.hpp"
#include "cli/verb.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::vector<std::string> traces;
  bool events = false;
  bool all = false;
  bool json = false;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"traces", "TRACE", &o.traces, "The traces: files, anchors, or the directories that hold them.", true},
      {"--events", "", &o.events, "Read all events and count them by kind."},
      {"--all", "", &o.all,
          "Show every location and part of the machine, however many there are; of data also hidden attributes."},
      {"--json", "", &o.json, "One JSON object per trace."},
      {"-j,--threads", "N", &o.threads, "Threads to use with --events; as many as the machine has without."},
  };
}

constexpr std::uint64_t unknown_count = ~std::uint64_t{0};

// What the definitions add up to.
struct Totals {
  bool are_counted = true;  // events
  std::uint64_t events = 0;
  std::uint64_t event_bytes = 0;
  std::map<LocationType, std::uint64_t> by_type;
  std::map<LocationGroupRef, std::pair<std::uint64_t, std::uint64_t>> by_group;  // locations, events
};

Totals totals_of(Trace& trace) {
  Totals totals;
  for (const def::Location& location : trace.definitions().all<def::Location>()) {
    totals.are_counted &= location.number_of_events != unknown_count;
    totals.events += location.number_of_events;
    totals.event_bytes += trace.event_bytes(location.self);
    ++totals.by_type[location.location_type];
    auto& group = totals.by_group[location.location_group];
    ++group.first;
    group.second += location.number_of_events;
  }
  return totals;
}

template <class E>
std::string text_of(E value) {
  if (const auto name = name_of(value)) return std::string(*name);
  return fmt::format("type {}", static_cast<unsigned>(value));
}

constexpr std::uint64_t unknown_time = ~std::uint64_t{0};

// The report for people. Long lists end after some lines unless all were asked for.
class InfoPrinter {
 public:
  InfoPrinter(Trace& trace, const Options& options, TextSink& out)
      : trace_(trace), definitions_(trace.definitions()), options_(options), out_(out), totals_(totals_of(trace)) {}

  Result<> run() {
    const TraceInfo info = trace_.info();
    line("trace", info.path);
    line("format", fmt::format("{}{}{}", info.format, info.version.empty() ? "" : " ", info.version));
    line("creator", info.creator);
    line("machine", info.machine);
    line("description", info.description);
    clock();
    const std::size_t locations = definitions_.all<def::Location>().size();
    line("size", fmt::format("{} in {}", human_bytes(info.bytes), human_count(info.files, "file", "files")));
    line("events", events());
    std::string types;
    for (const auto& [type, count] : totals_.by_type)
      types += fmt::format("{}{} {}", types.empty() ? "" : ", ", human_count(count), text_of(type));
    line("locations", fmt::format("{}{}", human_count(locations), types.empty() ? "" : fmt::format(" ({})", types)));
    for (const auto& [key, value] : info.facts) line(key, value);
    pairs("properties", info.properties);
    system_tree();
    events_by_location();
    definitions_by_kind();
    if (options_.events) WEFT_TRY(events_by_kind());
    return {};
  }

 private:
  static constexpr std::size_t most_lines = 24;

  void line(std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out_.left(key, 22), out_.put("  "), out_.put(value), out_.put('\n');
  }
  void title(std::string_view text) { out_.put('\n'), out_.put(text), out_.put('\n'); }

  // False once a list has become too long; then says how to see the rest.
  bool room(std::size_t index, std::size_t total) {
    if (options_.all || index < most_lines) return true;
    if (index == most_lines)
      out_.put(fmt::format("  ... and {} more (--all shows them)\n", human_count(total - index)));
    return false;
  }

  std::string events() const {
    if (!totals_.are_counted)
      return fmt::format("not counted, {} (--events counts them)", human_bytes(totals_.event_bytes));
    if (totals_.events == 0) return "0";
    return fmt::format("{}, {:.1f} bytes each", human_count(totals_.events),
        static_cast<double>(totals_.event_bytes) / static_cast<double>(totals_.events));
  }

  void pairs(std::string_view name, const std::vector<std::pair<std::string, std::string>>& list) {
    if (list.empty()) return;
    title(name);
    for (const auto& [key, value] : list) out_.put(fmt::format("  {} = {}\n", key, value));
  }

  void clock() {
    const def::ClockProperties* clock = definitions_.clock();
    if (!clock) return line("clock", "not defined");
    line("clock", fmt::format("{} ticks per second", human_count(clock->timer_resolution)));
    if (clock->realtime_timestamp != unknown_time) line("start", human_date(clock->realtime_timestamp));
    line("first tick", fmt::format("{}", clock->global_offset));
    line("length", human_time(static_cast<double>(clock->trace_length), clock->timer_resolution));
  }

  void system_tree() {
    if (definitions_.all<def::SystemTreeNode>().size() == 0 && definitions_.all<def::LocationGroup>().size() == 0)
      return;
    title("system tree");
    for (const def::SystemTreeNode& node : definitions_.all<def::SystemTreeNode>())
      nodes_[node.parent].push_back(&node);
    for (const def::LocationGroup& group : definitions_.all<def::LocationGroup>())
      groups_[group.system_tree_parent].push_back(&group);
    children_of(SystemTreeNodeRef{}, 1);
    if (!options_.all && tree_lines_ > most_lines)
      out_.put(fmt::format("  ... and {} more (--all shows them)\n", human_count(tree_lines_ - most_lines)));
  }

  void tree_line(std::size_t depth, const std::string& text) {
    if (options_.all || tree_lines_ < most_lines) out_.pad(2 * depth), out_.put(text), out_.put('\n');
    ++tree_lines_;
  }

  // Only what hangs below the root is shown, so nodes that are their own ancestors cannot lead astray.
  void children_of(SystemTreeNodeRef parent, std::size_t depth) {
    constexpr std::size_t deepest = 64;
    if (depth > deepest) return;
    for (const def::SystemTreeNode* node : nodes_[parent]) {
      tree_line(depth, definitions_.name(node->self));
      // Of several definitions with one id only the first one counts; else twins would multiply at every level.
      if (node->self.defined() && definitions_.find<def::SystemTreeNode>(node->self) == node)
        children_of(node->self, depth + 1);
    }
    for (const def::LocationGroup* group : groups_[parent]) {
      const auto [locations, events] = totals_.by_group[group->self];
      tree_line(depth, fmt::format("{} {} ({}{})", text_of(group->location_group_type), definitions_.name(group->self),
                           human_count(locations, "location", "locations"),
                           totals_.are_counted ? fmt::format(", {} events", human_count(events)) : ""));
    }
  }

  void events_by_location() {
    const auto& locations = definitions_.all<def::Location>();
    if (locations.size() == 0) return;
    title("events by location");
    std::size_t index = 0;
    for (const def::Location& location : locations) {
      if (!room(index++, locations.size())) break;
      const std::string events = location.number_of_events == unknown_count
                                     ? "not counted"
                                     : human_count(location.number_of_events) + " events";
      out_.put(
          fmt::format("  {:>10}  {:<28} {:<18} {:>21}  {:>10}\n", location.self.value, definitions_.name(location.self),
              text_of(location.location_type), events, human_bytes(trace_.event_bytes(location.self))));
    }
  }

  void definitions_by_kind() {
    title("definitions");
    definitions_.each_table([&](const auto& rows) {
      using R = typename std::remove_cvref_t<decltype(rows.rows())>::value_type;
      if (rows.size()) out_.put(fmt::format("  {:<26} {:>10}\n", R::schema.name, human_count(rows.size())));
    });
  }

  Result<> events_by_kind() {
    const KindCounts counts = WEFT_TRY(count_kinds(trace_, options_.threads));
    title("events by kind");
    EventTypes::each([&](auto type) {
      using R = typename decltype(type)::type;
      if (const std::uint64_t count = counts[kind_of<R>])
        out_.put(fmt::format("  {:<30} {:>16}\n", R::schema.name, human_count(count)));
    });
    return {};
  }

  Trace& trace_;
  const Definitions& definitions_;
  const Options& options_;
  TextSink& out_;
  Totals totals_;
  std::map<SystemTreeNodeRef, std::vector<const def::SystemTreeNode*>> nodes_;
  std::map<SystemTreeNodeRef, std::vector<const def::LocationGroup*>> groups_;
  std::size_t tree_lines_ = 0;
};

// The report for programs: everything, ids and numbers as they are.
class InfoJson {
 public:
  InfoJson(Trace& trace, const Options& options, TextSink& out)
      : trace_(trace), definitions_(trace.definitions()), options_(options), out_(out) {}

  Result<> run() {
    const TraceInfo info = trace_.info();
    const Totals totals = totals_of(trace_);
    out_.put('{');
    text("path", info.path), text("format", info.format), text("version", info.version), text("creator", info.creator);
    text("machine", info.machine), text("description", info.description);
    number("bytes", info.bytes), number("files", info.files),
        count("events", totals.are_counted ? totals.events : unknown_count), number("eventBytes", totals.event_bytes);
    if (const def::ClockProperties* clock = definitions_.clock()) {
      open("clock", '{');
      number("timerResolution", clock->timer_resolution), number("globalOffset", clock->global_offset);
      number("traceLength", clock->trace_length), number("realtimeTimestamp", clock->realtime_timestamp);
      close('}');
    }
    object("facts", info.facts), object("properties", info.properties);
    open("systemTree", '[');
    for (const def::SystemTreeNode& node : definitions_.all<def::SystemTreeNode>()) {
      item('{');
      number("id", node.self.value), text("name", definitions_.text(node.name)),
          text("class", definitions_.text(node.class_name)), number("parent", node.parent.value);
      close('}');
    }
    close(']');
    open("locationGroups", '[');
    for (const def::LocationGroup& group : definitions_.all<def::LocationGroup>()) {
      item('{');
      number("id", group.self.value), text("name", definitions_.text(group.name)),
          text("type", text_of(group.location_group_type)), number("systemTreeParent", group.system_tree_parent.value);
      close('}');
    }
    close(']');
    open("locations", '[');
    for (const def::Location& location : definitions_.all<def::Location>()) {
      item('{');
      number("id", location.self.value), text("name", definitions_.text(location.name)),
          text("type", text_of(location.location_type));
      number("group", location.location_group.value), count("events", location.number_of_events),
          number("bytes", trace_.event_bytes(location.self));
      close('}');
    }
    close(']');
    open("definitions", '{');
    definitions_.each_table([&](const auto& rows) {
      using R = typename std::remove_cvref_t<decltype(rows.rows())>::value_type;
      if (rows.size()) number(R::schema.name, rows.size());
    });
    close('}');
    if (options_.events) {
      const KindCounts counts = WEFT_TRY(count_kinds(trace_, options_.threads));
      open("eventsByKind", '{');
      EventTypes::each([&](auto type) {
        using R = typename decltype(type)::type;
        if (counts[kind_of<R>]) number(R::schema.name, counts[kind_of<R>]);
      });
      close('}');
    }
    out_.put("}\n");
    return {};
  }

 private:
  void separate() {
    const std::string_view so_far = out_.text();
    if (!so_far.empty() && so_far.back() != '{' && so_far.back() != '[' && so_far.back() != '\n') out_.put(',');
  }
  void key(std::string_view name) { separate(), put_json_string(out_, name), out_.put(':'); }
  void text(std::string_view name, std::string_view value) { key(name), put_json_string(out_, value); }
  void number(std::string_view name, std::uint64_t value) { key(name), out_.number(value); }
  void count(std::string_view name, std::uint64_t value) {
    key(name);
    if (value == unknown_count)
      out_.put("null");
    else
      out_.number(value);
  }
  void open(std::string_view name, char bracket) { key(name), out_.put(bracket); }
  void item(char bracket) { separate(), out_.put(bracket); }
  void close(char bracket) { out_.put(bracket); }
  void object(std::string_view name, const std::vector<std::pair<std::string, std::string>>& list) {
    open(name, '{');
    for (const auto& [k, v] : list) text(k, v);
    close('}');
  }

  Trace& trace_;
  const Definitions& definitions_;
  const Options& options_;
  TextSink& out_;
};

Result<Outcome> describe(const DataFormat& format, const std::string& path, const Options& o) {
  const auto file = WEFT_TRY(format.open(path));
  TextSink out(STDOUT_FILENO);
  if (!o.json && &path != &o.traces.front()) out.put('\n');
  WEFT_TRY(file->describe(o.json, o.all, out));
  WEFT_TRY(out.flush());
  warn(file->report());
  return file->report().empty() ? Outcome::good : Outcome::problems;
}

Result<Outcome> run(const Options& o) {
  Outcome outcome = Outcome::good;
  for (const std::string& path : o.traces) {
    if (const DataFormat* format = data_format_of(path)) {
      if (WEFT_TRY(describe(*format, path, o)) == Outcome::problems) outcome = Outcome::problems;
      continue;
    }
    auto trace = WEFT_TRY(o.events ? open_trace(path) : open_trace_briefly(path));
    TextSink out(STDOUT_FILENO);
    if (!o.json && &path != &o.traces.front()) out.put('\n');
    if (o.json)
      WEFT_TRY(InfoJson(*trace, o, out).run());
    else
      WEFT_TRY(InfoPrinter(*trace, o, out).run());
    WEFT_TRY(out.flush());
    warn(trace->report());
    if (!trace->report().empty()) outcome = Outcome::problems;
  }
  return outcome;
}

}  // namespace

Verb info_verb() {
  return make_verb<Options>("info", "say what a trace is: clock, machine, locations, sizes",
      "Says what a trace is: format and creator, clock, real time, machine, locations, definitions and sizes.\n"
      "Instant for a trace of any size: events are only read with --events.\n"
      "Of a file of data (ADIOS BP) it lists variables with their sizes, steps and statistics, and attributes.",
      table,
      {{"weft info trace.otf2", "the summary"}, {"weft info trace.otf2 --events", "also counts events by kind"},
          {"weft info trace.otf2 --json", "for programs"},
          {"weft info data.bp", "variables and attributes of a file of data"}},
      run);
}

}  // namespace weft::cli
