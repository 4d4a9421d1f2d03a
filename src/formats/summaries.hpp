// SPDX-License-Identifier: BSD-3-Clause
// Which formats make, whenever a trace is written, what repeats its events.
#pragma once

#include <string_view>

#include "model/trace.hpp"

namespace weft {

// `kind` as Trace::tell_unmodelled names it.
bool makes_its_own(const Format& format, std::string_view kind);

}  // namespace weft
