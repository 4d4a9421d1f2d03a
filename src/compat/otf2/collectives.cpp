// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/collectives.hpp"

namespace weft::otf2::compat {

std::optional<bool> Collectives::is_primary() const {
  std::uint32_t rank = OTF2_COLLECTIVES_ROOT;
  if (callbacks && callbacks->otf2_get_rank(data, global, &rank) != OTF2_CALLBACK_SUCCESS) return std::nullopt;
  return rank == OTF2_COLLECTIVES_ROOT;
}

bool Collectives::broadcast(void* value, OTF2_Type type) const {
  return !callbacks ||
         callbacks->otf2_bcast(data, global, value, 1, type, OTF2_COLLECTIVES_ROOT) == OTF2_CALLBACK_SUCCESS;
}

void Collectives::release() {
  if (callbacks && callbacks->otf2_release) callbacks->otf2_release(data, global, local);
  *this = {};
}

bool is_complete(const OTF2_CollectiveCallbacks& c) {
  const bool creates_only = c.otf2_create_local_comm && !c.otf2_free_local_comm;
  return c.otf2_get_size && c.otf2_get_rank && c.otf2_barrier && c.otf2_bcast && c.otf2_gather && c.otf2_gatherv &&
         c.otf2_scatter && c.otf2_scatterv && !creates_only;
}

}  // namespace weft::otf2::compat
