// SPDX-License-Identifier: BSD-3-Clause
// Traces in BP files, for the registry.
#pragma once

#include "model/trace.hpp"

namespace weft::bptrace {

extern const Format format;

}  // namespace weft::bptrace
