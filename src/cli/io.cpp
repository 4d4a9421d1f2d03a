// SPDX-License-Identifier: BSD-3-Clause
// weft io: how a program read and wrote.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <limits>

#include "analyze/io_answers/answers.hpp"
#include "analyze/io_answers/model_spans.hpp"
#include "base/json.hpp"
#include "base/parallel.hpp"
#include "cli/data_tables.hpp"
#include "cli/human.hpp"
#include "cli/inputs.hpp"
#include "cli/part.hpp"
#include "cli/progress.hpp"
#include "cli/verb.hpp"
#include "formats/dftracer/find_files.hpp"
#include "formats/dftracer/io_spans.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

struct Options {
  std::vector<std::string> traces;
  std::string trace;  // all of them as one
  std::string by;
  std::string csv;
  std::string interval;
  std::string io, compute, application_io;
  std::optional<std::pair<std::string, std::string>> time;
  std::vector<std::uint64_t> processes;
  std::vector<std::string> categories;
  std::optional<std::uint64_t> top;
  std::uint64_t threads = 0;
  bool is_approximate = false;
  bool json = false;
};

std::vector<Option> table(Options& o) {
  return {
      {"trace", "TRACE", &o.traces,
          "A .pfw or .pfw.gz file or several, a directory or pattern of such files, @LIST, or a trace of any other "
          "format.",
          true},
      {"--by", "TABLE", &o.by,
          "Only this table: overlap, category, call, size, process, file, directory, time or pattern."},
      {"-t,--time", "A B", &o.time,
          "Only what begins from A to B, such as 0.5s, 20ms, 7us after the first event. Reads the trace twice, or what "
          "it "
          "needs of it if there is an index (weft index)."},
      {"-p,--process", "PID", &o.processes, "Only these processes; may be repeated."},
      {"-c,--category", "NAME", &o.categories, "Only events of these categories; may be repeated."},
      {"--interval", "TIME", &o.interval,
          "Rows of the table over time, such as 100ms, from the first event on; reads the trace twice unless it has an "
          "index. Without it, "
          "rows are as long as twenty or fewer need."},
      {"-n,--top", "N", &o.top, "Only the first N rows of each table, 0 for all; without it 20, and all for programs."},
      {"--approximate", "", &o.is_approximate,
          "Times in I/O and computing as DFAnalyzer estimates them: in each interval (of 1s unless --interval says "
          "otherwise) that of the busiest thread."},
      {"--io", "NAMES", &o.io, "Categories that are I/O, with commas between them: ISOC,POSIX,STDIO without it."},
      {"--compute", "NAMES", &o.compute, "Categories that compute: compute,ai_framework without it."},
      {"--app-io", "NAMES", &o.application_io,
          "Categories of I/O as the application sees it: MPI-IO,checkpoint,data,data_loader,dataloader,reader,storage "
          "without it."},
      {"--json", "", &o.json, "One JSON object with all tables, for programs. Times are nanoseconds."},
      {"--csv", "TABLE", &o.csv, "One table, named as for --by, as CSV. Times are nanoseconds."},
      {"-j,--threads", "N", &o.threads, "Threads to use; as many as the machine has without."},
  };
}

Error wrong(std::string message) { return Error{Errc::invalid_argument, std::move(message)}; }

Result<std::uint64_t> duration(const std::string& text) {
  const auto nanoseconds = parse_duration(text);
  if (!nanoseconds) return wrong(fmt::format("'{}' is no time; say it like 1.5s, 20ms, 7us or 300ns", text));
  return static_cast<std::uint64_t>(*nanoseconds + 0.5);
}

Result<> check_table(const std::string& name) {
  if (name.empty() || std::ranges::find(io_table_keys, name) != std::end(io_table_keys)) return {};
  return wrong(fmt::format("there is no table '{}'; known are: {}", name, fmt::join(io_table_keys, ", ")));
}

void set_if_said(const std::string& names, std::set<std::string, std::less<>>& to) {
  if (names.empty()) return;
  to.clear();
  for (std::size_t at = 0; at <= names.size();) {
    const std::size_t comma = std::min(names.find(',', at), names.size());
    if (comma > at) to.insert(names.substr(at, comma - at));
    at = comma + 1;
  }
}

