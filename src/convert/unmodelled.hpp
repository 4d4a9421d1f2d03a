// SPDX-License-Identifier: BSD-3-Clause
// What traces have beside definitions, events and markers: snapshots, statistics, thumbnails. They repeat what events
// say, no model knows them, and some formats make their own whenever a trace is written.
#pragma once

#include "model/trace.hpp"

namespace weft {

// Tells what of it becomes of `trace` in a trace of the format `to`. To be asked once for each trace that is read,
// whatever is made of it.
void tell_unmodelled(Trace& trace, const Format& to, LossReport& loss);
// The same of what traces have said already.
void tell_unmodelled(const LossReport& said, const Format& to, LossReport& loss);

}  // namespace weft
