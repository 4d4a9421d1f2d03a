// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/selection.hpp"

namespace weft::dftracer {

std::optional<Times> times_of(const Record& record, std::uint64_t unit) {
  if (!record.has(Record::has_time)) return std::nullopt;
  const auto begin = record.time.nanoseconds(unit);
  const auto length = record.duration.nanoseconds(unit);
  if (!begin || !length) return std::nullopt;
  return Times{*begin, *begin + *length};
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
