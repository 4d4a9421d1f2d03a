// SPDX-License-Identifier: BSD-3-Clause
// Transforms: blocks that were compressed on their way to the file (docs/formats/bp.md, section 17).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "formats/bp/characteristics.hpp"

namespace weft::bp {

// The elements before the transform, `bytes` of them in the byte order of the writer. `stored` is the payload.
Result<std::vector<std::byte>> undo_transform(
    const Transform& transform, Bytes stored, std::uint64_t bytes, ByteOrder order);

// Those that can be read and written.
struct KnownTransform {
  std::string_view name;
  std::string_view description;
};
std::span<const KnownTransform> known_transforms();

// A transform as a program asks for it: NAME[:KEY[=VALUE],…]. A number alone is the level of compression.
struct WantedTransform {
  std::string method;  // empty: none
  int level = 0;       // 0: the usual one
};
Result<WantedTransform> parse_transform(std::string_view text);

// A block as it is stored, and what the index will say of it beside its type and sizes.
struct TransformedBlock {
  std::vector<std::byte> bytes;
  std::vector<std::byte> metadata;
};
Result<TransformedBlock> transform(const WantedTransform& wanted, Bytes elements, ByteOrder order);

}  // namespace weft::bp
