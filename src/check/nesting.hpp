// SPDX-License-Identifier: BSD-3-Clause
// Rules on nesting: what is entered is left, in reverse order. Each task of a location has a stack of its own.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "check/findings.hpp"
#include "check/open_stack.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule leave_without_enter{"leave-without-enter", "A region is left that is not open.",
    "The enter event was lost or never recorded; profiles will miss the visit."};
inline constexpr Rule leave_mismatch{"leave-mismatch", "A region is left while others entered after it are open.",
    "Leave events were lost; the inner regions are taken as left at the same time."};
inline constexpr Rule region_open{"region-open", "A region is still open at the end of its location.",
    "The program was killed or recording stopped early; 'weft repair --close-regions' adds the leave events."};

inline constexpr Rule nesting_rules[] = {leave_without_enter, leave_mismatch, region_open};

// The task a location executes: thread team (or none), creating thread and number.
using Task = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;

// Nesting of regions on one location, entered and left either by Enter and Leave or by the events of calling contexts.
class Nesting {
 public:
  Nesting(const Definitions& definitions, Findings& findings);

  void enter(RegionRef region, const Place& at) {
    current().open(region, at.event);
    if (!used_) first_ = at.time, used_ = true;
    last_ = at.time;
  }
  void leave(RegionRef region, const Place& at) {
    if (!current().close_innermost(region)) leave_other(region, at);
    last_ = at.time;
  }
  void switch_task(const Task& task);
  void finish();

  // Whether anything was entered, and when first; the time of the last enter or leave.
  bool used() const { return used_; }
  Ticks first() const { return first_; }
  Ticks last() const { return last_; }

 private:
  struct Stack {
    Task task;
    OpenStack<RegionRef> open;
  };

  OpenStack<RegionRef>& current() { return stacks_[current_].open; }
  void leave_other(RegionRef region, const Place& at);
  bool leave_in_another_task(RegionRef region);

  const Definitions& definitions_;
  Findings& findings_;
  std::vector<Stack> stacks_;  // the first one is that of the location itself
  std::map<Task, std::size_t> task_stacks_;
  std::vector<std::size_t> free_stacks_;
  std::size_t current_ = 0;
  bool used_ = false;
  Ticks first_ = 0;
  Ticks last_ = 0;
};

}  // namespace weft::check
