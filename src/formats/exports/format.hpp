// SPDX-License-Identifier: BSD-3-Clause
// Exports as entries of the registry: formats of viewers and scripts, which are written and not read.
#pragma once

#include "model/trace.hpp"

namespace weft::exports {

extern const Format chrome_format;
extern const Format perfetto_format;
extern const Format csv_format;
extern const Format folded_format;
extern const Format speedscope_format;

}  // namespace weft::exports
