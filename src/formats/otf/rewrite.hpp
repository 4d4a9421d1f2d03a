// SPDX-License-Identifier: BSD-3-Clause
// Copying and repairing a trace within OTF: record by record, not through the model.
#pragma once

#include <string>

#include "model/trace.hpp"

namespace weft::otf {

Result<> copy_trace(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report);

Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options);

}  // namespace weft::otf
