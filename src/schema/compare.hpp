// SPDX-License-Identifier: BSD-3-Clause
// Walks that treat records as values: compare them, and copy what they borrow into an arena.
#pragma once

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "base/arena.hpp"
#include "schema/schema.hpp"

namespace weft {

// Whether two records hold the same content, lists and texts included.
template <Record R>
bool same(const R& a, const R& b) {
  bool equal = true;
  R::schema.each([&](const auto& f) {
    const auto& x = a.*f.member;
    const auto& y = b.*f.member;
    if constexpr (is_sequence<std::remove_cvref_t<decltype(x)>>)
      equal = equal && std::ranges::equal(x, y);
    else
      equal = equal && x == y;
  });
  return equal;
}

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
  });
  return copy;
}

}  // namespace weft
