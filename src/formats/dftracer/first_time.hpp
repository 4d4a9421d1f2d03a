// SPDX-License-Identifier: BSD-3-Clause
// When the first event of a trace began: that may be the last one in a file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "formats/dftracer/trace_index.hpp"

namespace weft::dftracer {

// In nanoseconds; 0 if there are no events. Files without an index are read. Damage is not reported: whoever reads them
// again does that.
std::uint64_t first_time(
    std::span<const std::string> files, std::span<const std::optional<TraceIndex>> indexes, std::size_t threads);

}  // namespace weft::dftracer
