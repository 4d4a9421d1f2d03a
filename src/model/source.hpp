// SPDX-License-Identifier: BSD-3-Clause
// Source and Sink: how events flow. A source hands out one stream per location, each to be used by one thread at a
// time, several in parallel; a sink takes definitions once and then batches, per location.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/result.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"
#include "model/markers.hpp"
#include "model/report.hpp"

namespace weft {

struct TimeRange {
  Ticks first = 0;
  Ticks last = ~Ticks{0};
  bool contains(Ticks time) const { return first <= time && time <= last; }
};

// A range of the independent parts of a location; the default is all of it.
struct PartRange {
  std::uint64_t first = 0;
  std::uint64_t last = ~std::uint64_t{0};  // one past the end
};

struct StreamOptions {
  std::size_t window_bytes = 1 << 17;  // bytes of the file in memory at once
  std::size_t rows = 4096;             // events per batch, at most
  PartRange parts = {};
  TimeRange time = {};  // that is of interest: parts without events of it may be left out
};

class EventStream {
 public:
  virtual ~EventStream() = default;
  // The next events, at least one; false at the end. Damage is reported, not returned: reading goes on behind it.
  virtual bool next(EventBatch& batch) = 0;
};

class Source {
 public:
  virtual ~Source() = default;
  virtual const Definitions& definitions() const = 0;
  // The locations that have events, by id.
  virtual std::span<const LocationRef> locations() const = 0;
  // How many parts of a location can be read independently, and with the same result as one after the other.
  virtual std::uint64_t parts(LocationRef location) = 0;
  virtual Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) = 0;
  // Remarks beside the events, where a format has them.
  virtual void read_markers(Markers&) {}
  // What was found wrong so far.
  virtual Report& report() = 0;
};

// Takes the events of one location.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual Result<> write(const EventBatch& batch) = 0;
  virtual Result<> close() = 0;
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual Result<> define(const Definitions& definitions) = 0;
  virtual Result<std::unique_ptr<EventSink>> events(LocationRef location) = 0;
  // Once, when all events are there. False if there is no place for markers.
  virtual Result<bool> mark(const Markers&) { return false; }
  virtual Result<> close() = 0;
};

}  // namespace weft
