// SPDX-License-Identifier: BSD-3-Clause
// StackWalk: the events of a location for those who show calls: whatever the trace holds, what is entered is left, in
// the opposite order, and time never goes back. A taker has
//   enter(at, frame, attributes), leave(at, frame, attributes), other(at, event)
//   shows_attributes              whether it has a place for them
// The two most frequent events come straight from the columns.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "formats/exports/frame.hpp"
#include "formats/exports/losses.hpp"
#include "formats/exports/timeline.hpp"
#include "model/batch.hpp"

namespace weft::exports {

template <class Taker>
class StackWalk {
 public:
  StackWalk(const Timeline& timeline, Taker& taker, Losses& losses)
      : timeline_(timeline), taker_(taker), losses_(losses) {}

  void take(const EventBatch& batch) {
    losses_.look_at(batch, 0);
    if (!timeline_.is_exact()) losses_.add(losses_.cut_times, batch.size());
    for (std::size_t row = 0; row < batch.size(); ++row) {
      losses_.look_at(batch, row);
      const Nanoseconds at = advance(batch.time[row]);
      const Kind kind = batch.kind[row];
      if (!(batch.record[row] & EventBatch::has_more)) {
        const Frame frame{static_cast<std::uint32_t>(batch.value[row]), false};
        if (kind == kind_of<evt::Enter>) {
          enter(at, frame, {});
          continue;
        }
        if (kind == kind_of<evt::Leave>) {
          leave(at, frame, {});
          continue;
        }
      }
      if (batch.read(row, event_)) take_record(at);
    }
    losses_.end_batch();
  }

  // What is still open ends with the last event.
  void finish() {
    while (!stack_.empty()) {
      losses_.count_open(stack_.back());
      leave(last_, stack_.back(), {});
    }
  }

  bool has_events() const { return last_ != before_all; }
  Nanoseconds first() const { return first_; }
  Nanoseconds last() const { return last_; }

 private:
  static constexpr Nanoseconds before_all = std::numeric_limits<Nanoseconds>::min();

  Nanoseconds advance(Ticks time) {
    const Nanoseconds at = timeline_.nanoseconds(time);
    if (at == Timeline::farthest) [[unlikely]]
      losses_.count(losses_.far_times);
    if (at < last_) [[unlikely]] {
      losses_.count(losses_.backward_times);
      return last_;
    }
    if (last_ == before_all) first_ = at;
    return last_ = at;
  }

  void take_record(Nanoseconds at) {
    losses_.look_at(event_);
    const EventRecord& record = event_.record;
    if (const auto* entered = record.get_if<evt::Enter>()) return take_enter(at, Frame::of(entered->region));
    if (const auto* left = record.get_if<evt::Leave>()) return take_leave(at, Frame::of(left->region));
    if (const auto* entered = record.get_if<evt::CallingContextEnter>()) {
      if (entered->unwind_distance) losses_.count(losses_.unwind_distances);
      return take_enter(at, Frame::of(entered->calling_context));
    }
    if (const auto* left = record.get_if<evt::CallingContextLeave>())
      return take_leave(at, Frame::of(left->calling_context));
    taker_.other(at, event_);
  }
  void take_enter(Nanoseconds at, Frame frame) { enter(at, frame, event_.attributes); }
  void take_leave(Nanoseconds at, Frame frame) { leave(at, frame, event_.attributes); }

  void enter(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes) {
    stack_.push_back(frame);
    if constexpr (!Taker::shows_attributes) losses_.lose_attributes(attributes);
    taker_.enter(at, frame, attributes);
  }
  void leave(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes) {
    if (stack_.empty() || stack_.back() != frame) {
      losses_.count(losses_.unmatched_leaves.of(frame));
      return;
    }
    if constexpr (!Taker::shows_attributes) losses_.lose_attributes(attributes);
    taker_.leave(at, frame, attributes);
    stack_.pop_back();
  }

  const Timeline& timeline_;
  Taker& taker_;
  Losses& losses_;
  std::vector<Frame> stack_;
  Nanoseconds first_ = 0;
  Nanoseconds last_ = before_all;
  Event event_;
};

}  // namespace weft::exports
