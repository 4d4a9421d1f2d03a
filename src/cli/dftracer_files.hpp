// SPDX-License-Identifier: BSD-3-Clause
// What verbs that work on lines of DFTracer traces take and give.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace weft::cli {

// The files of all traces. An error if one is of another format, which `verb` does not work on.
Result<std::vector<std::string>> dftracer_files(std::span<const std::string> traces, std::string_view verb);

}  // namespace weft::cli
