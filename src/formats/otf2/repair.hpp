// SPDX-License-Identifier: BSD-3-Clause
// Repair: a valid archive from what is left of a damaged one. The original is never touched.
#pragma once

#include "model/trace.hpp"

namespace weft::otf2 {

Result<RepairReport> repair_archive(const std::string& in, const std::string& out, const RepairOptions& options);

}  // namespace weft::otf2
