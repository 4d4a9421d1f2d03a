// SPDX-License-Identifier: BSD-3-Clause
// Whether two records hold the same content, bit for bit: NaN equals itself, and -0.0 is not 0.0.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <type_traits>

#include "model/values.hpp"
#include "schema/any_record.hpp"

namespace weft::contract {

template <Record R>
bool equal(const R& a, const R& b) {
  bool result = true;
  R::schema.each([&](const auto& f) {
    const auto& x = a.*f.member;
    const auto& y = b.*f.member;
    using Value = std::remove_cvref_t<decltype(x)>;
    if constexpr (std::is_same_v<Value, double>) result = result && std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    else if constexpr (Record<Value>) result = result && equal(x, y);
    else if constexpr (is_sequence<Value>) result = result && std::ranges::equal(x, y);
    else result = result && x == y;
  });
  return result;
}

template <class List>
bool equal(const AnyRecord<List>& a, const AnyRecord<List>& b) {
  if (a.index() != b.index()) return false;
  return a.visit([&](const auto& record) { return equal(record, b.template as<std::remove_cvref_t<decltype(record)>>()); });
}

inline bool equal(std::span<const AttributeEntry> a, std::span<const AttributeEntry> b) { return std::ranges::equal(a, b); }

}  // namespace weft::contract
