// SPDX-License-Identifier: BSD-3-Clause
// Losses: what the export of one location could not carry, or told in other words, counted without a lock. It is shown
// each event before others work on it, so that whoever counts something need not know which event it is of.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "formats/exports/frame.hpp"
#include "model/batch.hpp"
#include "model/event_types.hpp"
#include "model/loss_report.hpp"

namespace weft::exports {

struct Tally {
  std::uint64_t count = 0;
  std::uint64_t last_event = 0;
  std::string example = {};  // the first
};

// Of regions and of calling contexts.
struct CallTally {
  Tally of_regions;
  Tally of_contexts;
  Tally& of(Frame frame) { return frame.is_context ? of_contexts : of_regions; }
};

class Losses {
 public:
  // The definitions outlive it.
  Losses(const Definitions& definitions, LocationRef location) : definitions_(definitions), location_(location) {}

  // The event at hand, until the next one or the end of the batch.
  void look_at(const EventBatch& batch, std::size_t row) {
    batch_ = &batch;
    row_ = row;
    read_ = nullptr;
    ++number_;
  }
  // The same, read already: what it borrows would not outlive another read.
  void look_at(const Event& event) { read_ = &event; }
  void end_batch() {
    batch_ = nullptr;
    read_ = nullptr;
  }

  // An event counts once, however many of its values are concerned.
  void count(Tally& tally) {
    if (std::exchange(tally.last_event, number_) != number_) add(tally, 1);
  }
  // Of as many events as that, of which the one at hand is the first.
  void add(Tally& tally, std::uint64_t events) {
    if (tally.count == 0) tally.example = example();
    tally.count += events;
  }
  // What no event is at hand for.
  static void count(Tally& tally, std::string_view example) {
    if (tally.count++ == 0) tally.example = example;
  }
  void count_open(Frame call) { count(open_calls.of(call), name_of(definitions_, call)); }
  void lose(Kind kind) { count(kinds[static_cast<std::size_t>(kind)]); }
  void lose_attributes(std::span<const AttributeEntry> entries) {
    for (const AttributeEntry& entry : entries) count(attributes[entry.attribute]);
  }

  // `target` names the format in sentences.
  void tell(std::string_view target, LossReport& report) const;

  std::array<Tally, EventTypes::size> kinds;
  std::map<AttributeRef, Tally> attributes;
  Tally unwind_distances;      // of calls
  Tally joined_texts;          // of programs: their arguments
  Tally cut_times;             // below a nanosecond
  Tally far_times;             // beyond what 63 bits of nanoseconds hold
  Tally early_times;           // before the first tick, where times have no sign
  Tally backward_times;        // before the event before
  CallTally unmatched_leaves;  // of what was not entered last
  CallTally open_calls;
  CallTally deep_calls;  // deeper than stacks are told
  Tally open_operations;
  Tally crowded_operations;  // more at a time than anybody could look at
  Tally unmatched_ends;      // of operations that did not begin
  Tally unpaired_messages;   // whose other side cannot be known
  Tally strange_values;      // of metrics: no numbers
  Tally large_values;        // of metrics: only as real numbers
  Tally changed_names;       // characters that the target has no place for

 private:
  std::string example() const;

  const Definitions& definitions_;
  LocationRef location_;
  const EventBatch* batch_ = nullptr;
  std::size_t row_ = 0;
  const Event* read_ = nullptr;
  std::uint64_t number_ = 0;
};

}  // namespace weft::exports
