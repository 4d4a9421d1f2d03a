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
#include "model/time_index.hpp"

namespace weft {

// A stretch of time in nanoseconds of the trace. Calls that are open where it begins are known by name, and that is
// all that is known of what was before; what begins in it is read to its end.
struct IoSpanWindow {
  std::uint64_t first = 0;
  std::uint64_t last = ~std::uint64_t{0};
  const TimeIndex* index = nullptr;  // of the trace, if it has one
};

// Runs are batches, streams are locations. Operations that end at another location than they began are not matched.
Result<IoSpansRead> read_io_spans(
    Source& source, std::span<IoSpanTaker* const> takers, const Progress& progress, const IoSpanWindow& window = {});

// When the first call or operation began, in nanoseconds; all bits set if there is none.
Result<std::uint64_t> first_io_time(Source& source, std::size_t threads);

}  // namespace weft
