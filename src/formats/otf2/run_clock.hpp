// SPDX-License-Identifier: BSD-3-Clause
// RunClock: the clocks of the processes of a run, and how their ticks become those of one clock. Processes whose clocks
// have the same name share a clock; others are related through the time of day each of them noted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/otf2/local_definitions.hpp"
#include "model/definitions.hpp"

namespace weft::otf2 {

inline constexpr std::string_view clock_property = "weft.clock";

// The clock a process had.
struct ProcessClock {
  std::string name;
  def::ClockProperties properties;
};

// Of the definitions of a process; nothing if they were lost.
std::optional<ProcessClock> clock_of(const Definitions& process);

class RunClock {
 public:
  // In order of process numbers: the clock of the first is that of the trace.
  void add(const ProcessClock& clock);

  // When all are added: how ticks of a clock, in [first, last], are corrected. Nothing if they are right as they are.
  std::vector<ClockOffset> offsets(const std::string& name, Ticks first, Ticks last) const;

  // Whether a clock tells the time of day, without which it cannot be related to another.
  bool is_related(const std::string& name) const;

  // Of the trace, whose events lie in [first, last] once corrected.
  def::ClockProperties properties(Ticks first, Ticks last) const;

 private:
  struct Clock {
    def::ClockProperties properties;  // of the first process that has it, with the resolution that is known best
    std::uint64_t measured = 0;       // ticks over which that was measured
    Ticks first = 0;                  // of all processes that have it
  };
  long double global(const Clock& clock, Ticks time) const;
  std::uint64_t shift() const;

  std::map<std::string, Clock> clocks_;
  std::string reference_;
};

}  // namespace weft::otf2
