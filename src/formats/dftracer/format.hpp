// SPDX-License-Identifier: BSD-3-Clause
// DFTracer as entries of the registry: both dialects are read by the first; the second is what version 2 is written as.
#pragma once

#include "model/trace.hpp"

namespace weft::dftracer {

extern const Format format;
extern const Format format_2;

}  // namespace weft::dftracer
