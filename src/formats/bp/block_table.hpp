// SPDX-License-Identifier: BSD-3-Clause
// BlockTable: all blocks of a variable, decoded from the index and put in order: by step, with the sizes and places
// that a reader means (docs/formats/bp.md, sections 12 and 13). Dimensions are slowest first, whatever wrote the file.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "formats/bp/alike_sets.hpp"
#include "formats/bp/box.hpp"
#include "formats/bp/characteristics.hpp"

namespace weft::bp {

enum class ArrayKind : std::uint8_t {
  scalar,
  local,   // every block stands alone
  global,  // blocks have their places in one array
  joined,  // as global; blocks follow one another along one dimension
};

class BlockTable {
 public:
  std::span<const Characteristics> blocks() const {
    if (alike_) std::call_once(decoded_, [&] { alike_->decode(blocks_, pool_); });
    return blocks_;
  }
  std::span<const Step> steps() const { return steps_; }
  ArrayKind kind() const { return kind_; }
  DataType type() const { return type_; }  // of the elements before any transform
  std::size_t rank() const { return rank_; }
  // Where a block lies in the array; local ones begin at zero.
  Box box(std::size_t block) const;
  // The size of the array in a step: that of the first block where blocks stand alone.
  Box shape(const Step& step) const;
  // The index itself, where it can be looked at without `blocks`.
  const AlikeSets* alike() const { return alike_ ? &*alike_ : nullptr; }
  // All dimensions a block was written with, time included, in the writer's order.
  std::span<const Dimension> written_dimensions(const Characteristics& block) const {
    return (block.transform ? block.transform->dimensions : block.dimensions).in(pool_);
  }
  // Bytes of a transformed block in the file.
  std::uint64_t stored_bytes(const Characteristics& block) const {
    return block.dimensions.count ? block.dimensions.in(pool_)[0].local : 0;
  }

 private:
  friend class BlockTableBuilder;

  Dimension written_dimension(std::size_t block, std::size_t d) const {
    return alike_ ? alike_->dimension(block, d) : written_dimensions(blocks_[block])[d];
  }

  // Those of sets that are alike are decoded when somebody asks for them.
  std::optional<AlikeSets> alike_;
  mutable std::once_flag decoded_;
  mutable std::vector<Characteristics> blocks_;
  mutable std::vector<Dimension> pool_;
  std::vector<Step> steps_;
  ArrayKind kind_ = ArrayKind::scalar;
  DataType type_{};
  std::size_t rank_ = 0;
  bool is_fortran_ = false;
  bool has_time_ = false;
};

}  // namespace weft::bp
