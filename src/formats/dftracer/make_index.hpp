// SPDX-License-Identifier: BSD-3-Clause
// Makes the indexes of trace files, by reading them once.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "formats/dftracer/trace_index.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

// Calls take(file, index) with the number of every file that can be read, in order; without an index if even the
// smallest would be larger than a hundredth of the file.
Result<> make_indexes(std::span<const std::string> files, std::size_t threads, Report& report,
    const std::function<Result<>(std::size_t file, const TraceIndex* index)>& take);

}  // namespace weft::dftracer
