// SPDX-License-Identifier: BSD-3-Clause
// weft check: what is wrong with a trace, by named rules.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/json.hpp"
#include "check/check.hpp"
#include "check/rules.hpp"
#include "cli/human.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::vector<std::string> traces;
  bool rules = false;
  bool json = false;
  std::vector<std::string> only;
  std::vector<std::string> ignored;
  std::uint64_t threads = 0;
};

std::vector<Option> table(Options& o) {
  return {
      {"traces", "TRACE", &o.traces, "The traces to check."},
      {"--rules", "", &o.rules, "Show all rules, what they mean and what to do."},
      {"--rule", "NAME", &o.only, "Only findings of this rule; may be repeated."},
      {"--ignore", "NAME", &o.ignored, "No findings of this rule; may be repeated."},
      {"--json", "", &o.json, "One JSON object for each trace."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

using Groups = std::map<std::string_view, Report::Group>;

void put_member(TextSink& out, std::string_view name, std::string_view text) {
  put_json_string(out, name);
  out.put(':');
  put_json_string(out, text);
}

void put_member(TextSink& out, std::string_view name, std::optional<std::uint64_t> number) {
  put_json_string(out, name);
  out.put(':');
  if (number)
    out.number(*number);
  else
    out.put("null");
}

void put_json_rule(TextSink& out, const Rule& rule, std::string_view theme) {
  out.put('{');
  put_member(out, "name", rule.name), out.put(',');
  put_member(out, "theme", theme), out.put(',');
  put_member(out, "what", rule.what), out.put(',');
  put_member(out, "advice", rule.advice);
  out.put('}');
}

template <class Visit>
void each_theme(Visit&& visit) {
  // A dialect that another entry of the registry reads has no rules of its own.
  for (const Format* format : all_formats())
    if (!format->rules.empty()) visit(std::string("structure: ") + std::string(format->title), format->rules);
  for (const DataFormat* format : all_data_formats())
    visit(std::string("structure: ") + std::string(format->title), format->rules);
  for (const check::Theme& theme : check::all_themes()) visit(std::string(theme.title), theme.rules);
}

void show_rules(bool json, TextSink& out) {
  bool first = true;
  if (json) out.put("{\"rules\":[");
  each_theme([&](const std::string& title, std::span<const Rule> rules) {
    if (!json) out.put(fmt::format("{}{}\n", first ? "" : "\n", title));
    for (const Rule& rule : rules) {
      if (json) {
        if (!first) out.put(',');
        put_json_rule(out, rule, title);
      } else {
        out.put(fmt::format("  {}\n      {}\n      {}\n", rule.name, rule.what, rule.advice));
      }
      first = false;
    }
  });
  if (json) out.put("]}\n");
}

void put_json_example(TextSink& out, const Finding& finding) {
  out.put('{');
  put_member(out, "message", finding.message), out.put(',');
  put_member(out, "file", finding.file), out.put(',');
  put_member(out, "offset", finding.offset), out.put(',');
  put_member(out, "location", finding.location);
  out.put('}');
}

void put_json_group(TextSink& out, std::string_view rule, const Report::Group& group) {
  out.put('{');
  put_member(out, "rule", rule), out.put(',');
  put_member(out, "count", group.count);
  out.put(",\"examples\":[");
  for (std::size_t i = 0; i < group.first.size(); ++i) {
    if (i) out.put(',');
    put_json_example(out, group.first[i]);
  }
  out.put("]}");
}

// What there was to check, for people and as members of a JSON object.
struct Checked {
  std::string text;
  std::string json;
};

void put_json_result(TextSink& out, const std::string& trace, const Groups& groups, const Checked& checked) {
  out.put('{');
  put_member(out, "trace", trace);
  out.put(",\"findings\":[");
  bool first = true;
  for (const auto& [rule, group] : groups) {
    if (!first) out.put(',');
    first = false;
    put_json_group(out, rule, group);
  }
  out.put("],\"checked\":{"), out.put(checked.json), out.put("}}\n");
}

std::string json_of(const check::Totals& totals) {
  TextSink out;
  put_member(out, "definitions", totals.definitions), out.put(',');
  put_member(out, "locations", totals.locations), out.put(',');
  put_member(out, "events", totals.events), out.put(',');
  put_member(out, "messages", totals.messages), out.put(',');
  put_member(out, "collectives", totals.collectives), out.put(',');
  put_member(out, "ioOperations", totals.io_operations);
  return std::string(out.text());
}

Checked checked_of(const std::vector<CheckedCount>& counts) {
  Checked checked;
  TextSink json;
  for (const CheckedCount& count : counts) {
    if (!checked.text.empty()) checked.text += ", ", json.put(',');
    checked.text += human_count(count.count, count.one, count.several);
    put_member(json, count.key, count.count);
  }
  checked.json = json.text();
  return checked;
}

std::string text_of(const check::Totals& totals) {
  std::string text = fmt::format("{}, {}, {}", human_count(totals.definitions, "definition", "definitions"),
      human_count(totals.locations, "location", "locations"), human_count(totals.events, "event", "events"));
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view many) {
    if (count) text += ", " + human_count(count, one, many);
  };
  add(totals.messages, "send or receive", "sends and receives");
  add(totals.collectives, "collective operation", "collective operations");
  add(totals.io_operations, "I/O operation", "I/O operations");
  return text;
}

void put_result(TextSink& out, const std::string& trace, const Groups& groups, const Checked& checked) {
  if (groups.empty()) {
    out.put(fmt::format("{}: nothing wrong ({})\n", trace, checked.text));
    return;
  }
  constexpr std::size_t shown = 5;
  std::uint64_t findings = 0;
  for (const auto& [name, group] : groups) {
    const Rule* rule = check::find_rule(name);
    out.put(fmt::format("{}: {} {}\n", name, human_count(group.count), group.count == 1 ? "finding" : "findings"));
    if (rule) out.put(fmt::format("  {}\n", rule->what));
    for (std::size_t i = 0; i < std::min(shown, group.first.size()); ++i)
      out.put(fmt::format("    {}\n", group.first[i].text()));
    if (group.count > shown) out.put(fmt::format("    ... and {} more\n", human_count(group.count - shown)));
    if (rule) out.put(fmt::format("  Advice: {}\n", rule->advice));
    out.put('\n');
    findings += group.count;
  }
  out.put(fmt::format("{}: {} {} by {} {} ({})\n", trace, human_count(findings), findings == 1 ? "finding" : "findings",
      groups.size(), groups.size() == 1 ? "rule" : "rules", checked.text));
}

Result<> check_names(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (!check::find_rule(name))
      return Error{Errc::invalid_argument, fmt::format("there is no rule '{}'; 'weft check --rules' lists them", name)};
  return {};
}

Groups wanted(const Report& report, const Options& o) {
  Groups groups = report.groups();
  std::erase_if(groups, [&](const auto& entry) {
    const bool chosen = o.only.empty() || std::ranges::find(o.only, entry.first) != o.only.end();
    return !chosen || std::ranges::find(o.ignored, entry.first) != o.ignored.end();
  });
  return groups;
}

Result<Outcome> show(
    const std::string& path, const Report& report, const Checked& checked, const Options& o, TextSink& out) {
  const Groups groups = wanted(report, o);
  if (o.json)
    put_json_result(out, path, groups, checked);
  else
    put_result(out, path, groups, checked);
  WEFT_TRY(out.flush());
  return groups.empty() ? Outcome::good : Outcome::problems;
}

Result<Outcome> check_one(const std::string& path, const Options& o, TextSink& out) {
  if (const DataFormat* format = data_format_of(path)) {
    const auto file = WEFT_TRY(format->open(path));
    const Checked checked = checked_of(file->examine(static_cast<std::size_t>(o.threads)));
    return show(path, file->report(), checked, o, out);
  }
  auto trace = WEFT_TRY(open_trace(path));
  Report report;
  ProgressBar bar("checking");
  const check::Totals totals = check::check_trace(
      *trace, {static_cast<std::size_t>(o.threads), bar.callback()}, report);
  bar.finish();
  return show(path, report, {text_of(totals), json_of(totals)}, o, out);
}

Result<Outcome> run(const Options& o) {
  TextSink out(STDOUT_FILENO);
  if (o.rules) {
    show_rules(o.json, out);
    WEFT_TRY(out.flush());
    return Outcome::good;
  }
  if (o.traces.empty())
    return Error{Errc::invalid_argument, "check: give a trace to check, or --rules to see the rules"};
  WEFT_TRY(check_names(o.only));
  WEFT_TRY(check_names(o.ignored));
  Outcome outcome = Outcome::good;
  for (const std::string& path : o.traces)
    if (WEFT_TRY(check_one(path, o, out)) == Outcome::problems) outcome = Outcome::problems;
  return outcome;
}

}  // namespace

Verb check_verb() {
  return make_verb<Options>("check", "find what is wrong with a trace",
      "Checks definitions, events, messages, I/O, snapshots, markers and files of each TRACE by named rules, and\n"
      "shows what is wrong by rule, with the first examples and advice. Ends with 1 when there is anything to show.",
      table,
      {{"weft check trace.otf2", "everything"},
          {"weft check trace.otf2 --ignore deprecated-record", "without one rule"},
          {"weft check trace.otf2 --rule message-unreceived --rule message-unsent", "only lost messages"},
          {"weft check trace.otf2 --json", "for programs"},
          {"weft check --rules", "what is checked, and what to do about it"}},
      run);
}

}  // namespace weft::cli
