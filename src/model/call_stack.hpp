// SPDX-License-Identifier: BSD-3-Clause
// CallStack: the regions that are open at one location, by its enter and leave events, with or without calling
// contexts. A leave ends what it names and all that was entered since; one of a region that is not open ends nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft {

class CallStack {
 public:
  explicit CallStack(const Definitions& definitions, std::vector<std::uint32_t> open = {})
      : definitions_(&definitions), open_(std::move(open)) {}

  void add(const EventBatch& batch, std::size_t row) {
    switch (batch.kind[row]) {
      case kind_of<evt::Enter>:
        return open_.push_back(static_cast<std::uint32_t>(batch.value[row]));
      case kind_of<evt::Leave>:
        return leave(static_cast<std::uint32_t>(batch.value[row]));
      case kind_of<evt::CallingContextEnter>:
        return open_.push_back(region_of(batch.value[row]));
      case kind_of<evt::CallingContextLeave>:
        return leave(region_of(batch.value[row]));
      default:
        return;
    }
  }

  // Outermost first.
  const std::vector<std::uint32_t>& regions() const { return open_; }
  void clear() { open_.clear(); }

 private:
  void leave(std::uint32_t region) {
    const auto found = std::find(open_.rbegin(), open_.rend(), region);
    if (found != open_.rend()) open_.erase(std::prev(found.base()), open_.end());
  }
  std::uint32_t region_of(std::uint64_t context) const {
    const auto* found = definitions_->find<def::CallingContext>(CallingContextRef{static_cast<std::uint32_t>(context)});
    return found ? found->region.value : RegionRef::undefined;
  }

  const Definitions* definitions_;
  std::vector<std::uint32_t> open_;
};

}  // namespace weft
