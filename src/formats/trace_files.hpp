// SPDX-License-Identifier: BSD-3-Clause
// The files of a trace that an index is about.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/trace.hpp"

namespace weft {

// All that its events depend on, the one that the trace is known by first. An error if traces of this format have no
// parts that could be found by an index.
Result<std::vector<std::string>> indexed_files(const Format& format, const std::string& path);

}  // namespace weft
