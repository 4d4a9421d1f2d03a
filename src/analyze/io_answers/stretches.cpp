// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/stretches.hpp"

#include <algorithm>

namespace weft {

namespace {

// How much of `overlap` both cover.
std::uint64_t shared(const Stretch& a, const Stretch& b, std::uint64_t overlap) {
  if (a.covered == a.length() && b.covered == b.length()) return overlap;
  const double share = static_cast<double>(a.covered) / static_cast<double>(a.length()) *
                       (static_cast<double>(b.covered) / static_cast<double>(b.length()));
  return static_cast<std::uint64_t>(share * static_cast<double>(overlap));
}

// Both as one piece; `b` does not begin before `a`.
void join(Stretch& a, const Stretch& b) {
  const std::uint64_t overlap = b.begin < a.end ? std::min(a.end, b.end) - b.begin : 0;
  const std::uint64_t covered = a.covered + b.covered - shared(a, b, overlap);
  a.end = std::max(a.end, b.end);
  a.covered = std::min(covered, a.length());
}

bool begins_earlier(const Stretch& a, const Stretch& b) { return a.begin < b.begin; }

// Joins neighbours in sorted pieces for which `should` holds.
template <class Should>
void join_neighbours(std::vector<Stretch>& pieces, Should&& should) {
  if (pieces.empty()) return;
  std::size_t last = 0;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (should(pieces[last], pieces[i]))
      join(pieces[last], pieces[i]);
    else
      pieces[++last] = pieces[i];
  }
  pieces.resize(last + 1);
}

}  // namespace

void Stretches::settle() {
  const auto fresh = pieces_.begin() + static_cast<std::ptrdiff_t>(settled_);
  std::sort(fresh, pieces_.end(), begins_earlier);
  std::inplace_merge(pieces_.begin(), fresh, pieces_.end(), begins_earlier);
  // Where pieces only touch, joining is exact if both are: a joined piece that is not would spread its neighbour.
  join_neighbours(pieces_, [](const Stretch& a, const Stretch& b) {
    if (b.begin != a.end) return b.begin < a.end;
    return a.covered == a.length() && b.covered == b.length();
  });
  settled_ = pieces_.size();
  limit_ = std::max(least_limit, settled_ + settled_ / 2);
}

void Stretches::add(const Stretches& other) {
  pieces_.insert(pieces_.end(), other.pieces_.begin(), other.pieces_.end());
  settle();
}

void Stretches::coarsen(std::uint64_t gap) {
  settle();
  join_neighbours(
      pieces_, [gap](const Stretch& a, const Stretch& b) { return b.begin < a.end || b.begin - a.end < gap; });
  settled_ = pieces_.size();
  limit_ = std::max(least_limit, settled_ + settled_ / 2);
  pieces_.shrink_to_fit();
}

std::uint64_t Stretches::covered() const {
  std::uint64_t sum = 0;
  for (const Stretch& piece : pieces_) sum += piece.covered;
  return sum;
}

std::uint64_t Stretches::covered_by_both(const Stretches& other) const {
  std::uint64_t sum = 0;
  auto a = pieces_.begin();
  auto b = other.pieces_.begin();
  while (a != pieces_.end() && b != other.pieces_.end()) {
    const std::uint64_t begin = std::max(a->begin, b->begin);
    const std::uint64_t end = std::min(a->end, b->end);
    if (begin < end) sum += shared(*a, *b, end - begin);
    if (a->end < b->end)
      ++a;
    else
      ++b;
  }
  return sum;
}

std::uint64_t coarsen(std::span<Stretches* const> all, std::size_t most, std::uint64_t gap) {
  constexpr std::uint64_t first_gap = 1000, greatest_gap = std::uint64_t{1} << 62;
  const auto count = [&] {
    std::size_t sum = 0;
    for (const Stretches* const some : all) sum += some->size();
    return sum;
  };
  for (Stretches* const some : all) some->settle();
  for (std::size_t left = count(); left > most && left > all.size() && gap < greatest_gap; left = count()) {
    gap = gap ? 2 * gap : first_gap;
    for (Stretches* const some : all) some->coarsen(gap);
  }
  return gap;
}

}  // namespace weft
