// SPDX-License-Identifier: BSD-3-Clause
// Rules on counts: a location has as many events as its definition says.
#pragma once

#include <cstdint>

#include "check/findings.hpp"

namespace weft::check {

inline constexpr Rule event_count{"event-count", "A location has another number of events than its definition says.",
    "Events were lost, or the definition was written before they all were; 'weft repair' writes the right number."};

inline constexpr Rule count_rules[] = {event_count};

void check_event_count(const Definitions& definitions, LocationRef location, std::uint64_t events, Findings& findings);

}  // namespace weft::check
