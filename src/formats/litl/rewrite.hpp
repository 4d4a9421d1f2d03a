// SPDX-License-Identifier: BSD-3-Clause
// Copying and repairing: what could be read of a trace, written anew in the standard layout.
#pragma once

#include "model/trace.hpp"

namespace weft::litl {

// Byte for byte where nothing is wrong and the layout is the standard one.
Result<> copy_trace(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report);

// A file that is not recognised any more is refused: without its headers nothing of it can be found.
Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options);

}  // namespace weft::litl
