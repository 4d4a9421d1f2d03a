// SPDX-License-Identifier: BSD-3-Clause
#include "model/merge.hpp"

#include <algorithm>
#include <bit>

namespace weft {

Result<Merge> Merge::open(Source& source, std::span<const LocationRef> locations, std::size_t memory_bytes) {
  // Columns are walked a row here and a row there, so those of all locations together should stay in the second-level
  // cache; windows are read from front to back and may be larger.
  constexpr std::size_t column_bytes = sizeof(Ticks) + sizeof(Kind) + sizeof(std::uint64_t) + sizeof(std::uint32_t);
  constexpr std::size_t cached_bytes = std::size_t{1} << 19;
  const std::size_t lanes = std::max<std::size_t>(1, locations.size());
  StreamOptions options;
  options.window_bytes = std::clamp<std::size_t>(memory_bytes / lanes, 512, options.window_bytes);
  options.rows = std::clamp<std::size_t>(cached_bytes / lanes / column_bytes, 16, options.rows);

  std::vector<LocationRef> ordered(locations.begin(), locations.end());
  std::ranges::sort(ordered);
  std::vector<std::unique_ptr<EventStream>> streams;
  streams.reserve(ordered.size());
  for (const LocationRef location : ordered) streams.push_back(WEFT_TRY(source.events(location, options)));
  return Merge(std::move(streams));
}

Merge::Merge(std::vector<std::unique_ptr<EventStream>> streams)
    : lanes_(std::bit_ceil(streams.size())), leaves_(lanes_.size()) {
  inputs_.reserve(streams.size());
  for (auto& stream : streams) inputs_.push_back({std::move(stream), {}});
}

// The first key of the lane's next batch.
Merge::Key Merge::refill(std::uint64_t number) {
  if (number >= inputs_.size()) return {~Ticks{0}, exhausted | number};
  Input& input = inputs_[number];
  Lane& lane = lanes_[number];
  lane = {};
  if (!input.stream->next(input.batch)) return {~Ticks{0}, exhausted | number};
  lane.time = input.batch.time.data();
  lane.size = input.batch.size();
  lane.upcoming = lane.time[lane.size > 1 ? 1 : 0];
  return {lane.time[0], number};
}

bool Merge::start() {
  if (inputs_.empty()) return false;
  // Winners move up from the leaves; what they beat stays behind as the loser of the node.
  std::vector<Key> winners(2 * leaves_);
  losers_.resize(leaves_);
  for (std::size_t i = 0; i < leaves_; ++i) winners[leaves_ + i] = refill(i);
  for (std::size_t node = leaves_ - 1; node > 0; --node) {
    const Key& a = winners[2 * node];
    const Key& b = winners[2 * node + 1];
    winners[node] = a.before(b) ? a : b;
    losers_[node] = a.before(b) ? b : a;
  }
  const Key& winner = winners[1];
  current_ = winner.lane & ~exhausted;
  return !(winner.lane & exhausted);
}

}  // namespace weft
