// SPDX-License-Identifier: BSD-3-Clause
// OTF2_IdMap: the map of formats/otf2/id_map.hpp with pairs of its own. Programs build maps for OTF2_DefWriter and get
// them from OTF2_DefReader.
#pragma once

#include <otf2/OTF2_IdMap.h>

#include <vector>

#include "formats/otf2/id_map.hpp"

struct OTF2_IdMap_struct {
  weft::otf2::IdMapMode mode{};
  std::vector<weft::otf2::IdPair> pairs;  // in order of local id, each at most once; in a dense map 0, 1, 2, ...

  // Borrows the pairs: good until the map changes.
  weft::otf2::IdMap view() const { return {mode, pairs}; }

  // Takes over a map as it was read. Keeps its memory, so that one object can serve one map after the other.
  void assign(const weft::otf2::IdMap& map);
};

namespace weft::otf2::compat {

// To be freed with OTF2_IdMap_Free; NULL if memory is short.
OTF2_IdMap* new_id_map(const IdMap& map);

}  // namespace weft::otf2::compat
