// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_lines.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "formats/dftracer/time_unit.hpp"
#include "record/dftracer_program.hpp"

namespace weft::recording {

using dftracer::Layer;
using dftracer::Literal;

namespace {

// What readers tell the generation of the lines by: numbers at the top, hashes as texts, members of gzip.
constexpr std::string_view format_version = "v2.0.2";
constexpr std::string_view own_category = "dftracer";
constexpr std::string_view counter_category = "counter";
// Of regions that programs record themselves.
constexpr std::string_view program_category = "C_APP";

Layer layer_of(std::string_view category) {
  if (category == "POSIX" || category == "STDIO") return Layer::libc_io;
  return category == own_category ? Layer::dftracer : Layer::c_app;
}

// What the last event tells of where events came from: those that have a category of their own.
constexpr std::pair<std::string_view, Layer> layers[] = {{"C_APP", Layer::c_app}, {"CPP_APP", Layer::cpp_app},
    {"FUNC", Layer::finstrument}, {"POSIX", Layer::libc_io}, {"STDIO", Layer::libc_io}};

// By what the arguments of calls to the system mean; the program says it of its own.
ArgumentUse use_of(std::string_view category, std::string_view key, const RowArgument& argument) {
  if (argument.use != ArgumentUse::key || (category != "POSIX" && category != "STDIO")) return argument.use;
  constexpr std::string_view values[] = {
      "address", "bufsize", "count", "iovcnt", "len", "length", "num", "offset", "ret", "ret_len", "size", "str_len"};
  return std::ranges::find(values, key) == std::end(values) ? ArgumentUse::key : ArgumentUse::value;
}

bool is_number(Type type) { return type != Type::none && type != Type::string && type != Type::io_file; }

// Of folds: none waits any longer.
constexpr std::uint64_t all_intervals = ~std::uint64_t{0};

std::string local_time() {
  const time_t now = ::time(nullptr);
  struct tm local {};
  char text[32] = {};
  ::localtime_r(&now, &local);
  ::asctime_r(&local, text);
  return {text, std::strcspn(text, "\n")};
}

std::string working_directory() {
  char path[PATH_MAX] = {};
  return ::getcwd(path, sizeof path) ? path : "";
}

}  // namespace

DftracerLines::DftracerLines(
    Dictionary& dictionary, std::uint64_t pid, const std::string& host, std::uint64_t epoch, const DftracerStyle& style)
    : host_(host),
      host_hash_(json_hash(host)),
      style_(style),
      pen_(out_, dftracer::Version::one, host_hash_),
      event_pen_(out_, dftracer::Version::one, style_.has_arguments ? host_hash_ : std::string_view()),
      names_(dictionary),
      pid_(pid),
      epoch_(epoch) {}

void DftracerLines::define(std::string_view kind, std::string_view name, std::string_view json, std::uint64_t tid) {
  pen_.metadata({++last_id_, kind, Layer::dftracer, {pid_, shown(tid)}, name}, Literal{json});
}

void DftracerLines::begin(const std::vector<std::string>& command_line, Ticks now) {
  const std::string program = dftracer_program(command_line);
  program_ = program;
  const std::string command = fmt::format("{}", fmt::join(command_line, ";"));
  DftracerNames::File& directory = names_.directory(working_directory());
  out_.put("[\n");
  define("HH", host_, host_hash_, pid_);
  define("thread_name", std::to_string(pid_), "\"thread_name\"", pid_);
  if (style_.unit != DftracerStyle().unit)
    pen_.metadata({++last_id_, dftracer::unit_record, Layer::dftracer, {pid_, shown(pid_)}, dftracer::unit_argument},
        style_.unit);
  if (style_.has_arguments) {
    define("SH", command, json_hash(command), pid_);
    define("SH", program, json_hash(program), pid_);
    define("FH", directory.path, directory.hash, pid_);
    directory.is_defined = true;
  }
  event_pen_.begin(
      dftracer::Event{++last_id_, "start", own_category, Layer::dftracer, {pid_, shown(pid_)}, units(now), 0});
  if (style_.has_arguments) {
    event_pen_.argument("version", format_version);
    event_pen_.argument("exec_hash", Literal{json_hash(program)});
    event_pen_.argument("cmd_hash", Literal{json_hash(command)});
    event_pen_.argument("cwd", Literal{directory.hash});
    event_pen_.argument("date", local_time());
    event_pen_.argument("ppid", ::getppid());
  }
  event_pen_.end();
  if (style_.has_affinity) describe_affinity();
  describe_rank();
}

void DftracerLines::describe_affinity() {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  if (::sched_getaffinity(0, sizeof processors, &processors) != 0) return;
  std::vector<unsigned> numbers;
  for (unsigned i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &processors)) numbers.push_back(i);
  const std::string json = fmt::format("[{}]", fmt::join(numbers, ","));
  define("PR", "core_affinity", json, pid_);
}