// When the first event began. That may be the last one in a file.
class FirstTime final : public IoSpanTaker {
 public:
  void take(const IoSpan& span) override { first_ = std::min(first_, span.begin); }
  void take(const IoFold& fold) override { take(fold.like); }
  void end_run(std::size_t, std::uint64_t, bool) override {}
  std::uint64_t first() const { return first_; }

 private:
  std::uint64_t first_ = ~std::uint64_t{0};
};

// A trace, as files of DFTracer or through the model.
class Input {
 public:
  static Result<Input> open(const std::string& path) {
    Input input;
    auto files = dftracer::find_files(path);
    if (files && std::ranges::all_of(*files, dftracer::looks_like_trace))
      input.files_ = std::move(files).take();
    else
      input.trace_ = WEFT_TRY(open_trace(path));
    input.path_ = path;
    return input;
  }

  template <class Taker>
  Result<IoSpansRead> read(std::deque<Taker>& takers, std::string_view what) {
    std::vector<IoSpanTaker*> pointers;
    for (Taker& taker : takers) pointers.push_back(&taker);
    ProgressBar bar(what);
    if (trace_) return read_io_spans(*trace_, pointers, bar.callback(), window_);
    return dftracer::read_io_spans(files_, pointers, *report_, bar.callback(), asking_.get());
  }

  // Of files, which have events by category in their indexes.
  bool knows_categories() const { return !trace_; }

  // For whoever asks for a part. Nothing is known of what else there is.
  Result<> find_indexes() {
    if (trace_) {
      index_ = usable_index(*WEFT_TRY(format_of(path_)), path_, *trace_);
      return {};
    }
    asking_ = std::make_unique<dftracer::Asking>();
    asking_->indexes = indexes_of(files_);
    return {};
  }
  // What is left out must not have been the first.
  void select(const IoQuestion& question) {
    if (question.window) window_ = {question.window->begin, question.window->end, index_.get()};
    if (!asking_) return;
    if (question.window) asking_->selection.window = dftracer::Times{question.window->begin, question.window->end};
    if (question.window || question.zero) asking_->selection.categories = question.categories;
  }
  // Nothing if the trace has to be read for it.
  Result<std::optional<std::uint64_t>> known_first_time(std::size_t threads) const {
    std::optional<std::uint64_t> first;
    if (trace_) return std::optional(WEFT_TRY(first_io_time(*trace_, threads)));
    if (!asking_) return first;
    for (const auto& index : asking_->indexes) {
      if (!index) return std::optional<std::uint64_t>();
      first = std::min(first.value_or(index->first_span), index->first_span);
    }
    return first;
  }

  const Report& report() { return trace_ ? trace_->report() : *report_; }

 private:
  std::vector<std::string> files_;
  std::unique_ptr<Report> report_ = std::make_unique<Report>();
  std::unique_ptr<dftracer::Asking> asking_;
  std::string path_;
  std::unique_ptr<Trace> trace_;
  std::unique_ptr<TimeIndex> index_;
  IoSpanWindow window_;
};

// What is wrong with the trace is told by the second reading.
Result<std::uint64_t> first_time(const std::string& path, std::size_t threads) {
  Input input = WEFT_TRY(Input::open(path));
  std::deque<FirstTime> takers(threads);
  WEFT_TRY(input.read(takers, "looking for the first event"));
  std::uint64_t first = ~std::uint64_t{0};
  for (const FirstTime& taker : takers) first = std::min(first, taker.first());
  return first;
}

Result<IoQuestion> question_of(const Options& o, Input& input, std::size_t threads) {
  IoQuestion question;
  set_if_said(o.io, question.io);
  set_if_said(o.compute, question.compute);
  set_if_said(o.application_io, question.application_io);
  question.processes = {o.processes.begin(), o.processes.end()};
  question.categories = {o.categories.begin(), o.categories.end()};
  question.is_approximate = o.is_approximate;
  if (!o.interval.empty()) question.interval = WEFT_TRY(duration(o.interval));
  if (question.interval == 0) return wrong("an interval of no length has no end");
  std::optional<IoQuestion::Window> window;
  if (o.time) window = {WEFT_TRY(duration(o.time->first)), WEFT_TRY(duration(o.time->second))};
  if (window && window->begin > window->end)
    return wrong(fmt::format("--time {} {} ends before it begins", o.time->first, o.time->second));
  const bool needs_zero = window || question.interval || question.is_approximate;
  if (!needs_zero && (question.categories.empty() || !input.knows_categories())) return question;
  WEFT_TRY(input.find_indexes());
  const auto known = WEFT_TRY(input.known_first_time(threads));
  if (known || needs_zero) question.zero = known ? *known : WEFT_TRY(first_time(o.trace, threads));
  if (window) question.window = {question.zero + window->begin, question.zero + window->end};
  return question;
}

