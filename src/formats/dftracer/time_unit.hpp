// SPDX-License-Identifier: BSD-3-Clause
// In what a file counts time: microseconds, unless a record among its first says something else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

struct TimeUnit {
  std::string_view name;
  std::uint64_t nanoseconds;
};
inline constexpr std::uint64_t usual_unit = 1000;
inline constexpr TimeUnit time_units[] = {{"NS", 1}, {"US", usual_unit}, {"MS", 1'000'000}, {"SEC", 1'000'000'000}};

inline constexpr std::string_view unit_record = "CM";
inline constexpr std::string_view unit_argument = "time_metric";

// Whether this is the record that says it.
inline bool tells_unit(const Record& record) {
  const Value* const name = record.name == unit_record ? record.find("name") : nullptr;
  return record.phase == Phase::metadata && name && name->text == unit_argument;
}
inline std::optional<std::uint64_t> unit_told_by(const Record& record) {
  const Value* const value = tells_unit(record) ? record.find("value") : nullptr;
  if (!value) return std::nullopt;
  const auto* const unit = std::ranges::find(time_units, value->text, &TimeUnit::name);
  return unit == std::end(time_units) ? std::nullopt : std::optional(unit->nanoseconds);
}

}  // namespace weft::dftracer
