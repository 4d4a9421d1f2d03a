// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/run_clock.hpp"

#include <algorithm>
#include <cmath>

namespace weft::otf2 {

namespace {

constexpr long double nanoseconds = 1e9L;
constexpr std::uint64_t unknown_time = ~std::uint64_t{0};

long double difference(std::uint64_t a, std::uint64_t b) {
  return a >= b ? static_cast<long double>(a - b) : -static_cast<long double>(b - a);
}

// Nonsense in a file must not become undefined behaviour here.
std::int64_t rounded(long double value) {
  constexpr long double limit = 9.2e18L;
  return static_cast<std::int64_t>(std::rint(std::clamp(value, -limit, limit)));
}

std::string_view clock_name(const Definitions& process) {
  for (const def::LocationGroupProperty& property : process.all<def::LocationGroupProperty>())
    if (process.text(property.name) == clock_property && property.value.type == Type::string)
      return process.text({static_cast<std::uint32_t>(property.value.bits)});
  return {};
}

}  // namespace

std::optional<ProcessClock> clock_of(const Definitions& process) {
  const def::ClockProperties* properties = process.clock();
  // Ticks without a rate say nothing.
  if (!properties || properties->timer_resolution == 0) return std::nullopt;
  ProcessClock clock{std::string(clock_name(process)), *properties};
  if (clock.properties.trace_length == unknown_time) clock.properties.trace_length = 0;
  return clock;
}

void RunClock::add(const ProcessClock& added) {
  if (clocks_.empty()) reference_ = added.name;
  const auto [place, is_new] = clocks_.try_emplace(added.name);
  Clock& clock = place->second;
  const def::ClockProperties& properties = added.properties;
  if (is_new) clock = {properties, properties.trace_length, properties.global_offset};
  clock.first = std::min(clock.first, properties.global_offset);
  if (properties.trace_length <= clock.measured) return;
  clock.properties.timer_resolution = properties.timer_resolution;
  clock.measured = properties.trace_length;
}

bool RunClock::is_related(const std::string& name) const {
  if (name == reference_) return true;
  const auto found = clocks_.find(name);
  return found != clocks_.end() && found->second.properties.realtime_timestamp != unknown_time &&
         clocks_.at(reference_).properties.realtime_timestamp != unknown_time;
}

// A tick as the clock of the trace would have counted it; it may not have been running yet.
long double RunClock::global(const Clock& clock, Ticks time) const {
  const def::ClockProperties& from = clock.properties;
  const def::ClockProperties& to = clocks_.at(reference_).properties;
  if (&from == &to) return static_cast<long double>(time);
  const long double seconds = difference(from.realtime_timestamp, to.realtime_timestamp) / nanoseconds +
                              difference(time, from.global_offset) / static_cast<long double>(from.timer_resolution);
  return static_cast<long double>(to.global_offset) + seconds * static_cast<long double>(to.timer_resolution);
}

// What all ticks are moved by, so that none is negative.
std::uint64_t RunClock::shift() const {
  long double earliest = 0;
  for (const auto& [name, clock] : clocks_)
    if (is_related(name)) earliest = std::min(earliest, global(clock, clock.first));
  return static_cast<std::uint64_t>(rounded(std::ceil(-earliest)));
}

std::vector<ClockOffset> RunClock::offsets(const std::string& name, Ticks first, Ticks last) const {
  const auto found = clocks_.find(name);
  const std::uint64_t shifted = shift();
  const bool is_foreign = found != clocks_.end() && name != reference_ && is_related(name);
  if (!is_foreign && shifted == 0) return {};
  // The straight line through both holds for all times; a second at least makes it steady.
  const Ticks least = is_foreign ? found->second.properties.timer_resolution : 1;
  const Ticks end = std::max(last, first + least);
  const auto offset = [&](Ticks time) {
    const long double off = is_foreign ? global(found->second, time) - static_cast<long double>(time) : 0;
    return ClockOffset{{time}, rounded(off + static_cast<long double>(shifted)), 0};
  };
  return {offset(first), offset(end)};
}

def::ClockProperties RunClock::properties(Ticks first, Ticks last) const {
  if (clocks_.empty()) return {1'000'000'000, first, last - first, unknown_time};
  def::ClockProperties result = clocks_.at(reference_).properties;
  const long double since = difference(first, result.global_offset + shift());
  if (result.realtime_timestamp != unknown_time)
    result.realtime_timestamp += static_cast<std::uint64_t>(
        rounded(since * nanoseconds / static_cast<long double>(result.timer_resolution)));
  result.global_offset = first;
  result.trace_length = last - first;
  return result;
}

}  // namespace weft::otf2
