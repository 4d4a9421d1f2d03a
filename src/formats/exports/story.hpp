// SPDX-License-Identifier: BSD-3-Clause
// Story: the events of a location for those who show all of them: calls, counters, operations on lanes of their own,
// and everything else as instants, the two ends of a message with the flow between them. A pen has
//   enter, leave                          as of a StackWalk
//   counter(at, metric, place, value)     one value of a metric event, the one at this place among them
//   begin(at, lane), end(at, lane)        an operation
//   instant(at, event, flow)
#pragma once

#include <span>

#include "formats/exports/operations.hpp"
#include "formats/exports/stack_walk.hpp"
#include "formats/exports/stage.hpp"

namespace weft::exports {

template <class Pen>
class Story {
 public:
  static constexpr bool shows_attributes = true;

  Story(Stage& stage, LocationRef location, Pen& pen, Losses& losses)
      : pen_(pen), losses_(losses), channels_(stage.channels, location), walk_(stage.timeline, *this, losses) {}

  void take(const EventBatch& batch) { walk_.take(batch); }

  void finish() {
    while (const auto lane = operations_.take_open()) {
      Losses::count(losses_.open_operations, lane->name());
      pen_.end(walk_.last(), *lane);
    }
    walk_.finish();
    channels_.close();
  }

  void enter(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes) {
    pen_.enter(at, frame, attributes);
  }
  void leave(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes) {
    pen_.leave(at, frame, attributes);
  }

  void other(Nanoseconds at, const Event& event) {
    if (const auto* metric = event.record.template get_if<evt::Metric>()) {
      for (std::size_t i = 0; i < metric->metric_values.size(); ++i)
        pen_.counter(at, metric->metric, i, metric->metric_values[i]);
      losses_.lose_attributes(event.attributes);
      return;
    }
    if (const auto* program = event.record.template get_if<evt::ProgramBegin>())
      if (program->program_arguments.size() > 1) losses_.count(losses_.joined_texts);
    const Operations::Taken taken = operations_.take(event.record);
    if (taken.step == Operations::Step::end) end(at, taken);
    const Flow flow = channels_.take(event.record);
    if (flow.end != Flow::End::none && !flow.id) losses_.count(losses_.unpaired_messages);
    pen_.instant(at, event, flow);
    if (taken.step == Operations::Step::begin) begin(at, taken);
  }

 private:
  void begin(Nanoseconds at, const Operations::Taken& taken) {
    taken.lane ? pen_.begin(at, *taken.lane) : losses_.count(losses_.crowded_operations);
  }
  void end(Nanoseconds at, const Operations::Taken& taken) {
    taken.lane ? pen_.end(at, *taken.lane) : losses_.count(losses_.unmatched_ends);
  }

  Pen& pen_;
  Losses& losses_;
  Operations operations_;
  LocationChannels channels_;
  StackWalk<Story> walk_;
};

}  // namespace weft::exports
