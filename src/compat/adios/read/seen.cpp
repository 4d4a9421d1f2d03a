// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/read/seen.hpp"

namespace weft::adios {

std::size_t Seen::block_count() const {
  if (step_count == 0) return 0;
  const bp::Step& last = steps().back();
  return last.first_block + last.blocks - first_block();
}

bp::Box Seen::box(std::size_t block) const {
  if (!is_stored) return table().box(block);
  bp::Box box;
  box.rank = 1;
  box.count[0] = table().stored_bytes(table().blocks()[block]);
  return box;
}

}  // namespace weft::adios
