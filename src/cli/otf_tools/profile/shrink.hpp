// SPDX-License-Identifier: BSD-3-Clause
// Lets otfshrink make a trace in which one process stands for each cluster.
#pragma once

#include "cli/otf_tools/profile/options.hpp"

namespace weft::cli::otf_tools::profile {

// With the clusters that were written to PREFIX.map.
Result<> shrink(const Options& options);

}  // namespace weft::cli::otf_tools::profile