struct Reading {
  const IoCollector& collected;
  const IoAnswers& answers;
  const IoSpansRead& read;
};

std::uint64_t span_of(const IoCollector& all) { return all.events() ? all.end() - all.begin() : 0; }

void put_json_folded(TextSink& out, const Reading& r) {
  const IoCollector::Folded& folded = r.collected.folded();
  out.put(
      fmt::format(",\"aggregates\":{},\"aggregated\":{{\"events\":{},\"calls\":{},\"time_ns\":{},\"bytes_read\":{},"
                  "\"bytes_written\":{},\"transfers_without_bytes\":{}}}",
          folded.records, folded.events, folded.tally.calls, folded.tally.time, folded.tally.bytes_read,
          folded.tally.bytes_written, folded.without_bytes));
}

void put_json(TextSink& out, const Options& o, const Reading& r, std::size_t top) {
  const IoCollector& all = r.collected;
  out.put("{\"trace\":");
  put_json_string(out, fmt::format("{}", fmt::join(o.traces, " ")));
  out.put(
      fmt::format(",\"events\":{},\"span_ns\":{},\"time_zero_ns\":{},\"calls\":{},\"bytes_read\":{},"
                  "\"bytes_written\":{},\"files\":{},\"ambiguous_files\":{},\"unmatched\":{},"
                  "\"resolution_ns\":{},\"resolution_bytes\":{},\"files_told_together\":{}",
          all.events(), span_of(all), all.events() ? all.zero() : 0, all.total().calls, all.total().bytes_read,
          all.total().bytes_written, r.answers.files, r.answers.ambiguous_files, r.read.unmatched, all.resolution(),
          all.gap(), all.files().further().files));
  put_json_folded(out, r);
  for (const DataTable& table : r.answers.tables) {
    if (!o.by.empty() && o.by != table.key) continue;
    out.put(',');
    put_json_member(out, table, top);
  }
  out.put("}\n");
}

