// SPDX-License-Identifier: BSD-3-Clause
// Statistics as one JSON object, for programs. Times are given in ticks and, if the trace says how fast its clock is,
// in seconds; ids with their names, or null where a name is not defined.
#pragma once

#include <cstddef>

#include "analyze/statistics.hpp"
#include "base/text_sink.hpp"

namespace weft {

// At most `top` entries in each list but that of locations. Counts are ranked by their bytes, profiles come as they
// are.
void put_json(TextSink& out, const Statistics& statistics, const Definitions& definitions, std::size_t top);

}  // namespace weft
