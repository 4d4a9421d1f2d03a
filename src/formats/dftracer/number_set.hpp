// SPDX-License-Identifier: BSD-3-Clause
// NumberSet: numbers that come again and again, each kept once, in little more memory than they take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::dftracer {

class NumberSet {
 public:
  NumberSet() : slots_(64) {}

  // Not of the greatest number there is.
  void insert(std::uint64_t number) {
    std::uint64_t& slot = slots_[place_of(number)];
    if (slot) return;
    slot = number + 1;
    if (++size_ * 4 > slots_.size() * 3) grow();
  }

  template <class Visit>
  void each(Visit&& visit) const {
    for (const std::uint64_t slot : slots_)
      if (slot) visit(slot - 1);
  }

 private:
  std::size_t place_of(std::uint64_t number) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t place = (number * 0x9e3779b97f4a7c15 >> 32) & last;
    while (slots_[place] && slots_[place] != number + 1) place = (place + 1) & last;
    return place;
  }

  void grow() {
    std::vector<std::uint64_t> numbers(2 * slots_.size());
    numbers.swap(slots_);
    for (const std::uint64_t slot : numbers)
      if (slot) slots_[place_of(slot - 1)] = slot;
  }

  std::vector<std::uint64_t> slots_;  // +1; 0 is empty
  std::size_t size_ = 0;
};

}  // namespace weft::dftracer
