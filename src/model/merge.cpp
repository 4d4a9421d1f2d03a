// SPDX-License-Identifier: BSD-3-Clause
#include "model/merge.hpp"

#include <algorithm>
#include <bit>

namespace weft {

StreamOptions Merge::options_for(std::size_t lanes, std::size_t memory_bytes) {
  // Columns are walked a row here and a row there, so those of all locations together should stay in the second-level
  // cache; windows are read from front to back and may be larger.
  constexpr std::size_t column_bytes = sizeof(Ticks) + sizeof(Kind) + sizeof(std::uint64_t) + sizeof(std::uint32_t);
  constexpr std::size_t cached_bytes = std::size_t{1} << 19;
  lanes = std::max<std::size_t>(1, lanes);
  StreamOptions options;
  options.window_bytes = std::clamp<std::size_t>(memory_bytes / lanes, 512, options.window_bytes);
  options.rows = std::clamp<std::size_t>(cached_bytes / lanes / column_bytes, 16, options.rows);
  return options;
}

Result<Merge> Merge::open(
    Source& source, std::span<const LocationRef> locations, std::size_t memory_bytes, const TimeRange& time) {
  StreamOptions options = options_for(locations.size(), memory_bytes);
  options.time = time;
  std::vector<LocationRef> ordered(locations.begin(), locations.end());
  std::ranges::sort(ordered);
  std::vector<std::unique_ptr<EventStream>> streams;
  streams.reserve(ordered.size());
  for (const LocationRef location : ordered) streams.push_back(WEFT_TRY(source.events(location, options)));
  return Merge(std::move(streams));
}

Merge::Merge(std::vector<std::unique_ptr<EventStream>> streams)
    : lanes_(streams.size()),
      losers_(std::bit_ceil(streams.size()), exhausted),
      lane_bits_(static_cast<unsigned>(std::countr_zero(losers_.size()))) {
  inputs_.reserve(streams.size());
  for (auto& stream : streams) inputs_.push_back({std::move(stream), {}, 0});
}

// The first key of the lane's next batch.
Merge::Key Merge::refill(std::uint64_t number) {
  Input& input = inputs_[number];
  Lane& lane = lanes_[number];
  if (lane.size) input.events = input.batch.first_event + lane.size;
  lane = {};
  if (!input.stream->next(input.batch)) return exhausted;
  const EventBatch& batch = input.batch;
  lane = {exhausted, 0, static_cast<std::uint32_t>(batch.size()), batch.time.data(), batch.kind.data(),
      batch.value.data(), batch.record.data(), batch.location};
  lane.upcoming = key_of(lane.time[lane.size > 1 ? 1 : 0], number);
  return key_of(lane.time[0], number);
}

bool Merge::start() {
  for (std::size_t i = 0; i < lanes_.size(); ++i) refill(i);
  return rebase();
}

// Chooses the base by the first of all events that are left, with room before it for times that go backwards, and
// builds the tree: winners move up from the leaves; what they beat stays behind as the loser of the node.
bool Merge::rebase() {
  Ticks first = ~Ticks{0};
  bool any = false;
  for (const Lane& lane : lanes_) {
    if (lane.size == 0) continue;
    first = std::min(first, lane.time[lane.row]);
    any = true;
  }
  if (!any) return false;
  base_ = first - std::min(first, far() / 2);

  const std::size_t leaves = losers_.size();
  std::vector<Key> winners(2 * leaves, exhausted);
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    Lane& lane = lanes_[i];
    if (lane.size == 0) continue;
    winners[leaves + i] = key_of(lane.time[lane.row], i);
    lane.upcoming = key_of(lane.time[std::min(lane.row + 1, lane.size - 1)], i);
  }
  for (std::size_t node = leaves - 1; node > 0; --node) {
    winners[node] = std::min(winners[2 * node], winners[2 * node + 1]);
    losers_[node] = std::max(winners[2 * node], winners[2 * node + 1]);
  }
  return win(winners[1]);
}

}  // namespace weft
