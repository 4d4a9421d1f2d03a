// SPDX-License-Identifier: BSD-3-Clause
// What the descriptors of this process stand for. Looked up without a lock; of any number, as far as the system has
// them. One that nobody saw being opened is looked at when it is used first.
#pragma once

#include <cstdint>

namespace weft::recording::io {

// Ids as io_calls.hpp has them. Pipes, sockets, and what was open before the program began, have no file.
struct Descriptor {
  bool is_known = false;
  bool is_recorded = false;
  std::uint32_t file = 0;
  std::uint32_t handle = 0;
};

Descriptor descriptor(int fd);
void set_descriptor(int fd, const Descriptor& to);
// Forgets it, and says what it was. Before it is closed: afterwards the number may be another one's.
Descriptor take_descriptor(int fd);
// All of these, without a word about it.
void forget_range(unsigned first, unsigned last);
// In a child, which has its parent's descriptors and handles of its own.
void inherit_descriptors();

}  // namespace weft::recording::io
