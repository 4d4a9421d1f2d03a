// SPDX-License-Identifier: BSD-3-Clause
#include "check/times.hpp"

#include <algorithm>

namespace weft::check {

void check_clock(const Definitions& definitions, Findings& findings) {
  const auto& clocks = definitions.all<def::ClockProperties>();
  if (clocks.size() == 0) findings.add(clock_properties, [] { return "there is no ClockProperties definition"; });
  if (clocks.size() > 1)
    findings.add(
        clock_properties, [&] { return fmt::format("there are {} ClockProperties definitions", clocks.size()); });
  for (const def::ClockProperties& clock : clocks)
    if (clock.timer_resolution == 0) findings.add(clock_properties, [] { return "the clock has 0 ticks per second"; });
}

Times::Times(const Definitions& definitions, Findings& findings) : findings_(findings) {
  const def::ClockProperties* clock = definitions.clock();
  if (!clock) return;
  first_allowed_ = clock->global_offset;
  // An end beyond what fits into a time stamp bounds nothing.
  if (clock->trace_length <= ~Ticks{0} - clock->global_offset)
    last_allowed_ = clock->global_offset + clock->trace_length;
}

void Times::add(const EventBatch& batch) {
  // Two questions about the whole batch, without branches; who did it is asked only if the answer is bad.
  bool backwards = false;
  Ticks least = ~Ticks{0};
  Ticks greatest = 0;
  Ticks last = last_;
  for (const Ticks time : batch.time) {
    backwards |= time < last;
    least = std::min(least, time);
    greatest = std::max(greatest, time);
    last = time;
  }
  if (backwards || least < first_allowed_ || greatest > last_allowed_) report(batch);
  last_ = last;
}

void Times::report(const EventBatch& batch) {
  Ticks last = last_;
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const Place at{batch.time[row], batch.first_event + row + 1};
    if (at.time < last)
      findings_.add(time_backwards, at,
          [&] { return fmt::format("time {} is {} ticks before the event before it", at.time, last - at.time); });
    if (at.time < first_allowed_)
      findings_.add(time_range, at,
          [&] { return fmt::format("time {} is before the beginning of the trace, {}", at.time, first_allowed_); });
    if (at.time > last_allowed_)
      findings_.add(time_range, at,
          [&] { return fmt::format("time {} is after the end of the trace, {}", at.time, last_allowed_); });
    last = at.time;
  }
}

void Times::see(const evt::BufferFlush& e, const Place& at) {
  if (e.stop_time.value < at.time)
    findings_.add(flush_time, at,
        [&] { return fmt::format("a buffer flush begins at {} and stops at {}", at.time, e.stop_time.value); });
}

}  // namespace weft::check
