// SPDX-License-Identifier: BSD-3-Clause
// Elements of arrays between files and memory: loading one, and copying many while turning their byte order round.
#pragma once

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/bytes.hpp"
#include "formats/bp/types.hpp"

namespace weft::bp {

// Turns round each `unit` bytes.
inline void swap_units(std::byte* bytes, std::size_t count, std::size_t unit) {
  if (unit == 1) return;
  for (std::byte* end = bytes + count; bytes != end; bytes += unit) std::reverse(bytes, bytes + unit);
}

namespace detail {

template <std::unsigned_integral Word>
void copy_swapped(std::byte* to, const std::byte* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += sizeof(Word))
    store(to + i, load<Word>(from + i, ByteOrder::big), ByteOrder::little);
}

}  // namespace detail

// Copies elements whose parts have `unit` bytes into the byte order of this machine, or out of it.
inline void copy_elements(std::byte* to, const std::byte* from, std::size_t bytes, std::size_t unit, ByteOrder order) {
  if (bytes == 0) return;
  if (order == ByteOrder::little || unit == 1) {
    std::memcpy(to, from, bytes);
  } else if (unit == 2) {
    detail::copy_swapped<std::uint16_t>(to, from, bytes);
  } else if (unit == 4) {
    detail::copy_swapped<std::uint32_t>(to, from, bytes);
  } else if (unit == 8) {
    detail::copy_swapped<std::uint64_t>(to, from, bytes);
  } else {
    std::memcpy(to, from, bytes);
    swap_units(to, bytes, unit);
  }
}

// An 80-bit number whose leading bit is not set, as damage leaves it, is none that a processor computes with.
inline long double checked_long_double(const std::byte* bytes) {
  static_assert(sizeof(long double) == 16);
  const auto exponent = static_cast<unsigned>(load<std::uint16_t>(bytes + 8, ByteOrder::little)) & 0x7fff;
  const bool has_leading_bit = load<std::uint64_t>(bytes, ByteOrder::little) >> 63;
  long double value = 0;
  std::memcpy(&value, bytes, 10);
  return exponent != 0 && !has_leading_bit ? __builtin_nanl("") : value;
}

template <class T>
T load_element(const std::byte* from, ByteOrder order) {
  std::byte bytes[sizeof(T)];
  constexpr std::size_t unit = is_complex_value<T> ? sizeof(T) / 2 : sizeof(T);
  copy_elements(bytes, from, sizeof(T), unit, order);
  if constexpr (std::is_same_v<T, long double>) {
    return checked_long_double(bytes);
  } else {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
}

}  // namespace weft::bp
