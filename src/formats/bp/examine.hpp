// SPDX-License-Identifier: BSD-3-Clause
// Reads all of a BP file and compares what it says twice: index and process groups, statistics and data. `weft check`
// does, of files of data and of traces.
#pragma once

#include <cstddef>
#include <vector>

#include "formats/bp/reader.hpp"
#include "model/data_file.hpp"

namespace weft::bp {

// What is found joins the reader's report. How much there was to look at.
std::vector<CheckedCount> examine(const Reader& reader, std::size_t threads);

}  // namespace weft::bp
