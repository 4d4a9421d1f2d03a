// SPDX-License-Identifier: BSD-3-Clause
// Numbers, times and warnings as people read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/report.hpp"
#include "model/trace.hpp"

namespace weft::cli {

// "1.5 MB"
std::string human_bytes(std::uint64_t bytes);
// "1,234,567"
std::string human_count(std::uint64_t count);
// "1 process", "1,234 processes"
std::string human_count(std::uint64_t count, std::string_view one, std::string_view many);
// "12.345 s", "3.2 ms", "17 ns"; ticks when the clock is not known.
std::string human_time(double ticks, std::uint64_t ticks_per_second);
// Nanoseconds of "1.5s", "20ms", "7us", "300ns".
std::optional<double> parse_duration(std::string_view text);
// "2024-05-01 12:00:00 UTC"
std::string human_date(std::uint64_t nanoseconds_since_1970);

// One line on stderr per rule, when a trace could be read only in part.
void warn(const Report& report);

}  // namespace weft::cli
