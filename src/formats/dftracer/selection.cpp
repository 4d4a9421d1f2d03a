// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/selection.hpp"

namespace weft::dftracer {

std::optional<Times> times_of(const Record& record, std::uint64_t unit) {
  if (!record.has(Record::has_time)) return std::nullopt;
  const auto in_nanoseconds = [unit](const Time& time, std::uint64_t& sum) {
    std::uint64_t whole = 0;
    return !__builtin_mul_overflow(time.units, unit, &whole) && !__builtin_add_overflow(sum, whole, &sum) &&
           !__builtin_add_overflow(sum, time.thousandths * unit / 1000, &sum);
  };
  Times times{0, 0};
  if (!in_nanoseconds(record.time, times.first)) return std::nullopt;
  times.last = times.first;
  if (!in_nanoseconds(record.duration, times.last)) return std::nullopt;
  return times;
}

bool Selection::wants_category(std::string_view category) const {
  if (categories.empty()) return true;
  if (category.find('\\') == std::string_view::npos) return categories.contains(category);
  std::string plain;
  append_unescaped(category, plain);
  return categories.contains(plain);
}

bool Selection::wants(const Record& record, std::uint64_t unit) const {
  if (!can_be_left_out(record)) return true;
  const auto times = times_of(record, unit);
  if (!times) return true;
  return (!window || window->overlaps(*times)) && wants_category(record.category);
}

}  // namespace weft::dftracer
