// SPDX-License-Identifier: BSD-3-Clause
#include "check/io_handles.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace weft::check {

namespace {

bool has(const def::IoHandle* handle, IoHandleFlag flag) {
  return handle && (handle->io_handle_flags & flag) != IoHandleFlag::none;
}

}  // namespace

void IoHandles::check_proxy(IoHandleRef handle, std::string_view event, const Place& at) {
  if (has(definitions_.find<def::IoHandle>(handle), IoHandleFlag::all_proxy))
    findings_.add(io_handle_proxy, at,
        [&] { return fmt::format("{} of handle {}, which is flagged ALL_PROXY", event, named(definitions_, handle)); });
}

void IoHandles::turn(IoHandleRef handle, Change change, std::string_view event, const Place& at) {
  check_proxy(handle, event, at);
  Life& life = lives_[handle];
  life.turns.push_back({change, at, location_});
  life.turned = true;
}

void IoHandles::use(IoHandleRef handle, const Place& at) {
  Life& life = lives_[handle];
  if (life.turned) life.uses.push_back({at, at, 0, location_});
  life.turned = false;
  life.uses.back().last = at;
  ++life.uses.back().count;
}

void IoHandles::see(const evt::IoDuplicateHandle& e, const Place& at) {
  use(e.old_handle, at);
  turn(e.new_handle, Change::duplicate, "IoDuplicateHandle", at);
}

void IoHandles::see(const evt::IoChangeStatusFlags& e, const Place& at) {
  check_proxy(e.handle, "IoChangeStatusFlags", at);
  use(e.handle, at);
}

namespace {

using Turn = IoHandles::Turn;
using Uses = IoHandles::Uses;
using Change = IoHandles::Change;

// When a handle was open in a process. An end that is missing was open from the beginning or to the end.
struct OpenInterval {
  std::optional<Turn> opened;
  std::optional<Turn> closed;
};

// Between two threads only time tells what was first, and at equal times nothing does; then both orders are allowed.
bool may_follow(const Place& at, LocationRef location, const Turn& turn) {
  if (location == turn.location) return at.event > turn.at.event;
  return at.time >= turn.at.time;
}
bool may_precede(const Place& at, LocationRef location, const Turn& turn) {
  if (location == turn.location) return at.event < turn.at.event;
  return at.time <= turn.at.time;
}

class Process {
 public:
  Process(const Definitions& definitions, std::span<const IoHandles* const> locations, Findings& findings)
      : definitions_(definitions), locations_(locations), findings_(findings) {}

  void run() {
    std::map<IoHandleRef, std::vector<Turn>> turns;
    for (const IoHandles* location : locations_)
      for (const auto& [handle, life] : location->lives()) {
        auto& all = turns[handle];
        all.insert(all.end(), life.turns.begin(), life.turns.end());
      }
    for (auto& [handle, all] : turns) live(handle, all);
    for (const IoHandles* location : locations_)
      for (const auto& [handle, life] : location->lives())
        for (const Uses& uses : life.uses) check(handle, uses);
  }

 private:
  void live(IoHandleRef handle, std::vector<Turn>& turns) {
    // One location has its own order, even where its times go backwards.
    const bool alone = std::ranges::all_of(turns, [&](const Turn& t) { return t.location == turns.front().location; });
    if (!alone)
      std::ranges::sort(turns, {}, [](const Turn& t) { return std::tuple(t.at.time, t.location, t.at.event); });
    auto& intervals = open_[handle];
    const bool pre_created = has(definitions_.find<def::IoHandle>(handle), IoHandleFlag::pre_created);
    if (pre_created) intervals.push_back({});
    bool is_open = pre_created;
    for (const Turn& turn : turns) {
      if (turn.change == Change::close) {
        if (!is_open)
          report(io_handle_destroyed, handle, turn, "is closed, but not open");
        else
          intervals.back().closed = turn;
        is_open = false;
        continue;
      }
      // What the system opened is closed silently when another handle is duplicated onto it.
      const bool takes_over = turn.change == Change::duplicate && !intervals.empty() && !intervals.back().opened;
      if (is_open && !takes_over) report(io_handle_reopened, handle, turn, "is opened, but open already");
      if (!is_open || takes_over) intervals.push_back({turn, {}});
      is_open = true;
    }
  }

  bool is_open(IoHandleRef handle, const Place& at, LocationRef location) const {
    const auto* definition = definitions_.find<def::IoHandle>(handle);
    if (has(definition, IoHandleFlag::all_proxy)) return true;
    const auto found = open_.find(handle);
    if (found == open_.end()) return has(definition, IoHandleFlag::pre_created);
    const auto& intervals = found->second;
    auto after = std::ranges::partition_point(
        intervals, [&](const OpenInterval& i) { return !i.opened || may_follow(at, location, *i.opened); });
    while (after != intervals.begin()) {
      --after;
      if (!after->closed || may_precede(at, location, *after->closed)) return true;
      if (after->closed->at.time < at.time) return false;
    }
    return false;
  }

  // A handle may also be used through the one it was made by.
  bool is_usable(IoHandleRef handle, const Place& at, LocationRef location) const {
    constexpr int most_layers = 64;  // parents may go round in circles
    for (int layer = 0; layer < most_layers && handle.defined(); ++layer) {
      if (is_open(handle, at, location)) return true;
      const auto* definition = definitions_.find<def::IoHandle>(handle);
      handle = definition ? definition->parent : IoHandleRef{};
    }
    return false;
  }

  // Of many uses in a row the first and the last one are looked at.
  void check(IoHandleRef handle, const Uses& uses) {
    const bool first = is_usable(handle, uses.first, uses.location);
    if (first && is_usable(handle, uses.last, uses.location)) return;
    findings_.add(io_handle_closed, uses.location, first ? uses.last : uses.first, [&] {
      return fmt::format("handle {} is used, but not open{}", named(definitions_, handle),
          uses.count > 1 && !first ? fmt::format(" (one of {} uses up to event {})", uses.count, uses.last.event) : "");
    });
  }

  void report(const Rule& rule, IoHandleRef handle, const Turn& turn, std::string_view what) {
    findings_.add(
        rule, turn.location, turn.at, [&] { return fmt::format("handle {} {}", named(definitions_, handle), what); });
  }

  const Definitions& definitions_;
  std::span<const IoHandles* const> locations_;
  Findings& findings_;
  std::map<IoHandleRef, std::vector<OpenInterval>> open_;
};

}  // namespace

void check_io_handles(const Definitions& definitions, std::span<const IoHandles* const> locations, Findings& findings) {
  Process(definitions, locations, findings).run();
}

}  // namespace weft::check