// What those who start programs of MPI tell them.
void DftracerLines::describe_rank() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}) {
    const char* const rank = std::getenv(variable);
    if (!rank) continue;
    rank_ = rank;
    pen_.metadata({++last_id_, "PR", Layer::dftracer, {pid_, shown(pid_)}, "rank"}, rank);
    define("process_name", fmt::format("Rank {}", rank), "\"process_name\"", pid_);
    return;
  }
}

void DftracerLines::end(Ticks now, const Missing& missing, std::string_view path) {
  const auto tell = [&](std::string_view key, std::uint64_t count) {
    if (count != 0) pen_.metadata({++last_id_, "CM", Layer::c_app, {pid_, shown(pid_)}, key}, std::to_string(count));
  };
  tell("weft.lost_events", missing.lost);
  tell("weft.overwritten_events", missing.overwritten);
  tell("weft.unfinished_regions", missing.unfinished);
  tell("weft.left_out_arguments", left_out_);
  const std::int64_t records = last_id_;
  event_pen_.begin(
      dftracer::Event{++last_id_, "end", own_category, Layer::dftracer, {pid_, shown(pid_)}, units(now), 0});
  if (style_.has_arguments) {
    event_pen_.argument("num_events", records);
    facts_.path = path;
    if (style_.tell_at_end) style_.tell_at_end(event_pen_, facts_);
  }
  event_pen_.end();
  out_.put(']');
}

void DftracerLines::clear(bool is_kept) {
  out_.clear();
  if (!is_kept)
    for (const std::uint32_t file : newly_defined_) names_.file(file).is_defined = false;
  newly_defined_.clear();
}

void DftracerLines::add(ThreadState& thread, Bytes rows, bool may_wait) {
  Ticks last = 0;
  while (rows.size() >= sizeof(Row)) {
    Row row;
    std::memcpy(&row, rows.data(), sizeof row);
    add_row(thread, row, rows.data() + sizeof row);
    last = std::max(last, row.end);
    rows = rows.subspan(row.bytes);
  }
  if (style_.fold_nanoseconds == 0) return;
  put_folds(thread, may_wait && !thread.folds.has_many() ? interval(last) : all_intervals);
}

void DftracerLines::add_row(ThreadState& thread, const Row& row, const std::byte* arguments) {
  scratch_.resize(row.arguments);
  if (row.arguments != 0) std::memcpy(scratch_.data(), arguments, row.arguments * sizeof(RowArgument));
  const std::byte* const texts = arguments + row.arguments * sizeof(RowArgument);
  left_out_ += row.left_out;
  has_events_ = true;
  switch (row.kind) {
    case Row::Kind::enter:
      return thread.open.push_back({++last_id_, row.what, row.begin, scratch_});
    case Row::Kind::leave:
      return leave(thread, row);
    case Row::Kind::metric:
      return put_counter(thread, row);
    case Row::Kind::span:
      return put_span(thread, row, texts);
    case Row::Kind::metadata:
      return put_metadata(thread, row, texts);
  }
}

