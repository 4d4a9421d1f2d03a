// SPDX-License-Identifier: BSD-3-Clause
// The steps of otfprofile, from opening the trace to the last file written.
#pragma once

#include "cli/otf_tools/profile/options.hpp"

namespace weft {
class Report;
}

namespace weft::cli::otf_tools::profile {

// Damage of the trace becomes findings; everything else is in the profile.
Result<> make_profile(const Options& options, Report& report);

}  // namespace weft::cli::otf_tools::profile
