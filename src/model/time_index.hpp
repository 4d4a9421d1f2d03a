// SPDX-License-Identifier: BSD-3-Clause
// TimeIndex: what times lie in which parts of a trace, and which calls are open where a part begins. `weft index` keeps
// it beside the trace; a source with an index (indexed_source.hpp) leaves out parts that have no events of the time
// that is of interest (StreamOptions::time). Made and used the same way for every format whose locations have parts.
//
// Who needs to know more of the past than open calls, as a cut does, says what that is (PastWatch) when an index is
// made, and goes on from a part by it (resume.hpp).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
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

// An event: the part it is in, and how many of that part are before it.
struct EventPlace {
  std::uint64_t part = 0;
  std::uint64_t row = 0;
  friend auto operator<=>(const EventPlace&, const EventPlace&) = default;
};

// How often something happened that whoever counts knows by these numbers.
using PastCounts = std::map<std::array<std::uint64_t, 4>, std::uint64_t>;

// What has to be known of all events before a part to read on from there as if they had been read.
struct Past {
  // They have to be looked up: from so many on it is better to begin earlier.
  static constexpr std::size_t most_events = 1024;

  std::vector<EventPlace> events;  // that still matter, in their order
  PastCounts counts;               // of others; of those since the last Past before it
};

// Sees the events of a location, and says what of them has to be known.
class PastWatch {
 public:
  virtual ~PastWatch() = default;
  virtual void add(const EventBatch& batch) = 0;
  // Before the next event; nothing if too much would have to be known. Counts begin anew if it is something.
  virtual std::optional<Past> past() = 0;
};
using WatchPast = std::function<std::unique_ptr<PastWatch>(LocationRef)>;

// A part of a location, or several in a row.
struct IndexedPart {
  std::uint64_t part = 0;         // the number of the first
  std::uint64_t first_event = 0;  // of the location, counted from 0
  Ticks first = ~Ticks{0};
  Ticks last = 0;
  std::vector<std::uint32_t> open = {};  // regions, where it begins, outermost first
  std::optional<Past> past = {};         // if it is a place to read on from

  bool overlaps(const TimeRange& time) const { return first <= time.last && time.first <= last; }
};

inline bool is_everything(const TimeRange& time) { return time.first == 0 && time.last == ~Ticks{0}; }

class TimeIndex {
 public:
  // Reads all events.
  static Result<TimeIndex> make(Trace& trace, const WatchPast& watch, std::size_t threads, const Progress& progress);

  // The parts of a location in their order; nothing if all of it has to be read.
  const std::vector<IndexedPart>* find(LocationRef location) const;
  std::uint64_t parts() const;

  // Leaves those parts that have events of the time that is asked for, and those between them; none at all may be
  // left.
  void narrow(LocationRef location, StreamOptions& options) const;

  // The last part to read on from for whom only times from `first` on are of interest, with the counts of all that was
  // before; nothing if that is where the location begins.
  struct Beginning {
    const IndexedPart* part;
    PastCounts counts;
  };
  std::optional<Beginning> beginning(LocationRef location, Ticks first) const;

  // Makes it smaller: of every two parts one, or every second past forgotten. False if there are none.
  bool join_parts();
  bool thin_pasts();

  std::vector<std::byte> body(bool with_pasts = true) const;
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
Result<WrittenIndex> write_time_index(Trace& trace, std::span<const std::string> files, const WatchPast& watch,
    std::size_t threads, const Progress& progress);

}  // namespace weft
