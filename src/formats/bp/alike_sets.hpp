// SPDX-License-Identifier: BSD-3-Clause
// AlikeSets: the sets of an array, where all of them say the same things at the same places, as those of most arrays
// do. What one block says is then looked up in the index without decoding the others: steps, sizes and bounds of a
// hundred thousand blocks in a millisecond.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bp/index.hpp"
#include "formats/bp/statistics.hpp"

namespace weft::bp {

struct Step {
  std::uint32_t time_index = 0;
  std::size_t first_block = 0;
  std::size_t blocks = 0;
};

class AlikeSets {
 public:
  // Nothing where they are not alike, not in the order of time, or say something that is looked at one by one:
  // transforms, values, histograms.
  static std::optional<AlikeSets> find(const Entry& entry, const Layout& layout);

  const std::vector<Step>& steps() const { return steps_; }
  std::size_t size() const { return count_; }
  std::size_t rank() const { return rank_; }
  // Without dimensions.
  Characteristics block(std::size_t block) const;
  Dimension dimension(std::size_t block, std::size_t d) const;
  // Whether blocks have the smallest and the largest value of numbers and nothing else.
  bool have_bounds_alone() const;
  // Nothing if no block among them has a number.
  std::optional<Summary> bounds(std::size_t first, std::size_t count) const;
  // What decoding them one after the other gives.
  void decode(std::vector<Characteristics>& blocks, std::vector<Dimension>& pool) const;

 private:
  bool find_places(const Layout& layout);
  bool find_steps();
  const std::byte* at(std::size_t block, std::size_t place) const { return sets_.data() + block * stride_ + place; }
  template <class T>
  T number(std::size_t block, std::size_t place) const {
    return load<T>(at(block, place), order_);
  }

  Bytes sets_;
  DataType type_{};
  ByteOrder order_{};
  std::size_t count_ = 0;
  std::size_t stride_ = 0;  // bytes of a set
  std::size_t rank_ = 0;
  std::uint32_t bitmap_ = 0;
  // Places within a set; 0 where a set does not say it.
  std::size_t offset_ = 0, payload_offset_ = 0, file_index_ = 0, time_index_ = 0, dimensions_ = 0, statistics_ = 0;
  std::size_t statistics_bytes_ = 0;
  std::vector<std::byte> same_;  // all bits set in bytes that all sets have in common
  std::vector<Step> steps_;
};

}  // namespace weft::bp
