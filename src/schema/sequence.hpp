// SPDX-License-Identifier: BSD-3-Clause
// Sequence: a counted list inside a record. It borrows its elements from an arena or from the caller; `Count` is the
// integer type the count has outside.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

namespace weft {

template <class T, class Count>
class Sequence : public std::span<const T> {
 public:
  using count_type = Count;
  using element = T;

  Sequence() = default;
  Sequence(std::span<const T> elements) : std::span<const T>(elements) {}
  Sequence(std::span<T> elements) : std::span<const T>(elements) {}
  Sequence(const std::vector<T>& elements) : std::span<const T>(elements) {}
  template <std::size_t N>
  Sequence(const T (&elements)[N]) : std::span<const T>(elements) {}
};

template <class T>
inline constexpr bool is_sequence = false;
template <class T, class Count>
inline constexpr bool is_sequence<Sequence<T, Count>> = true;

}  // namespace weft
