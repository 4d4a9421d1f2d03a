// SPDX-License-Identifier: BSD-3-Clause
// weft query: traces as tables, asked in SQL.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "base/file.hpp"
#include "cli/human.hpp"
#include "cli/inputs.hpp"
#include "cli/interrupt.hpp"
#include "cli/line_reader.hpp"
#include "cli/part.hpp"
#include "cli/row_printer.hpp"
#include "cli/verb.hpp"
#include "formats/registry.hpp"
#include "query/views.hpp"
#include "tables/scan.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::vector<std::string> words;
  std::string format = "table";
  std::string file;
  bool json = false;
  bool interactive = false;
  bool schema = false;
};

std::vector<Option> table(Options& o) {
  return {
      {"trace", "[NAME=]TRACE... SQL", &o.words,
          "The traces, patterns or @LIST, and what to ask; several traces are t1, t2, ... or what NAME says."},
      {"--format", "NAME", &o.format, "How to show rows: table (the default), csv or json, one object per line."},
      {"--json", "", &o.json, "The same as --format json."},
      {"-f,--file", "SCRIPT", &o.file, "Ask what stands in a file; - for standard input."},
      {"-i,--interactive", "", &o.interactive, "Ask what is typed, statement after statement."},
      {"--schema", "", &o.schema, "Show all tables and views with their columns; takes no trace."},
  };
}

std::string_view type_name(tables::ColumnType type) {
  constexpr std::string_view names[] = {"INTEGER", "INTEGER", "REAL", "TEXT", "TEXT"};
  return names[static_cast<std::size_t>(type)];
}

void show_schema(TextSink& out) {
  for (const tables::Table& table : tables::all_tables()) {
    out.put(fmt::format("{}\n  {}\n", table.name, table.doc));
    for (const tables::Column& column : table.columns)
      out.put(fmt::format("  {:<18} {:<8} {}\n", column.name, type_name(column.type), column.doc));
    out.put('\n');
  }
  for (const query::View& view : query::all_views())
    out.put(fmt::format("{}\n  {}\n{}\n\n", view.name, view.doc, view.sql));
}

struct Opened {
  std::vector<std::unique_ptr<Trace>> traces;
  std::vector<std::unique_ptr<TimeIndex>> indexes;
  std::vector<query::NamedTrace> named;

  bool has_findings() const {
    return std::ranges::any_of(traces, [](const auto& trace) { return !trace->report().empty(); });
  }
};

// NAME=TRACE, unless there is a trace of that name.
std::pair<std::string, std::string> name_and_path(const std::string& word) {
  const std::size_t sign = word.find('=');
  std::error_code ignored;
  if (sign == std::string::npos || word.find('/') < sign || std::filesystem::exists(word, ignored)) return {"", word};
  return {word.substr(0, sign), word.substr(sign + 1)};
}

Result<Opened> open_traces(const std::vector<std::string>& words) {
  Opened opened;
  for (const std::string& word : words) {
    const auto [name, path] = name_and_path(word);
    for (const std::string& each : WEFT_TRY(traces_named({path}))) {
      const Format* const format = WEFT_TRY(format_of(each));
      Trace& trace = *opened.traces.emplace_back(WEFT_TRY(format->open(each)));
      opened.indexes.push_back(usable_index(*format, each, trace));
      opened.named.push_back(
          {name.empty() ? fmt::format("t{}", opened.traces.size()) : name, &trace, opened.indexes.back().get()});
    }
  }
  return opened;
}

// Every statement in turn.
Result<> ask(query::Database& database, std::string_view sql, RowFormat format, TextSink& out) {
  const bool is_watched = ::isatty(STDOUT_FILENO) == 1;
  for (;;) {
    auto rows = WEFT_TRY(database.query(sql));
    if (!rows) return {};
    WEFT_TRY(RowPrinter(out, format, is_watched).print(*rows));
  }
}

// False: no more is wanted.
bool obey(std::string_view command, RowFormat& format, TextSink& out) {
  if (command == ".quit" || command == ".exit") return false;
  if (command == ".schema") {
    show_schema(out);
  } else if (command.starts_with(".format ")) {
    if (const auto named = row_format_named(command.substr(8)))
      format = *named;
    else
      out.put("formats are table, csv and json\n");
  } else {
    out.put("end statements with ;  .schema shows the tables  .format table|csv|json  .quit\n");
  }
  static_cast<void>(out.flush());
  return true;
}

