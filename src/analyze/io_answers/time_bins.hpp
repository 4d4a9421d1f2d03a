// SPDX-License-Identifier: BSD-3-Clause
// TimeBins: calls over time. Bins have a width that was asked for, or one that grows until there are few enough.
#pragma once

#include <cstdint>
#include <map>

#include "analyze/io_answers/tally.hpp"

namespace weft {

class TimeBins {
 public:
  // Bins that grow: multiples of their width on the clock of the trace.
  TimeBins() = default;
  // Bins of this width from `origin` on.
  TimeBins(std::uint64_t origin, std::uint64_t width) : origin_(origin), width_(width), is_fixed_(true) {}

  void add(const IoSpan& span) { at(span.begin).add(span); }
  void add(const IoFold& fold) { at(fold.like.begin).add(fold); }
  void merge(const TimeBins& other);
  // Makes bins wider, unless their width was asked for, until at most `most` of them cover the span.
  void widen_for(std::uint64_t span, std::uint64_t most);

  std::uint64_t width() const { return width_; }
  std::uint64_t begin_of(std::uint64_t bin) const { return origin_ + bin * width_; }
  const std::map<std::uint64_t, IoTally>& bins() const { return bins_; }

 private:
  IoTally& at(std::uint64_t time);
  void widen();

  std::uint64_t origin_ = 0;
  std::uint64_t width_ = 1000;
  bool is_fixed_ = false;
  bool widens_by_five_ = false;  // or by two: widths are 1, 2, 10, 20, 100 ...
  std::map<std::uint64_t, IoTally> bins_;
  std::uint64_t last_ = 0;
  IoTally* last_tally_ = nullptr;
};

}  // namespace weft
