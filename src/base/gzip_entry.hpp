// SPDX-License-Identifier: BSD-3-Clause
// GzipEntry: how to begin to inflate within a gzip member, between two of its blocks. What follows refers to the text
// before, up to 32 KiB of it, which is kept as far as it is referred to, and packed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.hpp"

namespace weft {

struct GzipEntry {
  static constexpr std::size_t most_window = 32768;

  unsigned bits = 0;              // of the byte before, that belong to what follows
  std::uint64_t head = 0;         // bytes at the end of the window that are wanted as well
  std::vector<std::byte> window;  // packed

  // Nothing if it is damaged.
  std::optional<std::vector<std::byte>> unpacked_window() const;

  // `in` is what follows, `before` the byte before it.
  static GzipEntry made(Bytes in, std::byte before, unsigned bits, Bytes window, std::size_t head);
};

}  // namespace weft
