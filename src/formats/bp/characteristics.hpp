// SPDX-License-Identifier: BSD-3-Clause
// Characteristics: what indices and process groups say of one block of a variable or one value of an attribute
// (docs/formats/bp.md, section 8). Decoded ones are views of the bytes they came from; only dimensions are copied, to a
// pool that many sets share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "formats/bp/layout.hpp"
#include "formats/bp/types.hpp"

namespace weft::bp {

struct Dimension {
  std::uint64_t local = 0;
  std::uint64_t global = 0;  // 0 in local arrays
  std::uint64_t offset = 0;

  bool operator==(const Dimension&) const = default;
};

inline constexpr std::size_t dimension_bytes = 3 * sizeof(std::uint64_t);
inline constexpr std::size_t dimensions_head_bytes = 3;  // how many, how many bytes

// Dimensions in a pool that may still grow.
struct PooledDimensions {
  std::size_t first = 0;
  std::size_t count = 0;

  std::span<const Dimension> in(const std::vector<Dimension>& pool) const {
    return std::span(pool).subspan(first, count);
  }
  std::span<Dimension> in(std::vector<Dimension>& pool) const { return std::span(pool).subspan(first, count); }
};

// How a block was changed on its way to the file: it is stored as bytes then.
struct Transform {
  std::string_view method;
  DataType type{};  // of the elements before
  PooledDimensions dimensions;
  Bytes metadata;
};

struct Characteristics {
  std::optional<std::uint64_t> offset;          // of the entry in its process group
  std::optional<std::uint64_t> payload_offset;  // not in the oldest files
  std::optional<std::uint32_t> time_index;
  std::optional<std::uint32_t> var_id;  // the variable an attribute refers to
  std::optional<Bytes> value;           // elements, or text without its length
  std::uint32_t file_index = no_file;
  std::uint32_t file_index_at = 0;  // where in its set that stands; 0 where it does not
  std::uint32_t bitmap = 0;
  Bytes statistics;
  Bytes min, max;               // of the oldest files: one element each
  PooledDimensions dimensions;  // none for scalars
  std::optional<Transform> transform;
};

enum class Place : std::uint8_t { index, process_group };

// Decodes the `count` characteristics that fill `in`; `type` is that of the entry. `in` has failed if they do not, or
// if one is not known.
Characteristics decode_characteristics(
    Cursor& in, unsigned count, const Layout& layout, DataType type, Place place, std::vector<Dimension>& pool);

void put_dimensions(ByteSink& out, std::span<const Dimension> dimensions);

inline void put_id(ByteSink& out, Characteristic id) { out.put(static_cast<std::uint8_t>(id)); }

}  // namespace weft::bp
