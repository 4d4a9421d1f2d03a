// SPDX-License-Identifier: BSD-3-Clause
// TimeIndex: what times lie in which parts of a trace, and which calls are open where a part begins. `weft index` keeps
// it beside the trace; a source with an index (indexed_source.hpp) leaves out parts that have no events of the time
// that is of interest (StreamOptions::time). Made and used the same way for every format whose locations have parts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/index_file.hpp"
#include "base/progress.hpp"
#include "model/trace.hpp"

namespace weft {

// A part of a location, or several in a row.
struct IndexedPart {
  std::uint64_t part = 0;         // the number of the first
  std::uint64_t first_event = 0;  // of the location, counted from 0
  Ticks first = ~Ticks{0};
  Ticks last = 0;
  std::vector<std::uint32_t> open = {};  // regions, where it begins, outermost first

  bool overlaps(const TimeRange& time) const { return first <= time.last && time.first <= last; }
};

inline bool is_everything(const TimeRange& time) { return time.first == 0 && time.last == ~Ticks{0}; }

class TimeIndex {
 public:
  // Reads all events.
  static Result<TimeIndex> make(Trace& trace, std::size_t threads, const Progress& progress);

  // The parts of a location in their order; nothing if all of it has to be read.
  const std::vector<IndexedPart>* find(LocationRef location) const;
  std::uint64_t parts() const;

  // Leaves those parts that have events of the time that is asked for, and those between them; none at all may be
  // left.
  void narrow(LocationRef location, StreamOptions& options) const;

  // Makes of every two parts one. False if there is nothing to join.
  bool join_parts();

  std::vector<std::byte> body() const;
  static Result<TimeIndex> of(Bytes body);

 private:
  std::map<LocationRef, std::vector<IndexedPart>> locations_;
};

// The index that is kept of a trace: of these files, the one it is known by first, and of a format as TraceInfo names
// it. Errc::not_found if there is none.
Result<TimeIndex> read_time_index(std::string_view format, std::span<const std::string> files);

// What was written.
struct WrittenIndex {
  std::string path;
  std::uint64_t bytes = 0;
  std::uint64_t trace_bytes = 0;
  std::uint64_t parts = 0;
};

// An index is never larger than a hundredth of its trace: parts are joined until it fits, and a trace that is too small
// for any has none.
Result<WrittenIndex> write_time_index(
    Trace& trace, std::span<const std::string> files, std::size_t threads, const Progress& progress);

}  // namespace weft
