// SPDX-License-Identifier: BSD-3-Clause
// Copying an archive record by record: exact, or with other chunks, or with clock correction and id mapping applied.
#pragma once

#include "model/trace.hpp"

namespace weft::otf2 {

Result<> copy_archive(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report);

}  // namespace weft::otf2
