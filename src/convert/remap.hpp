// SPDX-License-Identifier: BSD-3-Clause
// RemapStream: the events of another stream with other ids and other times. Columns are made anew; records are
// translated when somebody asks for them.
#pragma once

#include <memory>
#include <unordered_set>
#include <vector>

#include "base/arena.hpp"
#include "convert/clock_map.hpp"
#include "convert/joiner.hpp"
#include "model/source.hpp"

namespace weft {

struct Remap {
  const IdMaps* ids = nullptr;                                  // none: they stay
  const std::unordered_set<std::uint32_t>* left_out = nullptr;  // attributes, by the id they had
  ClockMap clock;
};

class RemapStream final : public EventStream, private RecordAccess {
 public:
  // What `remap` refers to must outlive the stream. `first_event`: so many came before, of other streams.
  RemapStream(std::unique_ptr<EventStream> stream, const Remap& remap, LocationRef location, std::uint64_t first_event)
      : stream_(std::move(stream)), remap_(remap), location_(location), first_event_(first_event) {}

  bool next(EventBatch& batch) override;
  // All that were handed out, and those that came before.
  std::uint64_t events() const { return first_event_; }

 private:
  bool read(std::uint32_t row, Kind kind, Event& event) override;

  std::unique_ptr<EventStream> stream_;
  Remap remap_;
  LocationRef location_;
  std::uint64_t first_event_;
  RecordAccess* access_ = nullptr;
  std::vector<Ticks> times_;
  std::vector<std::uint64_t> values_;
  std::vector<AttributeEntry> attributes_;
  Arena memory_;
};

}  // namespace weft
