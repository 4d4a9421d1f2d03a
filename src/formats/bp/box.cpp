// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/box.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "formats/bp/elements.hpp"

namespace weft::bp {

Box::Box(std::span<const std::uint64_t> starts, std::span<const std::uint64_t> counts) : rank(counts.size()) {
  WEFT_CHECK(starts.size() == counts.size() && rank <= most_dimensions);
  std::ranges::copy(starts, start.begin());
  std::ranges::copy(counts, count.begin());
}

std::optional<std::uint64_t> Box::elements() const {
  std::uint64_t product = 1;
  bool has_overflown = false;
  for (std::size_t d = 0; d < rank; ++d) {
    if (count[d] == 0) return 0;
    has_overflown = __builtin_mul_overflow(product, count[d], &product) || has_overflown;
  }
  return has_overflown ? std::nullopt : std::optional(product);
}

bool Box::contains(const Box& other) const {
  if (rank != other.rank) return false;
  for (std::size_t d = 0; d < rank; ++d) {
    const bool begins_inside = other.start[d] >= start[d] && other.start[d] - start[d] <= count[d];
    if (!begins_inside || other.count[d] > count[d] - (other.start[d] - start[d])) return false;
  }
  return true;
}

bool Box::contains(std::span<const std::uint64_t> coordinates) const {
  for (std::size_t i = 0; i < rank; ++i)
    if (coordinates[i] < start[i] || coordinates[i] - start[i] >= count[i]) return false;
  return true;
}

std::optional<Box> intersection(const Box& a, const Box& b) {
  Box both;
  both.rank = a.rank;
  for (std::size_t d = 0; d < a.rank; ++d) {
    // Ends may lie beyond what 64 bits count; distances from the later start do not.
    const std::uint64_t start = std::max(a.start[d], b.start[d]);
    if (start - a.start[d] >= a.count[d] || start - b.start[d] >= b.count[d]) return std::nullopt;
    both.start[d] = start;
    both.count[d] = std::min(a.count[d] - (start - a.start[d]), b.count[d] - (start - b.start[d]));
  }
  return both;
}

std::uint64_t place_in(const Box& box, std::span<const std::uint64_t> coordinates) {
  std::uint64_t place = 0;
  for (std::size_t d = 0; d < box.rank; ++d) place = place * box.count[d] + (coordinates[d] - box.start[d]);
  return place;
}

void copy_box(const std::byte* from, const Box& box, std::byte* to, const Box& target, const Box& part,
    const ElementLayout& element) {
  const std::size_t rank = part.rank;
  // The fastest dimensions that are whole in both make one run with the next slower one.
  std::size_t outer = rank;
  std::uint64_t run = 1;
  while (outer > 0) {
    --outer;
    run *= part.count[outer];
    if (part.count[outer] != box.count[outer] || part.count[outer] != target.count[outer]) break;
  }
  std::array<std::uint64_t, most_dimensions> at = part.start;
  const auto coordinates = std::span(at).first(rank);
  const std::size_t run_bytes = static_cast<std::size_t>(run) * element.bytes;
  while (true) {
    copy_elements(to + place_in(target, coordinates) * element.bytes, from + place_in(box, coordinates) * element.bytes,
        run_bytes, element.unit, element.order);
    std::size_t d = outer;
    for (; d > 0; --d) {
      if (++at[d - 1] - part.start[d - 1] < part.count[d - 1]) break;
      at[d - 1] = part.start[d - 1];
    }
    if (d == 0) return;
  }
}

}  // namespace weft::bp
