// SPDX-License-Identifier: BSD-3-Clause
#include "model/merge.hpp"

#include <algorithm>

namespace weft {

Result<Merge> Merge::open(Source& source, std::span<const LocationRef> locations, std::size_t memory_bytes) {
  // Each location gets its share: half for the bytes of its file, half for the columns made of them.
  constexpr std::size_t column_bytes = sizeof(Ticks) + sizeof(Kind) + sizeof(std::uint64_t) + sizeof(std::uint32_t);
  const std::size_t share = memory_bytes / std::max<std::size_t>(1, locations.size()) / 2;
  StreamOptions options;
  options.window_bytes = std::clamp<std::size_t>(share, 512, options.window_bytes);
  options.rows = std::clamp<std::size_t>(share / column_bytes, 16, options.rows);

  std::vector<LocationRef> ordered(locations.begin(), locations.end());
  std::ranges::sort(ordered);
  std::vector<std::unique_ptr<EventStream>> streams;
  for (const LocationRef location : ordered) streams.push_back(WEFT_TRY(source.events(location, options)));
  return Merge(std::move(streams));
}

Merge::Merge(std::vector<std::unique_ptr<EventStream>> streams) {
  for (auto& stream : streams) lanes_.push_back({std::move(stream), {}, 0});
}

bool Merge::refill(std::uint64_t lane) {
  lanes_[lane].row = 0;
  return lanes_[lane].stream->next(lanes_[lane].batch);
}

bool Merge::start() {
  const std::size_t n = lanes_.size();
  if (n == 0) return false;
  // Winners move up from the leaves n .. 2n-1; what they beat stays behind as the loser of the node.
  std::vector<Key> winners(2 * n);
  losers_.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    winners[n + i] = refill(i) ? Key{lanes_[i].batch.time[0], i} : Key{~Ticks{0}, exhausted | i};
  for (std::size_t node = n - 1; node > 0; --node) {
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
