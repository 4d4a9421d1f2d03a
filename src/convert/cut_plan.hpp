// SPDX-License-Identifier: BSD-3-Clause
// CutPlan: what a cut has to leave out so that nothing in it lacks its other half, and which handles are open where it
// begins. Found by reading the trace once, up to where the cut ends, and with an index from about where it begins;
// takes memory for the messages and collective operations in the cut, not for its other events.
//
// Messages, collective operations, requests, I/O and RMA operations belong together as a whole: if a part of one is
// outside, all of it is left out. Threads of a process may share I/O operations; requests and RMA operations are whole
// if one location both begins and ends them.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "convert/cut_options.hpp"
#include "model/event_types.hpp"
#include "model/source.hpp"
#include "model/time_index.hpp"

namespace weft {

struct LocationPlan {
  std::uint64_t events = 0;             // that are kept
  std::vector<std::uint64_t> left_out;  // numbers of events within the location, from 0, ascending
  // What makes handles open, or closed, where the cut begins.
  std::vector<std::pair<EventRecord, std::vector<AttributeEntry>>> at_begin;
};

using CutPlan = std::map<LocationRef, LocationPlan>;

// `index` may be null.
Result<CutPlan> plan_cut(Source& source, const CutOptions& options, const TimeIndex* index, std::size_t threads);

}  // namespace weft
