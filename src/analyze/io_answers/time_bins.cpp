// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/time_bins.hpp"

namespace weft {

namespace {
constexpr std::size_t most_bins = 4096;
}  // namespace

IoTally& TimeBins::at(std::uint64_t time) {
  if (bins_.size() > most_bins && !is_fixed_) widen();
  const std::uint64_t bin = (time - origin_) / width_;
  if (!last_tally_ || bin != last_) {
    last_ = bin;
    last_tally_ = &bins_[bin];
  }
  return *last_tally_;
}

// Every width is a multiple of the one before, so that bins become bins.
void TimeBins::widen() {
  const std::uint64_t factor = widens_by_five_ ? 5 : 2;
  widens_by_five_ = !widens_by_five_;
  width_ *= factor;
  std::map<std::uint64_t, IoTally> wider;
  for (const auto& [bin, tally] : bins_) wider[bin / factor].merge(tally);
  bins_ = std::move(wider);
  last_tally_ = nullptr;
}

void TimeBins::merge(const TimeBins& other) {
  while (width_ < other.width_) widen();
  for (const auto& [bin, tally] : other.bins_) bins_[bin * other.width_ / width_].merge(tally);
}

void TimeBins::widen_for(std::uint64_t span, std::uint64_t most) {
  while (!is_fixed_ && span / width_ >= most) widen();
}

}  // namespace weft
