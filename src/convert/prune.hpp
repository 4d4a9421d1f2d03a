// SPDX-License-Identifier: BSD-3-Clause
// Pruning: of the definitions of a trace only those stay that its events and markers refer to, with all that these
// refer to, and what describes them. Ids stay as they are.
#pragma once

#include <memory>

#include "model/source.hpp"

namespace weft {

// Reads all events of `source`, which must outlive what is returned: the same events with fewer definitions.
Result<std::unique_ptr<Source>> prune(Source& source, std::size_t threads);

}  // namespace weft
