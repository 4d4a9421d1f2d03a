// SPDX-License-Identifier: BSD-3-Clause
// Copies of a trace within the format: every object that can be read, one on each line of one file.
#pragma once

#include <string>

#include "formats/dftracer/line_pen.hpp"
#include "formats/dftracer/read_blocks.hpp"
#include "model/trace.hpp"

namespace weft::dftracer {

// In the given dialect.
Result<> copy_trace(const std::string& in, const std::string& out, Version version, const CopyOptions& options,
    LossReport& loss, Report& report, const Asking* asking = nullptr);
// In the dialect that each line has.
Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options);

}  // namespace weft::dftracer
