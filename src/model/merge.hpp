// SPDX-License-Identifier: BSD-3-Clause
// Merge: the events of many locations in global time order, ties broken by location id. Within a location the order of
// the file is kept, even where clock correction makes times go backwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/source.hpp"

namespace weft {

class Merge {
 public:
  // The streams of all `locations` of a source, sharing about `memory_bytes` for their windows and batches.
  static Result<Merge> open(
      Source& source, std::span<const LocationRef> locations, std::size_t memory_bytes = std::size_t{64} << 20);

  // Streams in order of location id.
  explicit Merge(std::vector<std::unique_ptr<EventStream>> streams);

  // Moves to the next event; false at the end.
  bool next() {
    if (current_ == none) return start();
    Lane& lane = lanes_[current_];
    if (++lane.row == lane.batch.size() && !refill(current_))
      return replay(current_, Key{~Ticks{0}, exhausted | current_});
    return replay(current_, Key{lane.batch.time[lane.row], current_});
  }

  const EventBatch& batch() const { return lanes_[current_].batch; }
  std::size_t row() const { return lanes_[current_].row; }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr std::uint64_t exhausted = std::uint64_t{1} << 63;  // sorts behind every lane that has events

  struct Key {
    Ticks time;
    std::uint64_t lane;
    bool before(const Key& other) const {
      __extension__ using Wide = unsigned __int128;
      return (Wide{time} << 64 | lane) < (Wide{other.time} << 64 | other.lane);
    }
  };
  struct Lane {
    std::unique_ptr<EventStream> stream;
    EventBatch batch;
    std::size_t row = 0;
  };

  bool start();
  bool refill(std::uint64_t lane);

  // A loser tree: each inner node keeps the key that lost there, so one path of comparisons finds the next event.
  bool replay(std::uint64_t lane, Key key) {
    for (std::size_t node = (lane + lanes_.size()) / 2; node > 0; node /= 2) {
      // Which of the two is smaller is a coin toss to the processor: select, do not jump.
      const Key loser = losers_[node];
      const bool swap = loser.before(key);
      losers_[node] = swap ? key : loser;
      key = swap ? loser : key;
    }
    current_ = key.lane & ~exhausted;
    return !(key.lane & exhausted);
  }

  std::vector<Lane> lanes_;
  std::vector<Key> losers_;
  std::uint64_t current_ = none;
};

}  // namespace weft
