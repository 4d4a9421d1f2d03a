// SPDX-License-Identifier: BSD-3-Clause
// Which location a rank of a communicator is.
#pragma once

#include <optional>
#include <vector>

#include "model/definitions.hpp"

namespace weft::cli::otf2_tools {

// Whether ranks can be looked up in the group at all.
bool is_usable(const def::Group* group);

// The first group that lists the locations of a paradigm; null if there is none.
const def::Group* locations_of(const Definitions& definitions, Paradigm paradigm);

// The location of a rank, seen from an event on `here`; nothing if it cannot be told.
std::optional<LocationRef> location_of_rank(
    const Definitions& definitions, CommRef comm, std::uint32_t rank, LocationRef here);

// The locations that belong to a communicator, as far as they can be told; of both sides, where there are two.
std::vector<LocationRef> members_of(const Definitions& definitions, CommRef comm, LocationRef here);

}  // namespace weft::cli::otf2_tools
