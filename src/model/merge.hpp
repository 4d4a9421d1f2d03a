// SPDX-License-Identifier: BSD-3-Clause
// Merge: the events of many locations in global time order, ties broken by location id. Within a location the order of
// the file is kept, even where clock correction makes times go backwards.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/source.hpp"

namespace weft {

class Merge {
 public:
  // The streams of all `locations` of a source, sharing about `memory_bytes` for their windows. Only events of `time`
  // are of interest: others may be left out.
  static Result<Merge> open(Source& source, std::span<const LocationRef> locations,
      std::size_t memory_bytes = std::size_t{8} << 20, const TimeRange& time = {});

  // How to open `lanes` streams that share this memory.
  static StreamOptions options_for(std::size_t lanes, std::size_t memory_bytes = std::size_t{8} << 20);

  // Streams in order of location id.
  explicit Merge(std::vector<std::unique_ptr<EventStream>> streams);

  // Moves to the next event; false at the end.
  [[gnu::always_inline]] bool next() {
    if (current_ == none) return start();
    Lane& lane = lanes_[current_];
    if (++lane.row >= lane.size) [[unlikely]] {
      ahead_ = exhausted;
      return replay(refill(current_));
    }
    const Key key = lane.upcoming;
    lane.upcoming = key_of(lane.time[std::min(lane.row + 1, lane.size - 1)], current_);
    if (ahead_ == exhausted) [[unlikely]]
      return replay(key);
    // Who comes next is known: bringing the tree up to date is nothing to wait for.
    const Key ahead = std::exchange(ahead_, exhausted);
    put_into_tree(key);
    return win(ahead);
  }

  // Finds out which event comes next and calls into the cache what it consists of: with many locations it is out of
  // reach, and the work on the current event covers the way.
  [[gnu::always_inline]] void look_ahead() {
    ahead_ = exhausted;
    const Lane& lane = lanes_[current_];
    if (lane.row + 1 >= lane.size) [[unlikely]]
      return;
    Key key = lane.upcoming;
    for (std::size_t node = parent_of_leaf(current_); node > 0; node /= 2) key = std::min(key, losers_[node]);
    const std::uint64_t number = lane_of(key);
    if (number >= lanes_.size()) return;
    ahead_ = key;
    const Lane& next = lanes_[number];
    const std::size_t row = next.row + (number == current_);
    __builtin_prefetch(next.kind + row);
    __builtin_prefetch(next.time + row);
    __builtin_prefetch(next.value + row);
    __builtin_prefetch(next.record + row);
  }

  // What follows the event of a stream that is next in order, or current, will be asked of the stream anew.
  void forget_ahead(std::size_t stream) {
    Lane& lane = lanes_[stream];
    lane.size = std::min(lane.size, lane.row + 1);
  }

  const EventBatch& batch() const { return inputs_[current_].batch; }
  std::size_t row() const { return lanes_[current_].row; }

  // What the columns of the batch say of the current event, without the way to the batch.
  struct Columns {
    LocationRef location;
    Ticks time;
    Kind kind;
    std::uint64_t value;
    std::uint32_t record;
  };
  [[gnu::always_inline]] Columns columns() const {
    const Lane& lane = lanes_[current_];
    return {lane.location, lane.time[lane.row], lane.kind[lane.row], lane.value[lane.row], lane.record[lane.row]};
  }

  // Which of the stream's events, counted from 1, is next in order, or was last; of the current stream, the current.
  std::uint64_t event_of(std::size_t stream) const {
    const Lane& lane = lanes_[stream];
    return lane.size ? inputs_[stream].batch.first_event + lane.row + 1 : inputs_[stream].events;
  }

 private:
  // Time and lane in one word, so that one comparison orders both: the lane in the low bits, above it the time as a
  // distance from `base_`, from 1 on. Times before the base have the distance 0, times too far ahead the largest; when
  // one of these comes first, the base moves and all keys are made anew.
  using Key = std::uint64_t;
  static constexpr Key exhausted = ~Key{0};
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  struct Input {
    std::unique_ptr<EventStream> stream;
    EventBatch batch;
    std::uint64_t events = 0;  // up to the end of the last batch
  };
  // What each step needs of an input, on one cache line: with many locations the batches themselves are seldom in
  // reach.
  struct alignas(64) Lane {
    Key upcoming = exhausted;  // of the row after this one: known before it is asked for
    std::uint32_t row = 0;
    std::uint32_t size = 0;  // 0: has no more events
    const Ticks* time = nullptr;
    const Kind* kind = nullptr;
    const std::uint64_t* value = nullptr;
    const std::uint32_t* record = nullptr;
    LocationRef location;
  };

  bool start();
  bool rebase();
  Key refill(std::uint64_t number);

  Key far() const { return exhausted >> lane_bits_; }
  std::uint64_t lane_of(Key key) const { return key & ((Key{1} << lane_bits_) - 1); }
  std::size_t parent_of_leaf(std::uint64_t lane) const { return (lane + losers_.size()) / 2; }
  Key key_of(Ticks time, std::uint64_t lane) const {
    Key distance = std::min(time - base_, far() - 1) + 1;
    if (time < base_) [[unlikely]]
      distance = 0;
    return distance << lane_bits_ | lane;
  }

  // A loser tree: each inner node keeps the key that lost there, so one path of comparisons finds the next event. Which
  // of two is smaller is a coin toss to the processor, so there is to be no jump: the larger is what the smaller leaves
  // of both, since compilers jump around the store of a maximum.
  bool replay(Key key) { return win(put_into_tree(key)); }
  [[gnu::always_inline]] Key put_into_tree(Key key) {
    for (std::size_t node = parent_of_leaf(current_); node > 0; node /= 2) {
      const Key loser = losers_[node];
      const Key winner = std::min(loser, key);
      losers_[node] = loser ^ key ^ winner;
      key = winner;
    }
    return key;
  }
  bool win(Key key) {
    if ((key >> lane_bits_) - 1 >= far() - 1) [[unlikely]]
      return rebase();
    current_ = lane_of(key);
    return true;
  }

  std::vector<Input> inputs_;
  std::vector<Lane> lanes_;
  std::vector<Key> losers_;  // as many as a power of two: all paths are of one length, which the processor learns
  unsigned lane_bits_ = 0;
  Ticks base_ = 0;
  std::uint64_t current_ = none;
  Key ahead_ = exhausted;  // of the event that comes next, if somebody looked
};

}  // namespace weft
