// SPDX-License-Identifier: BSD-3-Clause
// How the processes that share an archive talk: through callbacks of the program, or not at all if there is only one.
#pragma once

#include <otf2/OTF2_Callbacks.h>

#include <cstdint>
#include <optional>

namespace weft::otf2::compat {

struct Collectives {
  bool is_set = false;
  const OTF2_CollectiveCallbacks* callbacks = nullptr;  // none in a program of one process
  void* data = nullptr;
  OTF2_CollectiveContext* global = nullptr;
  OTF2_CollectiveContext* local = nullptr;

  // Whether this is rank 0, which writes what there is once. Nothing if the callback failed.
  std::optional<bool> is_primary() const;
  // Tells all processes what rank 0 says. False if the callback failed.
  bool broadcast(std::int64_t& value) const { return broadcast(&value, OTF2_TYPE_INT64); }
  bool broadcast(std::uint64_t& value) const { return broadcast(&value, OTF2_TYPE_UINT64); }
  // Gives the communicators back.
  void release();

 private:
  bool broadcast(void* value, OTF2_Type type) const;
};

// Whether a table has what it must have.
bool is_complete(const OTF2_CollectiveCallbacks& c);

}  // namespace weft::otf2::compat
