// SPDX-License-Identifier: BSD-3-Clause
// How many events of each kind a trace holds.
#pragma once

#include <array>
#include <cstdint>

#include "model/source.hpp"

namespace weft {

class KindCounts {
 public:
  void add(const EventBatch& batch) {
    for (const Kind kind : batch.kind) ++counts_[static_cast<std::size_t>(kind)];
  }
  void add(const EventBatch& batch, const TimeRange& time) {
    for (std::size_t row = 0; row < batch.size(); ++row)
      counts_[static_cast<std::size_t>(batch.kind[row])] += time.contains(batch.time[row]);
  }
  void merge(const KindCounts& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  }
  std::uint64_t operator[](Kind kind) const { return counts_[static_cast<std::size_t>(kind)]; }

 private:
  std::array<std::uint64_t, EventTypes::size> counts_{};
};

// Of all events, or of those of some time.
Result<KindCounts> count_kinds(Source& source, std::size_t threads, const TimeRange& time = {});

}  // namespace weft
