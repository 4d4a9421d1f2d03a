// SPDX-License-Identifier: BSD-3-Clause
// How the processes that share an archive talk: through callbacks of the program, or not at all if there is only one.
#pragma once

#include <otf2/OTF2_Callbacks.h>

#include <cstdint>

namespace weft::otf2::compat {

struct Collectives {
  bool is_set = false;
  const OTF2_CollectiveCallbacks* callbacks = nullptr;  // none in a program of one process
  void* data = nullptr;
  OTF2_CollectiveContext* global = nullptr;
  OTF2_CollectiveContext* local = nullptr;
  std::uint32_t rank = 0;
  std::uint32_t size = 1;

  bool is_primary() const { return rank == OTF2_COLLECTIVES_ROOT; }

  // Asks for rank and size. False if a callback failed.
  bool join();
  // Tells all processes what rank 0 says. False if the callback failed.
  bool broadcast(std::int32_t& value) const;
  // Gives the communicators back.
  void release();
};

// Whether a table has what it must have.
bool is_complete(const OTF2_CollectiveCallbacks& c);

}  // namespace weft::otf2::compat
