// SPDX-License-Identifier: BSD-3-Clause
// IdMap: how the ids one location uses translate to those of the whole trace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "schema/enumeration.hpp"

namespace weft::otf2 {

WEFT_ENUM(IdMapMode, std::uint8_t, dense = 0, sparse = 1)

struct IdPair {
  std::uint64_t local = 0;
  std::uint64_t global = 0;
  friend constexpr bool operator==(const IdPair&, const IdPair&) = default;
};

// Pairs in order of local id. Borrows them.
struct IdMap {
  IdMapMode mode = IdMapMode::dense;
  std::span<const IdPair> entries;
  std::uint64_t repeated = 0;  // entries of the file that gave way to later ones of the same local id

  friend bool operator==(const IdMap& a, const IdMap& b) {
    return a.mode == b.mode && std::ranges::equal(a.entries, b.entries);
  }

  // The global id; ids without an entry stay as they are.
  std::uint64_t global(std::uint64_t local) const {
    if (mode == IdMapMode::dense)
      return local < entries.size() ? entries[static_cast<std::size_t>(local)].global : local;
    const auto found = std::ranges::lower_bound(entries, local, {}, &IdPair::local);
    return found != entries.end() && found->local == local ? found->global : local;
  }
};

// Sorts pairs by local id; of several with the same, the last one stays.
inline std::span<const IdPair> in_local_order(std::span<IdPair> pairs) {
  if (std::ranges::is_sorted(pairs, std::ranges::less_equal{}, &IdPair::local) &&
      std::ranges::adjacent_find(pairs, {}, &IdPair::local) == pairs.end())
    return pairs;
  std::ranges::stable_sort(pairs, {}, &IdPair::local);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (i + 1 == pairs.size() || pairs[i + 1].local != pairs[i].local) pairs[kept++] = pairs[i];
  return pairs.first(kept);
}

}  // namespace weft::otf2
