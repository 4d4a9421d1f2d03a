// SPDX-License-Identifier: BSD-3-Clause
// A large box in pieces that fit into memory, in the order in which elements follow one another.
#pragma once

#include <algorithm>
#include <cstdint>

#include "formats/bp/box.hpp"

namespace weft::bp {

// Calls `visit(const Box&)` for one piece after the other, each of at most `most` elements and all of them together
// being `whole`, until it returns false. False then.
template <class Visit>
bool each_piece(const Box& whole, std::uint64_t most, Visit&& visit) {
  for (std::size_t d = 0; d < whole.rank; ++d)
    if (whole.count[d] == 0) return true;
  // Dimensions behind `cut` fit as they are; pieces are some of its indices.
  std::size_t cut = whole.rank;
  std::uint64_t behind = 1;
  while (cut > 0 && whole.count[cut - 1] <= most / behind) behind *= whole.count[--cut];
  if (cut == 0) return visit(whole);
  --cut;
  const std::uint64_t at_once = std::max<std::uint64_t>(most / behind, 1);
  const std::uint64_t end = whole.start[cut] + whole.count[cut];
  Box piece = whole;
  std::fill_n(piece.count.begin(), cut, 1);
  while (true) {
    piece.count[cut] = std::min(at_once, end - piece.start[cut]);
    if (!visit(static_cast<const Box&>(piece))) return false;
    piece.start[cut] += piece.count[cut];
    std::size_t d = cut;
    while (piece.start[d] == whole.start[d] + whole.count[d]) {
      if (d == 0) return true;
      piece.start[d] = whole.start[d];
      ++piece.start[--d];
    }
  }
}

}  // namespace weft::bp
