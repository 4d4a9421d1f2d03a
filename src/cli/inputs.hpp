// SPDX-License-Identifier: BSD-3-Clause
// What a verb that reads many traces takes: their names, patterns of the shell's kind, and @LIST.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace weft::cli {

// Without the indexes that the shell names where it was asked for everything.
std::vector<std::string> without_indexes(const std::vector<std::string>& names);

// What opens all of them as one trace: several must be DFTracer's.
Result<std::string> one_trace(const std::vector<std::string>& names);

// Every trace by its own name, and once, though several of its files are named; of a directory that is no trace, those
// in it. A pattern that nothing matches is an error.
Result<std::vector<std::string>> traces_named(const std::vector<std::string>& names);

}  // namespace weft::cli
