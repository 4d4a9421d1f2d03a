// SPDX-License-Identifier: BSD-3-Clause
// LiTL's entry in the registry.
#pragma once

#include "model/trace.hpp"

namespace weft::litl {

extern const Format format;

}  // namespace weft::litl
