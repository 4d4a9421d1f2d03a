// SPDX-License-Identifier: BSD-3-Clause
// OTF, the Open Trace Format of version 1, as an entry of the registry.
#pragma once

#include "model/trace.hpp"

namespace weft::otf {

extern const Format format;

// Without reading events, to describe the trace.
Result<std::unique_ptr<Trace>> open_briefly(const std::string& path);

}  // namespace weft::otf
