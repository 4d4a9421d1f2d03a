// SPDX-License-Identifier: BSD-3-Clause
#include "convert/tracker.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "schema/compare.hpp"

namespace weft {

namespace {

// Pairs of events that open and close.
struct Pair {
  Kind opening;
  Kind closing;
};
constexpr Pair pairs[] = {{kind_of<evt::Enter>, kind_of<evt::Leave>},
    {kind_of<evt::CallingContextEnter>, kind_of<evt::CallingContextLeave>},
    {kind_of<evt::ThreadFork>, kind_of<evt::ThreadJoin>}, {kind_of<evt::OmpFork>, kind_of<evt::OmpJoin>},
    {kind_of<evt::ThreadTeamBegin>, kind_of<evt::ThreadTeamEnd>},
    {kind_of<evt::ProgramBegin>, kind_of<evt::ProgramEnd>}};

enum class Part : std::uint8_t { none, opening, closing, switching, always };

constexpr std::size_t number(Kind kind) { return static_cast<std::size_t>(kind); }

constexpr std::array<Part, EventTypes::size> parts_of_kinds() {
  std::array<Part, EventTypes::size> parts{};
  for (const Pair& pair : pairs)
    parts[number(pair.opening)] = Part::opening, parts[number(pair.closing)] = Part::closing;
  parts[number(kind_of<evt::OmpTaskSwitch>)] = Part::switching;
  parts[number(kind_of<evt::ThreadTaskSwitch>)] = Part::switching;
  // The life of a handle goes on whatever region the program is in.
  for (const Kind kind : {kind_of<evt::IoCreateHandle>, kind_of<evt::IoDestroyHandle>, kind_of<evt::IoDuplicateHandle>})
    parts[number(kind)] = Part::always;
  return parts;
}
constexpr auto parts = parts_of_kinds();

constexpr Kind opening_of(Kind closing) {
  for (const Pair& pair : pairs)
    if (pair.closing == closing) return pair.opening;
  return closing;
}

// Things of these kinds have no number: there is one at a time, or any of them will do.
constexpr bool has_number(Kind opening) {
  return opening != kind_of<evt::OmpFork> && opening != kind_of<evt::ProgramBegin>;
}

}  // namespace

Tracker::Side Tracker::side(Ticks time) {
  if (!has_begun_) {
    if (options_.time && time < options_.time->first) return Side::before;
    has_begun_ = true;
  }
  if (options_.time && time > options_.time->last) return Side::behind;
  if (options_.first && inside_ >= *options_.first) return Side::behind;
  ++inside_;
  return Side::inside;
}

std::uint64_t Tracker::region_of(std::uint64_t context) const {
  const auto* definition = definitions_.find<def::CallingContext>(
      CallingContextRef{static_cast<std::uint32_t>(context)});
  return definition ? definition->region.value : RegionRef{}.value;
}

bool Tracker::take(const EventBatch& batch, std::size_t row, Side side, Event& scratch) {
  needs_above_ = false;
  const Kind kind = batch.kind[row];
  const std::uint64_t value = batch.value[row];
  const std::uint64_t event = batch.first_event + row;
  switch (parts[number(kind)]) {
    case Part::none:
      break;
    case Part::always:
      return true;
    case Part::opening:
      return open(batch, row, side, scratch);
    case Part::closing: {
      const Kind opening = opening_of(kind);
      const bool is_context = opening == kind_of<evt::CallingContextEnter>;
      return close(opening, is_context ? region_of(value) : has_number(opening) ? value : 0);
    }
    case Part::switching:
      if (!batch.read(row, scratch)) return true;
      if (const auto* omp = scratch.record.get_if<evt::OmpTaskSwitch>())
        switch_task({~std::uint64_t{0}, 0, omp->task_id}, scratch.record, event);
      if (const auto* task = scratch.record.get_if<evt::ThreadTaskSwitch>())
        switch_task({task->thread_team.value, task->creating_thread, task->generation_number}, scratch.record, event);
      return true;
  }
  return keeps_all() || current().named > 0;
}

bool Tracker::open(const EventBatch& batch, std::size_t row, Side side, Event& scratch) {
  OpenThing thing;
  thing.kind = batch.kind[row];
  thing.id = has_number(thing.kind) ? batch.value[row] : 0;
  thing.event = batch.first_event + row;
  if (thing.kind == kind_of<evt::CallingContextEnter>) thing.id = region_of(thing.id);
  const bool is_code = thing.kind == kind_of<evt::Enter> || thing.kind == kind_of<evt::CallingContextEnter>;
  thing.is_named = is_code && options_.regions.contains(RegionRef{static_cast<std::uint32_t>(thing.id)});
  // Only what may be written again is needed as a whole; contexts are closed as they were opened.
  const bool may_be_written = side == Side::before || !keeps_all() || thing.kind == kind_of<evt::CallingContextEnter>;
  if (may_be_written) {
    if (!batch.read(row, scratch)) return keeps_all();
    thing.record = scratch.record;
    thing.attributes.assign(scratch.attributes.begin(), scratch.attributes.end());
    if (const auto* program = scratch.record.get_if<evt::ProgramBegin>()) thing.record = kept(*program, memory_);
  }
  Stack& stack = current();
  stack.named += thing.is_named;
  const bool is_selected = keeps_all() || stack.named > 0 || thing.kind == kind_of<evt::ProgramBegin>;
  thing.is_written = side == Side::inside && is_selected;
  needs_above_ = thing.is_written && !keeps_all() && thing.is_named && stack.named == 1;
  stack.things.push_back(std::move(thing));
  return is_selected;
}

// What is open inside is closed with it, as it is by those who read the trace.
bool Tracker::close(Kind opening, std::uint64_t id) {
  const auto find = [&](Stack& stack) -> std::optional<std::size_t> {
    for (std::size_t i = stack.things.size(); i > 0; --i)
      if (stack.things[i - 1].kind == opening && stack.things[i - 1].id == id) return i - 1;
    return std::nullopt;
  };
  auto found = find(current());
  // Events do not say when a location returns to the task it began with.
  if (!found) {
    for (const std::size_t i : current_last())
      if ((found = find(stacks_[i]))) {
        current_ = i;
        break;
      }
  }
  if (!found) return keeps_all() || current().named > 0;
  Stack& stack = current();
  const bool is_selected = keeps_all() || stack.things[*found].is_written;
  for (std::size_t i = stack.things.size(); i > *found; --i) {
    const OpenThing& thing = stack.things[i - 1];
    if (i - 1 != *found && thing.kind != opening) continue;
    stack.named -= thing.is_named;
    stack.things.erase(stack.things.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
  return is_selected;
}

// A task that is left with nothing open is as good as over: the next new one takes its place.
void Tracker::switch_task(const Task& task, const EventRecord& switching, std::uint64_t event) {
  const bool is_over = current_ != 0 && current().things.empty() && current().task != task;
  if (is_over) tasks_.erase(current().task);
  if (is_over) free_.push_back(current_);
  const auto [known, is_new] = tasks_.try_emplace(task);
  if (is_new) {
    if (free_.empty()) {
      free_.push_back(stacks_.size());
      stacks_.emplace_back();
    }
    known->second = free_.back();
    free_.pop_back();
  }
  current_ = known->second;
  current().switching = switching;
  current().event = event;
  current().task = task;
}

std::vector<std::size_t> Tracker::current_last() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < stacks_.size(); ++i)
    if (i != current_ && !stacks_[i].things.empty()) order.push_back(i);
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(i != 0, stacks_[i].things.front().event); });
  order.push_back(current_);
  return order;
}

