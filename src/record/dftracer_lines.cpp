// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_lines.hpp"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>

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

DftracerLines::DftracerLines(Dictionary& dictionary, std::uint64_t pid, const std::string& host, std::uint64_t epoch)
    : host_(host),
      host_hash_(json_hash(host)),
      pen_(out_, dftracer::Version::one, host_hash_),
      names_(dictionary),
      pid_(pid),
      epoch_(epoch) {}

void DftracerLines::define(std::string_view kind, std::string_view name, std::string_view json, std::uint64_t tid) {
  pen_.metadata({++last_id_, kind, Layer::dftracer, {pid_, tid}, name}, Literal{json});
}

void DftracerLines::begin(const std::vector<std::string>& command_line, Ticks now) {
  const std::string program = dftracer_program(command_line);
  const std::string command = fmt::format("{}", fmt::join(command_line, ";"));
  DftracerNames::File& directory = names_.directory(working_directory());
  out_.put("[\n");
  define("HH", host_, host_hash_, pid_);
  define("thread_name", std::to_string(pid_), "\"thread_name\"", pid_);
  define("SH", command, json_hash(command), pid_);
  define("SH", program, json_hash(program), pid_);
  define("FH", directory.path, directory.hash, pid_);
  directory.is_defined = true;
  pen_.begin(dftracer::Event{++last_id_, "start", own_category, Layer::dftracer, {pid_, pid_}, microseconds(now), 0});
  pen_.argument("version", format_version);
  pen_.argument("exec_hash", Literal{json_hash(program)});
  pen_.argument("cmd_hash", Literal{json_hash(command)});
  pen_.argument("cwd", Literal{directory.hash});
  pen_.argument("date", local_time());
  pen_.argument("ppid", ::getppid());
  pen_.end();
  describe_rank();
}

// What those who start programs of MPI tell them.
void DftracerLines::describe_rank() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}) {
    const char* const rank = std::getenv(variable);
    if (!rank) continue;
    pen_.metadata({++last_id_, "PR", Layer::dftracer, {pid_, pid_}, "rank"}, rank);
    pen_.metadata(
        {++last_id_, "process_name", Layer::dftracer, {pid_, pid_}, fmt::format("Rank {}", rank)}, "process_name");
    return;
  }
}

void DftracerLines::end(Ticks now, const Missing& missing) {
  const auto tell = [&](std::string_view key, std::uint64_t count) {
    if (count != 0) pen_.metadata({++last_id_, "CM", Layer::c_app, {pid_, pid_}, key}, std::to_string(count));
  };
  tell("weft.lost_events", missing.lost);
  tell("weft.overwritten_events", missing.overwritten);
  tell("weft.unfinished_regions", missing.unfinished);
  tell("weft.left_out_arguments", left_out_);
  const std::int64_t records = last_id_;
  pen_.begin(dftracer::Event{++last_id_, "end", own_category, Layer::dftracer, {pid_, pid_}, microseconds(now), 0});
  pen_.argument("num_events", records);
  pen_.end();
  out_.put(']');
}

void DftracerLines::clear(bool is_kept) {
  out_.clear();
  if (!is_kept)
    for (const std::uint32_t file : newly_defined_) names_.file(file).is_defined = false;
  newly_defined_.clear();
}

void DftracerLines::add(ThreadState& thread, Bytes rows) {
  while (rows.size() >= sizeof(Row)) {
    Row row;
    std::memcpy(&row, rows.data(), sizeof row);
    add_row(thread, row, rows.data() + sizeof row);
    rows = rows.subspan(row.bytes);
  }
}

void DftracerLines::add_row(ThreadState& thread, const Row& row, const std::byte* arguments) {
  scratch_.resize(row.arguments);
  if (row.arguments != 0) std::memcpy(scratch_.data(), arguments, row.arguments * sizeof(RowArgument));
  const std::byte* const texts = arguments + row.arguments * sizeof(RowArgument);
  switch (row.kind) {
    case Row::Kind::enter:
      return thread.open.push_back({++last_id_, row.what, row.begin, scratch_});
    case Row::Kind::leave:
      return leave(thread, row);
    case Row::Kind::metric:
      return put_counter(thread, row);
    case Row::Kind::span:
      define_files(thread, scratch_);
      put_event(thread, ++last_id_, row.what, row.begin, row.end);
      put_all(scratch_, texts);
      return pen_.end();
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
  put_event(thread, last.id, last.region, last.begin, end);
  put_all(last.arguments, nullptr);
  put_all(more, nullptr);
  pen_.end();
  thread.open.pop_back();
}

void DftracerLines::close(ThreadState& thread, Ticks now) {
  thread.closed += thread.open.size();
  while (!thread.open.empty()) finish_last(thread, now, {});
}

void DftracerLines::put_event(
    const ThreadState& thread, std::int64_t id, std::uint32_t region, Ticks begin, Ticks end) {
  const auto& [name, category] = names_.region(region);
  const std::uint64_t start = microseconds(begin);
  const std::string_view known = category.empty() ? program_category : std::string_view(category);
  // From the rounded times, so that what is inside stays inside.
  pen_.begin(dftracer::Event{
      id, name, known, layer_of(known), {pid_, thread.tid}, start, microseconds(std::max(begin, end)) - start});
}

void DftracerLines::put_counter(const ThreadState& thread, const Row& row) {
  const std::vector<std::string>& members = names_.metric(row.what);
  pen_.begin(dftracer::Counter{members.empty() ? std::string_view() : members.front(), counter_category, Layer::c_app,
      {pid_, thread.tid}, microseconds(row.begin)});
  for (std::size_t i = 0; i < std::min(members.size(), scratch_.size()); ++i) put(members[i], scratch_[i]);
  pen_.end();
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

void DftracerLines::put_all(std::span<const RowArgument> arguments, const std::byte* texts) {
  for (const RowArgument& argument : arguments) {
    std::string_view text;
    if (argument.type == Type::none) {
      text = {reinterpret_cast<const char*>(texts), static_cast<std::size_t>(argument.bits)};
      texts += padded(text.size());
    }
    put(names_.key(argument.key), argument, text);
  }
}

void DftracerLines::put(std::string_view key, const RowArgument& argument, std::string_view inline_text) {
  const TypedValue value{argument.type, argument.bits};
  const auto id = static_cast<std::uint32_t>(argument.bits);
  bool is_there;
  if (argument.type == Type::none)
    is_there = pen_.argument(key, inline_text);
  else if (argument.type == Type::string)
    is_there = pen_.argument(key, std::string_view(names_.text(id)));
  else if (argument.type == Type::io_file)
    is_there = pen_.argument(key, Literal{names_.file(id).hash});
  else if (is_floating(argument.type))
    is_there = pen_.argument(key, value.as_double());
  else if (is_signed(argument.type))
    is_there = pen_.argument(key, value.as_signed());
  else
    is_there = pen_.argument(key, argument.bits);
  if (!is_there) ++left_out_;
}

}  // namespace weft::recording
