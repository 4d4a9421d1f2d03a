// SPDX-License-Identifier: BSD-3-Clause
// OTF2's entry in the registry.
#pragma once

#include "model/trace.hpp"

namespace weft::otf2 {

extern const Format format;

}  // namespace weft::otf2
