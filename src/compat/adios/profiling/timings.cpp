// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/profiling/timings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "base/byte_sink.hpp"
#include "base/cursor.hpp"

namespace weft::adios {

namespace {

struct Row {
  std::string_view name;
  Time (*value)(const Output&);
};

constexpr Row rows[] = {
    {"Open", [](const Output& o) { return o.open.spent; }},
    {"Open start", [](const Output& o) { return o.open.start; }},
    {"Open end", [](const Output& o) { return o.open.end; }},
    {"Write", [](const Output& o) { return o.write.spent; }},
    {"Write start", [](const Output& o) { return o.write.start; }},
    {"Write end", [](const Output& o) { return o.write.end; }},
    {"Close", [](const Output& o) { return o.close.spent; }},
    {"Close start", [](const Output& o) { return o.close.start; }},
    {"Close end", [](const Output& o) { return o.close.end; }},
    {"Total", [](const Output& o) { return o.total(); }},
};

// With six decimals.
std::string seconds(Time time) {
  const Time microseconds = (time + 500) / 1000;
  return fmt::format("{}.{:06}", microseconds / 1'000'000, microseconds % 1'000'000);
}

// The fourth column is called "var" and holds the standard deviation, as in the logs people have.
std::string statistics_of(const std::vector<const Output*>& outputs, const Row& row) {
  std::vector<Time> times;
  for (const Output* const output : outputs) times.push_back(row.value(*output));
  const auto [least, most] = std::ranges::minmax(times);
  // Above the least: a double cannot tell microseconds of this century apart.
  double sum = 0, squares = 0;
  for (const Time time : times) {
    const auto above = static_cast<double>(time - least);
    sum += above;
    squares += above * above;
  }
  const double mean = sum / static_cast<double>(times.size());
  const double variance = std::max(squares / static_cast<double>(times.size()) - mean * mean, 0.0);
  return fmt::format("{}   {}   {}   {:.6f}", seconds(least), seconds(most), seconds(least + std::llround(mean)),
      std::sqrt(variance) / 1e9);
}

void put_line(std::string& log, std::string_view name, const auto& value) {
  log += fmt::format("{:<16}: {}\n", name, value);
}

void put(ByteSink& sink, const Stretch& stretch) {
  for (const Time time : {stretch.start, stretch.end, stretch.spent}) sink.put(static_cast<std::uint64_t>(time));
}

Stretch stretch_from(Cursor& in) {
  Stretch stretch;
  for (Time* const time : {&stretch.start, &stretch.end, &stretch.spent})
    *time = static_cast<Time>(in.get<std::uint64_t>());
  return stretch;
}

}  // namespace

void Stretch::add(Time from, Time to) {
  if (start == 0) start = from;
  end = to;
  spent += to - from;
}

GroupTimings& Timings::group(std::string_view name) {
  const auto found = std::ranges::find(groups_, name, &GroupTimings::name);
  return found != groups_.end() ? *found : groups_.emplace_back(GroupTimings{std::string(name), {}});
}

std::vector<std::byte> Timings::packed() const {
  ByteSink sink(ByteOrder::little);
  for (const GroupTimings& group : groups_) {
    sink.put(static_cast<std::uint32_t>(group.name.size()));
    sink.put(std::string_view(group.name));
    sink.put(static_cast<std::uint64_t>(group.outputs.size()));
    for (const Output& output : group.outputs) {
      sink.put(static_cast<std::uint32_t>(output.cycle));
      put(sink, output.open), put(sink, output.write), put(sink, output.close);
    }
  }
  return std::move(sink).take();
}

Timings Timings::unpacked(Bytes packed) {
  Timings timings;
  Cursor in(packed, ByteOrder::little);
  while (!in.at_end()) {
    GroupTimings& group = timings.group(in.text(in.get<std::uint32_t>()));
    for (std::uint64_t left = in.get<std::uint64_t>(); left > 0 && !in.failed(); --left) {
      Output output;
      output.cycle = static_cast<std::int32_t>(in.get<std::uint32_t>());
      output.open = stretch_from(in);
      output.write = stretch_from(in);
      output.close = stretch_from(in);
      if (!in.failed()) group.outputs.push_back(output);
    }
  }
  return timings;
}

std::string Timings::log(const std::vector<Timings>& processes, std::string_view date) {
  std::vector<std::string_view> names;
  for (const Timings& process : processes)
    for (const GroupTimings& group : process.groups_)
      if (std::ranges::find(names, group.name) == names.end()) names.push_back(group.name);
  std::string log;
  for (const std::string_view name : names) {
    log += fmt::format("{}\nI/O Timing results\n", date);
    if (names.size() > 1) put_line(log, "group", name);
    put_line(log, "Operations", "min   max   mean   var");
    for (std::size_t count = 0;; ++count) {
      std::vector<const Output*> outputs;  // of the processes that had so many
      for (const Timings& process : processes) {
        const auto group = std::ranges::find(process.groups_, name, &GroupTimings::name);
        if (group != process.groups_.end() && count < group->outputs.size()) outputs.push_back(&group->outputs[count]);
      }
      if (outputs.empty()) break;
      put_line(log, "cycle no", outputs.front()->cycle);
      put_line(log, "io count", count);
      for (const Row& row : rows) put_line(log, fmt::format("# {}", row.name), statistics_of(outputs, row));
    }
  }
  return log;
}

Time now() {
  // That of the system when the first one asks; from there on without its leaps.
  static const auto zero = std::chrono::system_clock::now().time_since_epoch() -
                           std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(zero + std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string date_of(Time time) {
  const std::time_t seconds = time / 1'000'000'000;
  std::tm local{};
  ::localtime_r(&seconds, &local);
  char text[64];
  return {text, std::strftime(text, sizeof text, "%a %b %e %H:%M:%S %Z %Y", &local)};
}

}  // namespace weft::adios
