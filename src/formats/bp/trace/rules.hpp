// SPDX-License-Identifier: BSD-3-Clause
// What can be wrong with a trace in a BP file that is fine as such.
#pragma once

#include "formats/bp/rules.hpp"

namespace weft::bptrace {

inline constexpr Rule window_damaged{"bp-window-damaged", "The columns of some events do not fit each other.",
    "Bytes were overwritten; the events of this location and window are lost."};
inline constexpr Rule definitions_damaged{"bp-definitions-damaged",
    "The columns of some definitions do not fit each other.",
    "Bytes were overwritten; definitions of this kind are lost."};
inline constexpr Rule kind_unknown{"bp-kind-unknown", "Events are of a kind that this version does not know.",
    "A newer Weft wrote them; they are left out."};

}  // namespace weft::bptrace