// Spans come when they end, so those inside come first: what they are in gets its id when the first of them asks.
std::int64_t DftracerLines::promised_id(ThreadState& thread, std::size_t level) {
  if (level == 0) return -1;
  if (thread.promised.size() <= level) thread.promised.resize(level + 1);
  // Whoever is further out began before.
  if (thread.promised[level] == 0)
    for (std::size_t outer = 1; outer <= level; ++outer)
      if (thread.promised[outer] == 0) thread.promised[outer] = ++last_id_;
  return thread.promised[level];
}

std::int64_t DftracerLines::id_of_span(ThreadState& thread, std::size_t level) {
  if (level < thread.promised.size() && thread.promised[level] != 0) return std::exchange(thread.promised[level], 0);
  return ++last_id_;
}

void DftracerLines::put_span(ThreadState& thread, const Row& row, const std::byte* texts) {
  define_files(thread, scratch_);
  if (fold(thread, {row.what, row.begin, row.end}, scratch_, texts)) {
    if (row.level < thread.promised.size()) thread.promised[row.level] = 0;
    return;
  }
  const bool has_level = row.level != 0 && style_.has_levels;
  const std::int64_t outer = has_level ? promised_id(thread, row.level - 1u) : -1;
  put_event(thread, has_level ? id_of_span(thread, row.level) : ++last_id_, row.what, row.begin, row.end);
  if (has_level && style_.has_arguments) {
    event_pen_.argument("level", row.level);
    event_pen_.argument("p_idx", outer);
  }
  if (style_.has_arguments) put_all(event_pen_, scratch_, texts);
  event_pen_.end();
}

// Application metadata is a key and a value, which is a text whatever it was; other kinds have fields of their own.
void DftracerLines::put_metadata(const ThreadState& thread, const Row& row, const std::byte* texts) {
  const std::string& kind = names_.text(row.what);
  dftracer::Metadata record{0, kind, Layer::c_app, {pid_, shown(thread.tid)}, std::nullopt};
  if (kind != "CM") {
    record.id = ++last_id_;
    pen_.begin(record);
    put_all(pen_, scratch_, texts);
    return pen_.end();
  }
  for (const RowArgument& argument : scratch_) {
    record.id = ++last_id_;
    record.name = names_.key(argument.key);
    if (argument.type == Type::none) {
      const auto size = static_cast<std::size_t>(argument.bits);
      pen_.metadata(record, std::string_view(reinterpret_cast<const char*>(texts), size));
      texts += padded(size);
    } else if (is_floating(argument.type)) {
      pen_.metadata(record, fmt::format("{}", TypedValue{argument.type, argument.bits}.as_double()));
    } else {
      pen_.metadata(record, fmt::format("{}", TypedValue{argument.type, argument.bits}.as_signed()));
    }
  }
}

// Regions inside that were not left end here as well.
void DftracerLines::leave(ThreadState& thread, const Row& row) {
  const auto match = std::find_if(
      thread.open.rbegin(), thread.open.rend(), [&](const Open& open) { return open.region == row.what; });
  if (match == thread.open.rend()) return void(++thread.unpaired);
  while (thread.open.back().region != row.what) finish_last(thread, row.end, {}), ++thread.closed;
  finish_last(thread, row.end, scratch_);
}

void DftracerLines::finish_last(ThreadState& thread, Ticks end, std::span<const RowArgument> more) {
  const Open& last = thread.open.back();
  define_files(thread, last.arguments);
  define_files(thread, more);
  if (style_.fold_nanoseconds != 0) {
    std::vector<RowArgument> all = last.arguments;
    all.insert(all.end(), more.begin(), more.end());
    if (fold(thread, {last.region, last.begin, end}, all, nullptr)) return thread.open.pop_back();
  }
  put_event(thread, last.id, last.region, last.begin, end);
  if (style_.has_arguments) {
    put_all(event_pen_, last.arguments, nullptr);
    put_all(event_pen_, more, nullptr);
  }
  event_pen_.end();
  thread.open.pop_back();
}

