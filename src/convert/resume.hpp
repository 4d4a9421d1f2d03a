// SPDX-License-Identifier: BSD-3-Clause
// Reading on from the middle of a location, by an index: of all events before, those come first that still matter, and
// then all from there on. They are numbered in this order.
#pragma once

#include <memory>
#include <optional>

#include "model/time_index.hpp"

namespace weft {

// From where on to read if only times from `first` on are of interest; nothing: from the beginning. The index, which
// may be null, must outlive it.
std::optional<TimeIndex::Beginning> beginning_of(
    Source& source, const TimeIndex* index, LocationRef location, Ticks first);

Result<std::unique_ptr<EventStream>> events_since(Source& source, LocationRef location,
    const std::optional<TimeIndex::Beginning>& beginning, const StreamOptions& options);

}  // namespace weft
