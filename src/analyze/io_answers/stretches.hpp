// SPDX-License-Identifier: BSD-3-Clause
// Stretches: what part of a line is covered, as disjoint pieces; of time by calls, of a file by reads. Exact, until
// `coarsen` joins neighbours to save memory: of a joined piece is known how much of it is covered, but not where, and
// where such pieces overlap others, cover is taken to be spread evenly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

struct Stretch {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t covered;  // of it

  std::uint64_t length() const { return end - begin; }
};

class Stretches {
 public:
  void add(std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    if (!pieces_.empty()) {
      Stretch& last = pieces_.back();
      if (begin >= last.begin && begin <= last.end && last.covered == last.length()) {
        if (end > last.end) last.end = end, last.covered = last.length();
        return;
      }
    }
    pieces_.push_back({begin, end, end - begin});
    if (pieces_.size() >= limit_) settle();
  }
  void add(const Stretches& other);

  // Joins pieces whose gap is smaller than `gap`.
  void coarsen(std::uint64_t gap);
  // Makes the pieces disjoint and sorted, which the answers below need.
  void settle();
  // At most so many pieces are kept in memory: exactly so many when settled.
  std::size_t size() const { return pieces_.size(); }

  std::uint64_t covered() const;
  std::uint64_t covered_by_both(const Stretches& other) const;
  std::span<const Stretch> pieces() const { return pieces_; }

 private:
  static constexpr std::size_t least_limit = 256;

  std::vector<Stretch> pieces_;
  std::size_t settled_ = 0;  // of the pieces: sorted and disjoint
  std::size_t limit_ = least_limit;
};

// Saves memory: joins pieces of all of them over gaps that double, from `gap` on, until no more than `most` are left.
// Answers the last gap: 0 if everything is exact.
std::uint64_t coarsen(std::span<Stretches* const> all, std::size_t most, std::uint64_t gap);

}  // namespace weft
