// SPDX-License-Identifier: BSD-3-Clause
// Reading all events where their order does not matter: locations in parallel, and large ones in parallel parts.
#pragma once

#include <functional>
#include <span>

#include "model/source.hpp"

namespace weft {

// Calls visit(worker, batch) for every batch; calls with the same worker are never at the same time. Only events of
// `time` are of interest: others may be left out.
Result<> read_unordered(Source& source, std::span<const LocationRef> locations, std::size_t threads,
    const std::function<void(std::size_t worker, const EventBatch& batch)>& visit, const TimeRange& time = {});

}  // namespace weft
