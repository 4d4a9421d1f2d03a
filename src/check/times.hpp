// SPDX-License-Identifier: BSD-3-Clause
// Rules on time: the clock is described, and events lie in order within the interval it announces.
#pragma once

#include "check/findings.hpp"
#include "model/batch.hpp"

namespace weft::check {

inline constexpr Rule clock_properties{"clock-properties",
    "The clock is not described, described twice, or does not tick.",
    "Without ticks per second times mean nothing; tools will guess or refuse."};
inline constexpr Rule time_backwards{"time-backwards",
    "An event is earlier than the one before it on the same location.",
    "Clocks were wrong, or their correction is; durations across this event are wrong."};
inline constexpr Rule time_range{"time-range", "An event lies outside the interval the clock properties announce.",
    "Timelines that trust the interval will cut it off; 'weft repair' writes the right one."};
inline constexpr Rule flush_time{"flush-time", "A buffer flush stops before it starts.", "Its stop time is wrong."};

inline constexpr Rule time_rules[] = {clock_properties, time_backwards, time_range, flush_time};

void check_clock(const Definitions& definitions, Findings& findings);

// The times of one location, in the order of its events.
class Times {
 public:
  Times(const Definitions& definitions, Findings& findings);

  void add(const EventBatch& batch);
  void see(const evt::BufferFlush& e, const Place& at);

 private:
  void report(const EventBatch& batch);

  Findings& findings_;
  Ticks first_allowed_ = 0;
  Ticks last_allowed_ = ~Ticks{0};
  Ticks last_ = 0;
};

}  // namespace weft::check
