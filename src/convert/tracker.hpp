// SPDX-License-Identifier: BSD-3-Clause
// Tracker: where the events of one location stand to a cut, and what is open there: regions, calling contexts, forks,
// thread teams and the program, each task with a stack of its own. What is open where the cut begins has to be opened
// again, what is open where it ends to be closed. Both the plan of a cut and the cut itself ask here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "base/arena.hpp"
#include "convert/cut_options.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft {

class Tracker {
 public:
  enum class Side : std::uint8_t { before, inside, behind };

  Tracker(const Definitions& definitions, const CutOptions& options) : definitions_(definitions), options_(options) {}

  // Of the next event; nothing follows one that is behind.
  Side side(Ticks time);

  // Takes an event into account that is not behind. Whether it belongs to the cut.
  bool take(const EventBatch& batch, std::size_t row, Side side, Event& scratch);

  // Whether `take` opened something under which nothing may be missing: then `open_above` comes before it.
  bool needs_above() const { return needs_above_; }

  // The events, by number, that tell another tracker what is open, if it takes them and no others. Nothing if that is
  // not so, because things are open in several tasks.
  std::optional<std::vector<std::uint64_t>> events_that_matter() const;

  // Calls visit(record, attributes) for what has to be opened where the cut begins; above what was taken last, which
  // itself is left out; and for what has to be closed where it ends.
  template <class Visit>
  void open_all(Visit&& visit);
  template <class Visit>
  void open_above(Visit&& visit);
  template <class Visit>
  void close_all(Visit&& visit);

 private:
  struct OpenThing {
    Kind kind{};
    std::uint64_t id = 0;
    std::uint64_t event = 0;  // that opened it
    bool is_named = false;
    bool is_written = false;
    EventRecord record;
    std::vector<AttributeEntry> attributes;
  };
  using Task = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;
  struct Stack {
    Task task{};
    EventRecord switching;    // the event that moves to it; the first stack has none
    std::uint64_t event = 0;  // and its number
    std::vector<OpenThing> things;
    std::size_t named = 0;
  };

  bool keeps_all() const { return options_.regions.empty(); }
  Stack& current() { return stacks_[current_]; }
  std::uint64_t region_of(std::uint64_t context) const;
  bool open(const EventBatch& batch, std::size_t row, Side side, Event& scratch);
  bool close(Kind opening, std::uint64_t id);
  void switch_task(const Task& task, const EventRecord& switching, std::uint64_t event);
  static EventRecord closing(const OpenThing& thing);
  // Stacks on which something is open: the first one, to which no event moves, the others in the order in which they
  // began, and the current one as the last.
  std::vector<std::size_t> current_last() const;

  const Definitions& definitions_;
  const CutOptions& options_;
  std::vector<Stack> stacks_ = std::vector<Stack>(1);
  std::map<Task, std::size_t> tasks_;
  std::vector<std::size_t> free_;  // stacks of tasks that are over
  std::size_t current_ = 0;
  std::uint64_t inside_ = 0;
  bool has_begun_ = false;
  bool needs_above_ = false;
  Arena memory_;  // of what programs were called with
};

template <class Visit>
void Tracker::open_all(Visit&& visit) {
  std::size_t at = 0;
  for (const std::size_t i : current_last()) {
    Stack& stack = stacks_[i];
    if (!keeps_all() && stack.named == 0) continue;
    const bool is_empty = stack.things.empty();
    if (i != at && (!is_empty || i == current_) && i != 0) visit(stack.switching, std::span<const AttributeEntry>());
    if (!is_empty || i == current_) at = i;
    for (OpenThing& thing : stack.things) {
      thing.is_written = true;
      visit(thing.record, std::span<const AttributeEntry>(thing.attributes));
    }
  }
}

template <class Visit>
void Tracker::open_above(Visit&& visit) {
  auto& things = current().things;
  for (std::size_t i = 0; i + 1 < things.size(); ++i) {
    if (things[i].is_written) continue;
    things[i].is_written = true;
    visit(things[i].record, std::span<const AttributeEntry>(things[i].attributes));
  }
}

template <class Visit>
void Tracker::close_all(Visit&& visit) {
  std::vector<std::size_t> order = current_last();
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    Stack& stack = stacks_[*i];
    bool is_there = *i == current_ || *i == 0;
    for (auto thing = stack.things.rbegin(); thing != stack.things.rend(); ++thing) {
      if (!thing->is_written) continue;
      if (!is_there) visit(stack.switching, std::span<const AttributeEntry>());
      is_there = true;
      visit(closing(*thing), std::span<const AttributeEntry>());
    }
    stack.things.clear();
  }
}

}  // namespace weft
