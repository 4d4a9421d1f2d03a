// SPDX-License-Identifier: BSD-3-Clause
// Boxes of array elements, slowest dimension first, and copying what two of them have in common.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.hpp"
#include "formats/bp/types.hpp"

namespace weft::bp {

struct Box {
  std::size_t rank = 0;
  std::array<std::uint64_t, most_dimensions> start{};
  std::array<std::uint64_t, most_dimensions> count{};

  Box() = default;
  Box(std::span<const std::uint64_t> starts, std::span<const std::uint64_t> counts);

  // Nothing if there are more than 64 bits can count.
  std::optional<std::uint64_t> elements() const;
  bool contains(const Box& other) const;
  bool contains(std::span<const std::uint64_t> coordinates) const;  // as many as it has dimensions
};

// What both hold; nothing if they have no element in common.
std::optional<Box> intersection(const Box& a, const Box& b);

// How elements lie in a file.
struct ElementLayout {
  std::size_t bytes = 1;
  std::size_t unit = 1;  // what is swapped as one
  ByteOrder order = ByteOrder::little;
};

// Copies `part` of the elements of `from`, which lie in `box`, to `to`, which is laid out as `target`. `part` lies in
// both.
void copy_box(const std::byte* from, const Box& box, std::byte* to, const Box& target, const Box& part,
    const ElementLayout& element);

// Where the element at `coordinates` lies in a box, in elements.
std::uint64_t place_in(const Box& box, std::span<const std::uint64_t> coordinates);

}  // namespace weft::bp
