// SPDX-License-Identifier: BSD-3-Clause
// SizeCounts: how often which size occurred. Exact up to some thousands of distinct sizes; beyond them, sizes keep
// their leading binary digits, at least eight, so that no answer is off by more than 1 in 128.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

namespace weft {

class SizeCounts {
 public:
  void add(std::uint64_t size, std::uint64_t times = 1);
  void merge(const SizeCounts& other);

  struct Summary {
    std::uint64_t count = 0;
    std::uint64_t least = 0;
    std::uint64_t quarter = 0;
    std::uint64_t median = 0;
    std::uint64_t three_quarters = 0;
    std::uint64_t greatest = 0;
    double mean = 0;
  };
  // Quantiles are sizes that occurred: the smallest that so large a part does not exceed.
  Summary summary() const;

  // From the smallest up.
  std::map<std::uint64_t, std::uint64_t> sorted() const { return {counts_.begin(), counts_.end()}; }

 private:
  static constexpr std::size_t most_sizes = 4096;
  static constexpr int least_digits = 8;

  std::uint64_t kept(std::uint64_t size) const;
  void make_room();

  std::unordered_map<std::uint64_t, std::uint64_t> counts_;
  int digits_ = 64;
  std::uint64_t count_ = 0;
  std::uint64_t least_ = ~std::uint64_t{0};
  std::uint64_t greatest_ = 0;
  double sum_ = 0;
};

}  // namespace weft
