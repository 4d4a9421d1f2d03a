// SPDX-License-Identifier: BSD-3-Clause
// OTF, the Open Trace Format of version 1, as an entry of the registry.
#pragma once

#include "model/trace.hpp"

namespace weft::otf {

extern const Format format;

}  // namespace weft::otf
