// SPDX-License-Identifier: BSD-3-Clause
// The sums of all processes as lines of values, for other programs (docs/formats/otf.md, section 11.8).
#pragma once

#include "cli/otf_tools/profile/collected.hpp"
#include "cli/otf_tools/profile/options.hpp"

namespace weft::cli::otf_tools::profile {

Result<> write_csv(const Options& options, const Vocabulary& words, const Collected& collected);

}  // namespace weft::cli::otf_tools::profile
