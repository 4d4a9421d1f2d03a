// SPDX-License-Identifier: BSD-3-Clause
// Losses: what the export of one location could not carry, or told in other words, counted without a lock.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/event_types.hpp"
#include "model/loss_report.hpp"

namespace weft::exports {

struct Losses {
  std::array<std::uint64_t, EventTypes::size> kinds{};
  std::uint64_t attributes = 0;
  std::uint64_t unwind_distances = 0;  // of calls
  std::uint64_t cut_times = 0;         // below a nanosecond
  std::uint64_t far_times = 0;         // beyond what 63 bits of nanoseconds hold
  std::uint64_t early_times = 0;       // before the first tick, where times have no sign
  std::uint64_t backward_times = 0;    // before the event before
  std::uint64_t unmatched_leaves = 0;  // of what was not entered last
  std::uint64_t open_regions = 0;
  std::uint64_t open_operations = 0;
  std::uint64_t crowded_operations = 0;  // more at a time than anybody could look at
  std::uint64_t unmatched_ends = 0;      // of operations that did not begin
  std::uint64_t unpaired_messages = 0;   // whose other side cannot be known
  std::uint64_t strange_values = 0;      // of metrics: no numbers
  std::uint64_t large_values = 0;        // of metrics: only as real numbers
  std::uint64_t changed_names = 0;       // characters that the target has no place for
  std::uint64_t deep_frames = 0;         // deeper than stacks are told

  void lose(Kind kind) { ++kinds[static_cast<std::size_t>(kind)]; }
  // `target` names the format in sentences.
  void tell(std::string_view target, LossReport& report) const;
};

}  // namespace weft::exports
