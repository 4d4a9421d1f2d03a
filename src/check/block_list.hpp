// SPDX-License-Identifier: BSD-3-Clause
// BlockList: a list that only grows, never moves what it holds, and wastes little: a handful of records stays small,
// millions need no second copy while growing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weft::check {

template <class T>
class BlockList {
 public:
  void push_back(const T& value) {
    if (blocks_.empty() || blocks_.back().size() == blocks_.back().capacity()) {
      const std::size_t next = blocks_.empty() ? 8 : std::min<std::size_t>(blocks_.back().capacity() * 2, 8192);
      blocks_.emplace_back().reserve(next);
    }
    blocks_.back().push_back(value);
    ++size_;
  }

  std::size_t size() const { return size_; }

  template <class Visit>
  void each(Visit&& visit) const {
    for (const auto& block : blocks_)
      for (const T& value : block) visit(value);
  }

 private:
  std::vector<std::vector<T>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace weft::check
