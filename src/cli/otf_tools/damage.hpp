// SPDX-License-Identifier: BSD-3-Clause
// Tools that write a new trace stop where theirs is damaged, while Weft's readers report and go on.
#pragma once

#include "base/result.hpp"
#include "formats/otf/rules.hpp"
#include "model/report.hpp"

namespace weft::cli::otf_tools {

// The first thing that was found to be wrong, other than lines that nobody knows.
inline Result<> undamaged(const Report& report) {
  for (const auto& [rule, group] : report.groups())
    if (rule != otf::line_unknown.name && rule != otf::master_line.name && !group.first.empty())
      return Error{Errc::corrupt, group.first.front().message + "; 'weft repair' keeps what can be read",
          group.first.front().file, group.first.front().offset};
  return {};
}

}  // namespace weft::cli::otf_tools
