// SPDX-License-Identifier: BSD-3-Clause
// Window: the events of one location in a stretch of time, and the calls that were open where it begins. With an index
// only what lies in the window is read, without one all that comes before it, too; the answers are the
// same.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "model/call_stack.hpp"
#include "model/time_index.hpp"

namespace weft {

class Window final : public EventStream {
 public:
  static Result<Window> open(Source& source, LocationRef location, const TimeRange& time, const TimeIndex* index);

  // Events of that time alone.
  bool next(EventBatch& batch) override;

  // From the first `next` on: the regions that were open where the window begins, outermost first. None if the location
  // had ended before.
  std::span<const std::uint32_t> open_calls() const { return calls_.regions(); }
  // At the end: whether the location goes on behind the window.
  bool goes_on() const { return goes_on_; }

 private:
  Window(const Definitions& definitions, const TimeRange& time) : time_(time), calls_(definitions) {}
  bool skip_outside();

  TimeRange time_;
  std::unique_ptr<EventStream> stream_;
  CallStack calls_;
  bool has_begun_ = false;
  bool goes_on_ = false;
  EventBatch batch_;
  std::size_t row_ = 0;
};

}  // namespace weft
