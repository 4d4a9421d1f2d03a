// SPDX-License-Identifier: BSD-3-Clause
// The tables as a LaTeX document with charts, PREFIX.tex. It needs longtable, pgfplots and hyperref, nothing else.
#pragma once

#include "cli/otf_tools/profile/options.hpp"
#include "cli/otf_tools/profile/tables.hpp"

namespace weft::cli::otf_tools::profile {

Result<> write_latex(const Options& options, const Tables& tables);

}  // namespace weft::cli::otf_tools::profile
