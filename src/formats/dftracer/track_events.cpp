// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/track_events.hpp"

#include <deque>

namespace weft::dftracer {

namespace {

struct EventCounter {
  explicit EventCounter(HandleUses& all) : uses(all) {}

  void enter(std::uint64_t, RegionRef, RowRef) { ++events; }
  void leave(std::uint64_t, RegionRef, RowRef, const FileKey& file) {
    ++events;
    if (file.file.defined()) uses.files.insert(file);
  }
  void on_handle(std::uint64_t, Kind, const HandleKey& handle, RowRef, bool) {
    ++events;
    if (events > 1 && handle == last) return;  // most have the one that the event before them had
    uses.handles.insert(handle);
    last = handle;
  }
  void other(std::uint64_t, RowRef) { ++events; }

  HandleUses& uses;
  std::uint64_t events = 0;
  HandleKey last = {};
};

}  // namespace

std::vector<std::uint64_t> count_track_events(
    const Translation& translation, const ThreadPlan& thread, HandleUses& uses) {
  std::deque<EventCounter> counters;
  std::deque<TrackEvents<EventCounter>> tracks;
  const auto add_track = [&] {
    tracks.emplace_back(translation, thread, static_cast<std::uint32_t>(tracks.size()), counters.emplace_back(uses));
  };
  add_track();
  Walk walk(thread);
  for (Walk::Step step; walk.next(step);) {
    while (step.track >= tracks.size()) add_track();
    tracks[step.track].take(step);
  }
  std::vector<std::uint64_t> events;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    tracks[i].end();
    events.push_back(counters[i].events);
  }
  return events;
}

}  // namespace weft::dftracer
