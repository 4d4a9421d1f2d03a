// SPDX-License-Identifier: BSD-3-Clause
// Which trace a path means: its master file, the stub of all names, any of its files, or a directory with one trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/otf/paths.hpp"

namespace weft::otf {

// Nothing if there are neither a master file that maps processes, with files of its streams beside it, nor events.
std::optional<TracePaths> find_trace(const std::string& path);

// The streams that have files of events, by their names alone.
std::vector<StreamId> event_streams(const TracePaths& paths);

}  // namespace weft::otf
