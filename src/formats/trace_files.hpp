// SPDX-License-Identifier: BSD-3-Clause
// The files of a trace that an index is about, and the index that is kept beside them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/time_index.hpp"
#include "model/trace.hpp"

namespace weft {

// All that its events depend on, the one that the trace is known by first. An error if traces of this format have no
// parts that could be found by an index.
Result<std::vector<std::string>> indexed_files(const Format& format, const std::string& path);

// The index of an open trace. Null if it has none, an error if it has one that cannot be used.
Result<std::unique_ptr<TimeIndex>> kept_index(const Format& format, const std::string& path, Trace& trace);

}  // namespace weft
