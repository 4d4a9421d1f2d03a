// SPDX-License-Identifier: BSD-3-Clause
// Sums of 64-bit numbers that cannot overflow: a trace may hold any number, and adding two of the largest must not make
// a small one.
#pragma once

#include <cstdint>

namespace weft {

__extension__ using Sum = unsigned __int128;
__extension__ using SignedSum = __int128;

// So many things of so many bytes altogether.
struct Traffic {
  std::uint64_t count = 0;
  Sum bytes = 0;

  void add(std::uint64_t more) { ++count, bytes += more; }
  void merge(const Traffic& other) { count += other.count, bytes += other.bytes; }
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

}  // namespace weft