// Somebody who types sees what fails; whoever has it typed by a program is told in the end.
Result<> converse(query::Database& database, RowFormat format, TextSink& out) {
  LineReader reader(".weft_query_history");
  std::string asked;
  std::size_t failed = 0;
  const auto answer = [&] {
    if (const auto answered = ask(database, asked, format, out); !answered) {
      fmt::print(stderr, "weft: {}\n", answered.error().text());
      ++failed;
    }
    asked.clear();
  };
  for (;;) {
    was_interrupted = false;
    const auto line = reader.next(asked.empty() ? "weft> " : "  ... ");
    if (!line && !reader.was_discarded()) break;
    if (!line) {
      asked.clear();
    } else if (asked.empty() && line->starts_with('.')) {
      reader.remember(*line);
      if (!obey(*line, format, out)) break;
    } else {
      asked += *line + "\n";
      if (asked.find_first_not_of(" \t\n") == std::string::npos)
        asked.clear();
      else if (query::is_complete(asked)) {
        reader.remember(asked.substr(0, asked.size() - 1));
        answer();
      }
    }
  }
  // What was not ended, SQLite may still understand.
  if (!asked.empty()) answer();
  if (failed == 0 || reader.is_terminal()) return {};
  return Error{Errc::invalid_argument, fmt::format("{} of the statements failed", failed)};
}

Result<std::string> read_script(const std::string& file) {
  if (file == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  const auto bytes = WEFT_TRY(read_file(file));
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<Outcome> run(const Options& o) {
  const auto format = row_format_named(o.json ? "json" : o.format);
  if (!format)
    return Error{Errc::invalid_argument, fmt::format("there is no format '{}'; choose table, csv or json", o.format)};
  TextSink out(STDOUT_FILENO);
  if (o.schema) {
    show_schema(out);
    WEFT_TRY(out.flush());
    return Outcome::good;
  }
  std::vector<std::string> words = o.words;
  std::string sql;
  if (!o.file.empty()) {
    sql = WEFT_TRY(read_script(o.file));
  } else if (!o.interactive) {
    if (words.size() < 2) return Error{Errc::invalid_argument, "query takes a trace and what to ask of it"};
    sql = words.back();
    words.pop_back();
  }
  const Opened opened = WEFT_TRY(open_traces(words));
  const InterruptNoted guard;
  auto database = WEFT_TRY(query::Database::open(opened.named, was_interrupted));
  const auto answered = o.interactive ? converse(database, *format, out) : ask(database, sql, *format, out);
  for (const auto& trace : opened.traces) warn(trace->report());
  if (!answered) return answered.error();
  return opened.has_findings() ? Outcome::problems : Outcome::good;
}

}  // namespace

Verb query_verb() {
  return make_verb<Options>("query", "ask traces in SQL",
      "Shows a trace as tables and answers what SQL asks of them; nothing is copied first.\n"
      "The tables are events, spans, regions, locations, messages, collectives, metrics, io, attributes,\n"
      "definitions, files, trace, and the totals activity and visits; the views profile, comm_matrix, top_waits,\n"
      "io_by_file and imbalance.\n"
      "Nothing can be written, and no other file be named.",
      table,
      {{"weft query trace.otf2 'SELECT * FROM profile LIMIT 10'", "where the time went"},
          {"weft query trace.otf2 \"SELECT kind, count(*) FROM events GROUP BY kind\" --format csv",
              "how many events of each kind there are"},
          {"weft query trace.otf2 'SELECT name, duration FROM spans WHERE seconds < 0.01 ORDER BY duration DESC LIMIT "
           "5'",
              "the longest visits that began in the first 10 ms"},
          {"weft query a=trace.otf2 b=trace.otf2 'SELECT a.profile.name, a.profile.visits, b.profile.visits "
           "FROM a.profile JOIN b.profile USING (name)'",
              "two traces side by side"},
          {"weft query --schema", "all tables and views with their columns"}},
      run);
}

}  // namespace weft::cli
