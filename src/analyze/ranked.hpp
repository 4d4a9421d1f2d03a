// SPDX-License-Identifier: BSD-3-Clause
// ranked: the entries of a table of counts, those that moved most bytes first, then by id.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace weft {

// Borrows from `counts`, whose values say with bytes() what they weigh.
template <class Map>
std::vector<const typename Map::value_type*> ranked(const Map& counts) {
  std::vector<const typename Map::value_type*> entries;
  entries.reserve(counts.size());
  for (const auto& entry : counts) entries.push_back(&entry);
  std::ranges::stable_sort(entries, std::greater{}, [](const auto* entry) { return entry->second.bytes(); });
  return entries;
}

}  // namespace weft