void DftracerLines::close(ThreadState& thread, Ticks now) {
  thread.closed += thread.open.size();
  while (!thread.open.empty()) finish_last(thread, now, {});
  put_folds(thread, all_intervals);
}

void DftracerLines::put_event(
    const ThreadState& thread, std::int64_t id, std::uint32_t region, Ticks begin, Ticks end) {
  const auto& [name, category] = names_.region(region);
  const std::uint64_t start = units(begin);
  const std::string_view known = category.empty() ? program_category : std::string_view(category);
  // From the rounded times, so that what is inside stays inside.
  event_pen_.begin(dftracer::Event{
      id, name, known, layer_of(known), {pid_, shown(thread.tid)}, start, std::max(units(end), start) - start});
  for (const auto& [known_category, layer] : layers)
    if (known == known_category) facts_.add(layer);
}

void DftracerLines::put_counter(const ThreadState& thread, const Row& row) {
  const std::vector<std::string>& members = names_.metric(row.what);
  pen_.begin(dftracer::Counter{members.empty() ? std::string_view() : members.front(), counter_category, Layer::c_app,
      {pid_, shown(thread.tid)}, units(row.begin)});
  for (std::size_t i = 0; i < std::min(members.size(), scratch_.size()); ++i) put(pen_, members[i], scratch_[i]);
  pen_.end();
}

// Whether it was folded.
bool DftracerLines::fold(
    ThreadState& thread, const Span& span, std::span<const RowArgument> arguments, const std::byte* texts) {
  if (style_.fold_nanoseconds == 0 || !is_wanted_folded(span, arguments, texts)) return false;
  const std::string& category = names_.region(span.what).category;
  DftracerFolds::Key key{interval(span.begin), span.what};
  std::vector<RowArgument> values;
  for (const RowArgument& argument : arguments) {
    const std::size_t bytes = argument.type == Type::none ? padded(argument.bits & ~is_json_bit) : 0;
    const ArgumentUse use = use_of(category, names_.key(argument.key), argument);
    if (use == ArgumentUse::value && is_number(argument.type)) {
      values.push_back(argument);
    } else if (use != ArgumentUse::ignored && style_.has_arguments) {
      key.arguments.push_back(argument);
      key.texts.insert(key.texts.end(), texts, texts + bytes);
    }
    texts += bytes;
  }
  DftracerFolds::Fold& fold = thread.folds[key];
  const std::uint64_t start = units(span.begin);
  DftracerFolds::add(fold, std::max(units(span.end), start) - start);
  for (const RowArgument& value : values) DftracerFolds::add(fold, value);
  return true;
}

bool DftracerLines::is_wanted_folded(const Span& span, std::span<const RowArgument> arguments, const std::byte* texts) {
  const auto& [name, category] = names_.region(span.what);
  if (category == own_category) return false;
  if (!style_.fold_rules) return true;
  return style_.fold_rules->wants(
      [&, &called = name, &of = category](std::string_view field) -> std::optional<std::string> {
        if (field == "cat") return of.empty() ? std::string(program_category) : of;
        if (field == "name") return called;
        if (field == "ts") return std::to_string(units(span.begin));
        if (field == "dur") return std::to_string(units(span.end) - units(span.begin));
        if (field == "app") return program_;
        if (field == "rank") return rank_;
        constexpr std::string_view tags = "tags.";
        if (!field.starts_with(tags)) return std::nullopt;
        const std::byte* text = texts;
        for (const RowArgument& argument : arguments) {
          const std::size_t bytes = argument.type == Type::none ? argument.bits & ~is_json_bit : 0;
          if (names_.key(argument.key) == field.substr(tags.size())) return shown(argument, text, bytes);
          text += padded(bytes);
        }
        return std::nullopt;
      });
}

