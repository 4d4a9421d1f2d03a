// SPDX-License-Identifier: BSD-3-Clause
#include "check/nesting.hpp"

#include <algorithm>

namespace weft::check {

Nesting::Nesting(const Definitions& definitions, Findings& findings)
    : definitions_(definitions), findings_(findings), stacks_(1) {}

// A task that is left with nothing open has finished, as far as its regions go: the next new one takes its stack.
void Nesting::switch_task(const Task& task) {
  if (current_ != 0 && current().empty()) {
    task_stacks_.erase(stacks_[current_].task);
    free_stacks_.push_back(current_);
  }
  const auto known = task_stacks_.find(task);
  if (known != task_stacks_.end()) {
    current_ = known->second;
    return;
  }
  if (free_stacks_.empty()) {
    free_stacks_.push_back(stacks_.size());
    stacks_.emplace_back();
  }
  current_ = free_stacks_.back();
  free_stacks_.pop_back();
  stacks_[current_].task = task;
  task_stacks_.emplace(task, current_);
}

// Events do not say when a location returns to the task it began with, so any task whose innermost region it is will
// do; of very many suspended tasks, only the first ones are looked at.
bool Nesting::leave_in_another_task(RegionRef region) {
  constexpr std::size_t most_tasks = 64;
  for (std::size_t i = 0; i < std::min(stacks_.size(), most_tasks); ++i) {
    if (!stacks_[i].open.close_innermost(region)) continue;
    current_ = i;
    return true;
  }
  return false;
}

void Nesting::leave_other(RegionRef region, const Place& at) {
  if (stacks_.size() > 1 && leave_in_another_task(region)) return;
  const RegionRef innermost = current().empty() ? RegionRef{} : current().innermost().id;
  switch (current().close(region)) {
    case Closing::matched:
      return;
    case Closing::not_inner:
      findings_.add(leave_mismatch, at, [&] {
        return fmt::format(
            "leaves region {}, but {} is open inside it", named(definitions_, region), named(definitions_, innermost));
      });
      return;
    case Closing::not_open:
      findings_.add(leave_without_enter, at,
          [&] { return fmt::format("leaves region {}, which is not open", named(definitions_, region)); });
  }
}

void Nesting::finish() {
  for (const Stack& stack : stacks_)
    for (const auto& entry : stack.open.entries())
      findings_.add(region_open, [&] {
        return fmt::format("region {}, entered at event {}, is never left", named(definitions_, entry.id), entry.event);
      });
  stacks_ = std::vector<Stack>(1);
  task_stacks_.clear();
  free_stacks_.clear();
  current_ = 0;
}

}  // namespace weft::check
