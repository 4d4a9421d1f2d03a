// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/collectives.hpp"

namespace weft::otf2::compat {

bool Collectives::join() {
  if (!callbacks) return true;
  return callbacks->otf2_get_size(data, global, &size) == OTF2_CALLBACK_SUCCESS &&
         callbacks->otf2_get_rank(data, global, &rank) == OTF2_CALLBACK_SUCCESS;
}

bool Collectives::broadcast(std::int32_t& value) const {
  if (!callbacks) return true;
  return callbacks->otf2_bcast(data, global, &value, 1, OTF2_TYPE_INT32, OTF2_COLLECTIVES_ROOT) ==
         OTF2_CALLBACK_SUCCESS;
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
