// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/local_definitions.hpp"

#include <cmath>

namespace weft::otf2 {

static_assert(mapping_of(Type::string) == MappingType::string && mapping_of(Type::comm) == MappingType::comm &&
              mapping_of(Type::location_group) == MappingType::location_group);

namespace {

// Offsets may be nonsense; wrapping is what adding them to a time does anyway.
std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t wrapping_subtract(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

std::int64_t to_ticks(double value) {
  constexpr double limit = 9223372036854775807.0;
  if (!(value > -limit)) return std::numeric_limits<std::int64_t>::min();
  if (value >= limit) return std::numeric_limits<std::int64_t>::min();  // as the conversion instruction answers
  return static_cast<std::int64_t>(value);
}

}  // namespace

bool ClockCorrection::add(const ClockOffset& next) {
  if (!last_) {
    last_ = next;
    return true;
  }
  const Ticks t0 = last_->time.value;
  const Ticks t1 = next.time.value;
  if (t1 <= t0) {
    last_.reset();
    return false;
  }
  const auto rise = static_cast<double>(wrapping_subtract(next.offset, last_->offset));
  intervals_.push_back({t0, t1, last_->offset, rise / static_cast<double>(t1 - t0)});
  last_ = next;
  return true;
}

Ticks ClockCorrection::correct(Ticks time) {
  while (current_ + 1 < intervals_.size() && time > intervals_[current_].end) ++current_;
  const Interval& in = intervals_[current_];
  const double since = time >= in.begin ? static_cast<double>(time - in.begin) : -static_cast<double>(in.begin - time);
  return time + static_cast<Ticks>(wrapping_add(in.offset, to_ticks(std::rint(in.slope * since))));
}

bool LocalDefinitions::add(const MappingTable& table) {
  const auto type = static_cast<std::size_t>(table.mapping_type);
  if (type >= maps.size()) return true;
  if (maps[type]) return false;
  maps[type] = IdMap{table.id_map.mode, arena.copy(table.id_map.entries)};
  return true;
}

TypedValue LocalDefinitions::global(const TypedValue& value) const {
  const auto type = mapping_of(value.type);
  if (!type) return value;
  const std::uint64_t mapped = global(type, value.bits);
  return {value.type, value.type == Type::location ? mapped : static_cast<std::uint32_t>(mapped)};
}

}  // namespace weft::otf2