void put_head(TextSink& out, const Options& o, const Reading& r) {
  const IoCollector& all = r.collected;
  out.put(fmt::format("{}: {} of {}, {} from first to last; {} read {} and wrote {} in {}\n", fmt::join(o.traces, " "),
      human_count(all.events(), "event", "events"), human_count(all.processes().size(), "process", "processes"),
      human_time(static_cast<double>(span_of(all)), 1'000'000'000),
      human_count(all.total().calls, "I/O call", "I/O calls"), human_bytes(all.total().bytes_read),
      human_bytes(all.total().bytes_written), human_count(r.answers.files, "file", "files")));
}

// What part of the tables comes from them, and what they cannot say.
void put_folded_note(TextSink& out, const Reading& r) {
  const IoCollector::Folded& folded = r.collected.folded();
  if (folded.events == 0) return;
  out.put(fmt::format(
      "\n{} of the events are known as sums only, from {}: {} of {} that read {} and wrote {}. The tables say where. "
      "Sizes, patterns, and time in I/O and computing are those of the other events: when each of these was, and how "
      "large, is not known.\n",
      human_count(folded.events), human_count(folded.records, "aggregated record", "aggregated records"),
      human_count(folded.tally.calls, "I/O call", "I/O calls"),
      human_time(static_cast<double>(folded.tally.time), 1'000'000'000), human_bytes(folded.tally.bytes_read),
      human_bytes(folded.tally.bytes_written)));
  if (folded.without_bytes)
    out.put(fmt::format(
        "{} of them moved an unknown number of bytes, which are missing\n", human_count(folded.without_bytes)));
}

void put_notes(TextSink& out, const Reading& r) {
  put_folded_note(out, r);
  const std::pair<std::uint64_t, std::string_view> notes[] = {
      {r.answers.ambiguous_files, "names of files are ambiguous: their hashes stand for others, too"},
      {r.read.unmatched, "calls or I/O operations begin or end elsewhere; they are not in the tables"},
      {r.collected.files().further().files,
          "times, a file was one too many to be told apart: such files stand in one row, last in its table"},
      {r.read.names_left_out, "names of files were too many to be kept: hashes stand for them"},
  };
  for (const auto& [count, note] : notes)
    if (count) out.put(fmt::format("\n{} {}\n", human_count(count), note));
  if (const std::uint64_t resolution = r.collected.resolution())
    out.put(fmt::format("\ntimes are estimates where gaps between calls are shorter than {}\n",
        human_time(static_cast<double>(resolution), 1'000'000'000)));
  if (const std::uint64_t gap = r.collected.gap())
    out.put(fmt::format("\nbytes read again are an estimate where reads are less than {} apart\n", human_bytes(gap)));
}

Result<> print(const Options& o, const Reading& r) {
  constexpr std::size_t usual_rows = 20;
  const bool is_for_people = !o.json && o.csv.empty();
  const std::size_t asked = o.top.value_or(is_for_people ? usual_rows : 0);
  const std::size_t top = asked ? asked : std::numeric_limits<std::size_t>::max();
  TextSink out(STDOUT_FILENO);
  if (o.json) {
    put_json(out, o, r, top);
  } else if (!o.csv.empty()) {
    put_csv(out, *std::ranges::find(r.answers.tables, o.csv, &DataTable::key), top);
  } else {
    put_head(out, o, r);
    for (const DataTable& table : r.answers.tables)
      if (o.by.empty() || o.by == table.key) print_table(out, table, top);
    put_notes(out, r);
  }
  return out.flush();
}

Result<Outcome> run(const Options& given) {
  Options o = given;
  o.trace = WEFT_TRY(one_trace(o.traces));
  WEFT_TRY(check_table(o.by));
  WEFT_TRY(check_table(o.csv));
  if (!o.csv.empty() && (o.json || !o.by.empty())) return wrong("--csv is one table: it goes without --json and --by");
  const std::size_t threads = thread_count(o.threads);
  Input input = WEFT_TRY(Input::open(o.trace));
  const IoQuestion question = WEFT_TRY(question_of(o, input, threads));
  input.select(question);
  IoCommon common;
  std::deque<IoCollector> collectors;
  for (std::size_t i = 0; i < threads; ++i) collectors.emplace_back(question, threads, common);
  const auto read = WEFT_TRY(input.read(collectors, "reading"));
  for (; collectors.size() > 1; collectors.pop_back()) collectors.front().merge(std::move(collectors.back()));
  collectors.front().finish();
  WEFT_TRY(print(o, {collectors.front(), answer(collectors.front(), *read.names), read}));
  warn(input.report());
  return input.report().empty() ? Outcome::good : Outcome::problems;
}

}  // namespace

Verb io_verb() {
  return make_verb<Options>("io", "show how a program read and wrote: time, bandwidth, files, patterns",
      "Reads a trace once, on all processors, and answers what its input and output cost: time in I/O and\n"
      "computing, overlapped or not, by process and of all together (where several were at it, time counts once);\n"
      "calls, sizes of transfers, files, directories and bandwidth over time; and patterns that cost time, with the\n"
      "files where they are worst. A call belongs to the time at which it begins. Times are exact to the nanosecond\n"
      "as long as a million separate stretches of time are enough to know them; beyond that, neighbours are\n"
      "joined, sums stay exact, overlaps become estimates, and the output says so. Of more than 400,000 files,\n"
      "those that took the least time are told together.",
      table,
      {{"weft io trace.pfw", "everything, for reading"},
          {"weft io trace.pfw --by file --top 10", "the ten files that cost most time"},
          {"weft io trace.pfw --time 0s 2s --interval 100ms --by time", "the first two seconds, closely"},
          {"weft io trace.pfw --category POSIX --csv call", "calls as CSV"},
          {"weft io trace.pfw --json", "everything, for programs"}},
      run);
}

}  // namespace weft::cli
