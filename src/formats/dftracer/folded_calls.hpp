// SPDX-License-Identifier: BSD-3-Clause
// What an aggregate says of the calls that it folds together: how many there were, and sums over them.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/dftracer/io_calls.hpp"
#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

// Version 1 has no phase of their own for aggregates of calls: they are counters that tell durations.
bool is_folded(const Record& record);

struct FoldedCalls {
  std::uint64_t calls = 0;
  std::uint64_t duration = 0;  // of all together, in the unit of the line
  // That they moved together. A call that failed takes its -1 from the sum; nothing if it cannot be told.
  std::optional<std::uint64_t> bytes = {};
  bool none_failed = true;
};

// Nothing if the record does not say how many there were, or how long they took.
std::optional<FoldedCalls> folded_calls(const Record& record, BytesIn told_in);

}  // namespace weft::dftracer
