// SPDX-License-Identifier: BSD-3-Clause
// The operations on files, and the regions, of any trace as spans. An operation is of the category that its I/O
// interface is identified by, such as POSIX, and is called like the region it happens in; opening, closing and seeking
// take as long as that region if it does nothing else. A region is of the category of its paradigm, such as USER or
// MPI.
#pragma once

#include <span>

#include "base/progress.hpp"
#include "model/io_span.hpp"
#include "model/source.hpp"

namespace weft {

// Runs are batches, streams are locations. Operations that end at another location than they began are not matched.
Result<IoSpansRead> read_io_spans(Source& source, std::span<IoSpanTaker* const> takers, const Progress& progress);

}  // namespace weft