// An argument as rules see it.
std::string DftracerLines::shown(const RowArgument& argument, const std::byte* text, std::size_t bytes) {
  const TypedValue value{argument.type, argument.bits};
  const auto id = static_cast<std::uint32_t>(argument.bits);
  if (argument.type == Type::none) return {reinterpret_cast<const char*>(text), bytes};
  if (argument.type == Type::string) return names_.text(id);
  if (argument.type == Type::io_file) return names_.file(id).path;
  return is_floating(argument.type) ? fmt::format("{}", value.as_double()) : fmt::format("{}", value.as_signed());
}

void DftracerLines::put_folds(ThreadState& thread, std::uint64_t before) {
  thread.folds.take_before(
      before, [&](const DftracerFolds::Key& key, const DftracerFolds::Fold& fold) { put_fold(thread, key, fold); });
}

// As version 2.0 writes them, but for a call's own argument `count`, which does not take the place of their number.
void DftracerLines::put_fold(
    const ThreadState& thread, const DftracerFolds::Key& key, const DftracerFolds::Fold& fold) {
  const auto& [name, category] = names_.region(key.what);
  const std::string_view known = category.empty() ? program_category : std::string_view(category);
  event_pen_.begin(dftracer::Counter{name, known, layer_of(known), {pid_, shown(thread.tid)},
      key.interval * style_.fold_nanoseconds / style_.unit_nanoseconds, true});
  const auto put_spread = [&](const std::string& of, const auto& spread) {
    event_pen_.argument(of + "_min", spread.low);
    event_pen_.argument(of + "_max", spread.high);
    event_pen_.argument(of + "_sum", spread.sum);
  };
  event_pen_.argument("count", fold.count);
  put_spread("dur", fold.duration);
  for (const DftracerFolds::Value& value : fold.values) {
    const std::string& of = names_.key(value.key);
    value.is_real ? put_spread(of, value.real) : put_spread(of, value.whole);
  }
  put_all(event_pen_, key.arguments, key.texts.data());
  event_pen_.end();
}

// Before the event that speaks of them.
void DftracerLines::define_files(const ThreadState& thread, std::span<const RowArgument> arguments) {
  for (const RowArgument& argument : arguments) {
    if (argument.type != Type::io_file) continue;
    const auto id = static_cast<std::uint32_t>(argument.bits);
    DftracerNames::File& file = names_.file(id);
    if (std::exchange(file.is_defined, true)) continue;
    newly_defined_.push_back(id);
    define("FH", file.path, file.hash, thread.tid);
  }
}

void DftracerLines::put_all(dftracer::LinePen& pen, std::span<const RowArgument> arguments, const std::byte* texts) {
  for (const RowArgument& argument : arguments) {
    std::string_view text;
    if (argument.type == Type::none) {
      text = {reinterpret_cast<const char*>(texts), static_cast<std::size_t>(argument.bits & ~is_json_bit)};
      texts += padded(text.size());
    }
    put(pen, names_.key(argument.key), argument, text);
  }
}

void DftracerLines::put(
    dftracer::LinePen& pen, std::string_view key, const RowArgument& argument, std::string_view inline_text) {
  const TypedValue value{argument.type, argument.bits};
  const auto id = static_cast<std::uint32_t>(argument.bits);
  bool is_there;
  if (argument.type == Type::none)
    is_there = (argument.bits & is_json_bit) != 0 ? pen.argument(key, Literal{inline_text})
                                                  : pen.argument(key, inline_text);
  else if (argument.type == Type::string)
    is_there = pen.argument(key, std::string_view(names_.text(id)));
  else if (argument.type == Type::io_file)
    is_there = pen.argument(key, Literal{names_.file(id).hash});
  else if (is_floating(argument.type))
    is_there = pen.argument(key, value.as_double());
  else if (is_signed(argument.type))
    is_there = pen.argument(key, value.as_signed());
  else
    is_there = pen.argument(key, argument.bits);
  if (!is_there) ++left_out_;
}

}  // namespace weft::recording
