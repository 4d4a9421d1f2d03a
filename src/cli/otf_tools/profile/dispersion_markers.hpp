// SPDX-License-Identifier: BSD-3-Clause
// What dispersion leaves behind for other programs: markers in the trace itself, and rules for recording less.
#pragma once

#include <span>

#include "cli/otf_tools/profile/dispersion.hpp"
#include "cli/otf_tools/profile/options.hpp"
#include "cli/otf_tools/profile/vocabulary.hpp"

namespace weft::cli::otf_tools::profile {

// Adds a marker at the longest call of each of the heaviest functions, and of heavy call paths if they are known, to
// the markers of the trace, in place of those that were added before. Call paths that a filter of this percentage would
// leave out are none of those that are counted as light. Says on standard output which kind of marker was defined.
Result<> write_markers(
    otf::TraceReader& trace, const Vocabulary& words, const Dispersion& dispersion, std::uint32_t percent);

// PREFIX.filter: the call paths whose calls are the most alike, and what an earlier filter has.
Result<> write_filter(const Options& options, const Vocabulary& words, std::span<const PathDispersion> paths);

}  // namespace weft::cli::otf_tools::profile
