// SPDX-License-Identifier: BSD-3-Clause
// Numbers as bytes: unaligned loads and stores in either byte order. Everything that touches raw memory as numbers
// goes through here.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace weft {

static_assert(std::endian::native == std::endian::little, "the codecs assume a little endian machine");

using Bytes = std::span<const std::byte>;

enum class ByteOrder : std::uint8_t { little, big };

template <std::unsigned_integral T>
constexpr T byteswap(T value) noexcept {
  if constexpr (sizeof(T) == 8) return static_cast<T>(__builtin_bswap64(value));
  if constexpr (sizeof(T) == 4) return static_cast<T>(__builtin_bswap32(value));
  if constexpr (sizeof(T) == 2) return static_cast<T>(__builtin_bswap16(value));
  return value;
}

template <std::unsigned_integral T>
T load(const std::byte* from, ByteOrder order) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return order == ByteOrder::little ? value : byteswap(value);
}

template <std::unsigned_integral T>
void store(std::byte* to, T value, ByteOrder order) noexcept {
  if (order == ByteOrder::big) value = byteswap(value);
  std::memcpy(to, &value, sizeof value);
}

}  // namespace weft
