// SPDX-License-Identifier: BSD-3-Clause
// Ref: an id in one id space. Refs of different spaces cannot be mixed up. All bits set means "undefined".
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace weft {

// `Space` is a type with `static constexpr std::string_view name`.
template <class Space, std::unsigned_integral Rep>
struct Ref {
  using space = Space;
  using rep = Rep;
  static constexpr Rep undefined = static_cast<Rep>(~Rep{0});

  Rep value = undefined;

  constexpr bool defined() const noexcept { return value != undefined; }
  friend constexpr auto operator<=>(const Ref&, const Ref&) = default;
};

template <class T>
inline constexpr bool is_ref = false;
template <class Space, class Rep>
inline constexpr bool is_ref<Ref<Space, Rep>> = true;

}  // namespace weft

template <class Space, class Rep>
struct std::hash<weft::Ref<Space, Rep>> {
  std::size_t operator()(const weft::Ref<Space, Rep>& ref) const noexcept { return std::hash<Rep>{}(ref.value); }
};
