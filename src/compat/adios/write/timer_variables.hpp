// SPDX-License-Identifier: BSD-3-Clause
// The variables that hold timers: the seconds of every process, and from the first one what they are of.
#pragma once

#include <cstdint>

#include "compat/adios/write/group.hpp"
#include "compat/adios/write/timers.hpp"
#include "formats/bp/group_writer.hpp"

namespace weft::adios {

// If the group has none yet.
void define_timer_variables(Group& group, const Communicator& communicator);
// Those of the step before.
void write_timer_variables(Group& group, bp::GroupWriter& writer, const Communicator& communicator);
// What they need besides their headers.
std::uint64_t timer_bytes(const Communicator& communicator);

}  // namespace weft::adios
