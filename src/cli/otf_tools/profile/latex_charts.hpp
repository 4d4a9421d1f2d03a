// SPDX-License-Identifier: BSD-3-Clause
// The pictures of the LaTeX document: bars, the matrix and the histogram of data rates, boxes of dispersion.
#pragma once

#include <string>
#include <string_view>

#include "cli/otf_tools/profile/report_file.hpp"
#include "cli/otf_tools/profile/tables.hpp"

namespace weft::cli::otf_tools::profile {

// Text that means itself in LaTeX. What is not plain ASCII is shown by its bytes.
std::string escaped(std::string_view text);
std::string typewritten(std::string_view text);

void draw_traffic(ReportFile& file, const Tables& tables, const TrafficTable& traffic, bool has_log_axes);
void draw_rates(ReportFile& file, const Tables& tables);
void draw_rate_counts(ReportFile& file, const Tables& tables);
void draw_dispersion(ReportFile& file, const Tables& tables);

}  // namespace weft::cli::otf_tools::profile
