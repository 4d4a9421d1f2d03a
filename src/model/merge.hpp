// SPDX-License-Identifier: BSD-3-Clause
// Merge: the events of many locations in global time order, ties broken by location id. Within a location the order of
// the file is kept, even where clock correction makes times go backwards.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/source.hpp"

namespace weft {

class Merge {
 public:
  // The streams of all `locations` of a source, sharing about `memory_bytes` for their windows.
  static Result<Merge> open(
      Source& source, std::span<const LocationRef> locations, std::size_t memory_bytes = std::size_t{8} << 20);

  // Streams in order of location id.
  explicit Merge(std::vector<std::unique_ptr<EventStream>> streams);

  // Moves to the next event; false at the end.
  bool next() {
    if (current_ == none) return start();
    Lane& lane = lanes_[current_];
    if (++lane.row >= lane.size) [[unlikely]]
      return replay(refill(current_));
    const Key key{lane.upcoming, current_};
    lane.upcoming = lane.time[std::min(lane.row + 1, lane.size - 1)];
    return replay(key);
  }

  const EventBatch& batch() const { return inputs_[current_].batch; }
  std::size_t row() const { return lanes_[current_].row; }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr std::uint64_t exhausted = std::uint64_t{1} << 63;  // sorts behind every lane that has events

  struct Key {
    Ticks time;
    std::uint64_t lane;
    bool before(const Key& other) const { return time < other.time || (time == other.time && lane < other.lane); }
  };
  struct Input {
    std::unique_ptr<EventStream> stream;
    EventBatch batch;
  };
  // What each step needs of an input, close together: with many locations the batches themselves are seldom in reach.
  struct Lane {
    Ticks upcoming = 0;  // time of the row after this one: known before it is asked for
    const Ticks* time = nullptr;
    std::size_t row = 0;
    std::size_t size = 0;
  };

  bool start();
  Key refill(std::uint64_t number);

  // A loser tree: each inner node keeps the key that lost there, so one path of comparisons finds the next event.
  bool replay(Key key) {
    for (std::size_t node = (current_ + leaves_) / 2; node > 0; node /= 2) {
      // Which of the two is smaller is a coin toss to the processor. Masks swap without a jump; compilers make one of
      // anything plainer. That two times are equal is rare, and may be a jump.
      Key& loser = losers_[node];
      std::uint64_t swap = ~std::uint64_t{0} * (loser.time < key.time);
      if (loser.time == key.time) [[unlikely]]
        swap = ~std::uint64_t{0} * (loser.lane < key.lane);
      const std::uint64_t times = (loser.time ^ key.time) & swap;
      const std::uint64_t lanes = (loser.lane ^ key.lane) & swap;
      loser = {loser.time ^ times, loser.lane ^ lanes};
      key = {key.time ^ times, key.lane ^ lanes};
    }
    current_ = key.lane & ~exhausted;
    return !(key.lane & exhausted);
  }

  std::vector<Input> inputs_;
  std::vector<Lane> lanes_;
  std::vector<Key> losers_;
  std::size_t leaves_ = 0;  // a power of two: all paths are of one length, which the processor learns
  std::uint64_t current_ = none;
};

}  // namespace weft