std::optional<std::vector<std::uint64_t>> Tracker::events_that_matter() const {
  std::vector<std::uint64_t> events;
  for (const OpenThing& thing : stacks_[0].things) events.push_back(thing.event);
  for (std::size_t i = 1; i < stacks_.size(); ++i)
    if (!stacks_[i].things.empty()) return std::nullopt;
  if (current_ == 0) return events;
  if (!events.empty() && events.back() > stacks_[current_].event) return std::nullopt;
  events.push_back(stacks_[current_].event);
  return events;
}

EventRecord Tracker::closing(const OpenThing& thing) {
  const auto small = static_cast<std::uint32_t>(thing.id);
  if (thing.kind == kind_of<evt::Enter>) return evt::Leave{{small}};
  if (thing.kind == kind_of<evt::CallingContextEnter>)
    return evt::CallingContextLeave{thing.record.as<evt::CallingContextEnter>().calling_context};
  if (thing.kind == kind_of<evt::ThreadFork>) return evt::ThreadJoin{static_cast<Paradigm>(small)};
  if (thing.kind == kind_of<evt::OmpFork>) return evt::OmpJoin{};
  if (thing.kind == kind_of<evt::ThreadTeamBegin>) return evt::ThreadTeamEnd{{small}};
  // What it returned nobody knows yet.
  return evt::ProgramEnd{std::numeric_limits<std::int64_t>::min()};
}

}  // namespace weft
