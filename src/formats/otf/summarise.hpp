// SPDX-License-Identifier: BSD-3-Clause
// Statistics and snapshots of a trace that has been written, made as otfaux makes them (docs/formats/otf.md, sections
// 10 and 11.4): the sums of every process behind the end, and its state at a few times between.
#pragma once

#include "formats/otf/reader.hpp"
#include "formats/otf/writer.hpp"

namespace weft::otf {

// The first and the last time of all events; nothing if there is none.
struct TimeRange {
  Ticks first = unknown_time;
  Ticks last = 0;
};
std::optional<TimeRange> time_range(TraceReader& reader);

struct SamplePoints {
  std::vector<Ticks> snapshots;  // ascending
  Ticks end = 0;                 // of the statistics: behind the last event
};

// Evenly spaced over the time of all events; none if there is none.
SamplePoints sample_points(TraceReader& reader, std::size_t snapshots);

// Writes the statistics and snapshot files of all streams, which have one process each, with `threads` threads.
Result<> summarise(TraceReader& reader, const SamplePoints& points, const WriteOptions& options, std::size_t threads);

}  // namespace weft::otf
