// SPDX-License-Identifier: BSD-3-Clause
// The few words of OTF that all parts of a profile share. Only what reads files includes the reader, which is large.
#pragma once

#include <cstdint>

#include "base/progress.hpp"
#include "base/result.hpp"
#include "formats/otf/line_schema.hpp"

namespace weft::otf {
class TraceReader;
}

namespace weft::cli::otf_tools::profile {

using otf::ProcessId;
using otf::Ticks;

}  // namespace weft::cli::otf_tools::profile
