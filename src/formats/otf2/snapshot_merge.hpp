// SPDX-License-Identifier: BSD-3-Clause
// SnapshotMerge: the snapshot records of many locations in order of snapshot time, ties broken by location id.
// Snapshots are small and few; this is the plain way.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "formats/otf2/archive.hpp"

namespace weft::otf2 {

class SnapshotMerge {
 public:
  SnapshotMerge(Archive& archive, std::span<const LocationRef> locations) {
    for (const LocationRef location : locations)
      if (auto stream = archive.snapshots(location)) add(location, std::move(stream));
  }
  SnapshotMerge() = default;

  void add(LocationRef location, std::unique_ptr<RecordStream> stream) {
    Lane lane{location, std::move(stream), {}};
    if (!lane.stream->next(lane.next)) return;
    lanes_.push_back(std::move(lane));
    std::ranges::push_heap(lanes_, later);
  }

  bool empty() const { return lanes_.empty(); }

  // Calls visit(location, time, attributes, record) for the next record; false at the end.
  template <class Visit>
  bool next(Visit&& visit) {
    if (lanes_.empty()) return false;
    std::ranges::pop_heap(lanes_, later);
    Lane& lane = lanes_.back();
    deliver(lane, visit);
    if (lane.stream->next(lane.next))
      std::ranges::push_heap(lanes_, later);
    else
      lanes_.pop_back();
    return true;
  }

  // The same for all records that are left.
  template <class Visit>
  void each(Visit&& visit) {
    while (next(visit)) {
    }
  }

 private:
  struct Lane {
    LocationRef location;
    std::unique_ptr<RecordStream> stream;
    RawRecord next;
  };
  static bool later(const Lane& a, const Lane& b) {
    return a.next.time != b.next.time ? a.next.time > b.next.time : a.location > b.location;
  }

  template <class Visit>
  void deliver(Lane& lane, Visit& visit) {
    lane.stream->template decode<SnapshotRecords>(
        lane.next,
        [&](Ticks time, std::span<const AttributeEntry> attributes, const auto& record) {
          visit(lane.location, time, attributes, record);
        },
        [&](const RawRecord& raw) {
          visit(lane.location, raw.time, std::span<const AttributeEntry>{},
              evt::Unknown{raw.id, std::span(reinterpret_cast<const std::uint8_t*>(raw.body.data()), raw.body.size())});
        });
  }

  std::vector<Lane> lanes_;
};

}  // namespace weft::otf2
