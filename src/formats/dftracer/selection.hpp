// SPDX-License-Identifier: BSD-3-Clause
// Selection: which records of a trace are asked for, by time and category. Some cannot be left out: metadata, begins
// and ends, which need one another, and whatever has no time.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

// Nanoseconds; both ends are in it.
struct Times {
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;

  bool overlaps(const Times& other) const { return first <= other.last && other.first <= last; }
  void add(const Times& other) {
    first = other.first < first ? other.first : first;
    last = other.last > last ? other.last : last;
  }
};

// When a record took place, if that can be said. `unit` is what its file counts in, in nanoseconds.
std::optional<Times> times_of(const Record& record, std::uint64_t unit);

// Whether it may be left out, as metadata may not.
inline bool can_be_left_out(const Record& record) {
  switch (record.phase) {
    case Phase::metadata:
    case Phase::begin:
    case Phase::end:
    case Phase::async_begin:
    case Phase::async_end:
      return false;
    default:
      return true;
  }
}

struct Selection {
  std::optional<Times> window;                    // records that overlap it
  std::set<std::string, std::less<>> categories;  // all, if there are none

  bool is_everything() const { return !window && categories.empty(); }
  bool wants(const Record& record, std::uint64_t unit) const;
  // As it stands in a line, with its escapes.
  bool wants_category(std::string_view category) const;
};

}  // namespace weft::dftracer
