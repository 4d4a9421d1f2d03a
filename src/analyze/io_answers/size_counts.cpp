// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/size_counts.hpp"

#include <algorithm>
#include <bit>

namespace weft {

std::uint64_t SizeCounts::kept(std::uint64_t size) const {
  const int surplus = static_cast<int>(std::bit_width(size)) - digits_;
  return surplus <= 0 ? size : size >> surplus << surplus;
}

void SizeCounts::make_room() {
  while (counts_.size() > most_sizes && digits_ > least_digits) {
    digits_ = digits_ > 16 ? 16 : digits_ - 2;
    std::unordered_map<std::uint64_t, std::uint64_t> fewer;
    for (const auto& [size, times] : counts_) fewer[kept(size)] += times;
    counts_ = std::move(fewer);
  }
}

void SizeCounts::add(std::uint64_t size, std::uint64_t times) {
  count_ += times;
  least_ = std::min(least_, size);
  greatest_ = std::max(greatest_, size);
  sum_ += static_cast<double>(size) * static_cast<double>(times);
  counts_[kept(size)] += times;
  if (counts_.size() > most_sizes) make_room();
}

void SizeCounts::merge(const SizeCounts& other) {
  digits_ = std::min(digits_, other.digits_);
  for (const auto& [size, times] : other.counts_) counts_[kept(size)] += times;
  count_ += other.count_;
  least_ = std::min(least_, other.least_);
  greatest_ = std::max(greatest_, other.greatest_);
  sum_ += other.sum_;
  make_room();
}

SizeCounts::Summary SizeCounts::summary() const {
  if (count_ == 0) return {};
  Summary all{.count = count_, .least = least_, .greatest = greatest_, .mean = sum_ / static_cast<double>(count_)};
  std::uint64_t before = 0;
  const auto reach = [&](std::uint64_t parts, std::uint64_t size, std::uint64_t times, std::uint64_t& quantile) {
    const std::uint64_t rank = (count_ * parts + 3) / 4;
    if (before < rank && rank <= before + times) quantile = std::clamp(size, least_, greatest_);
  };
  for (const auto& [size, times] : sorted()) {
    reach(1, size, times, all.quarter);
    reach(2, size, times, all.median);
    reach(3, size, times, all.three_quarters);
    before += times;
  }
  return all;
}

}  // namespace weft
