// SPDX-License-Identifier: BSD-3-Clause
// Walks that treat records as values: compare them, and copy what they borrow into an arena.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "base/arena.hpp"
#include "schema/schema.hpp"

namespace weft {

namespace detail {

template <class T>
bool same_value(const T& x, const T& y);

}  // namespace detail

// Whether two records hold the same content, lists and texts included; numbers are compared by their bits.
template <Record R>
bool same(const R& a, const R& b) {
  bool equal = true;
  R::schema.each([&](const auto& f) { equal = equal && detail::same_value(a.*f.member, b.*f.member); });
  return equal;
}

namespace detail {

template <class T>
bool same_value(const T& x, const T& y) {
  if constexpr (is_sequence<T>)
    return std::ranges::equal(x, y);
  else if constexpr (Record<T>)
    return same(x, y);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  else
    return x == y;
}

}  // namespace detail

// The same record with its texts and lists owned by `arena`.
template <Record R>
R kept(const R& from, Arena& arena) {
  R copy = from;
  R::schema.each([&](const auto& f) {
    auto& value = copy.*f.member;
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::string_view>)
      value = arena.copy(value);
    else if constexpr (is_sequence<Value>)
      value = Value(arena.copy(std::span<const typename Value::element>(value)));
    else if constexpr (Record<Value>)
      value = kept(value, arena);
    else if constexpr (requires { value.entries; })
      value.entries = arena.copy(value.entries);
  });
  return copy;
}

}  // namespace weft
