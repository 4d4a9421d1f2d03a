// SPDX-License-Identifier: BSD-3-Clause
// Clusters: groups of processes that spend their time on the same functions (docs/formats/otf.md, section 11.8).
#pragma once

#include <vector>

#include "cli/otf_tools/profile/collected.hpp"
#include "cli/otf_tools/profile/options.hpp"

namespace weft::cli::otf_tools::profile {

using Cluster = std::vector<ProcessId>;  // ascending

// Clusters by hard group: processes of different ones are never put together.
using Clustering = std::vector<std::vector<Cluster>>;

Clustering find_clusters(const Options& options, const Collected& collected);

// PREFIX.map: a line for each cluster, and where hard groups were asked for, an empty line behind each of them.
Result<> write_clusters(const Options& options, const Clustering& clustering);

}  // namespace weft::cli::otf_tools::profile
