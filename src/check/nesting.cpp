// SPDX-License-Identifier: BSD-3-Clause
#include "check/nesting.hpp"

#include <algorithm>

namespace weft::check {

Nesting::Nesting(const Definitions& definitions, Findings& findings)
    : definitions_(definitions), findings_(findings), stacks_(1) {}

void Nesting::switch_task(const Task& task) {
  const auto known = std::ranges::find(stacks_.begin() + 1, stacks_.end(), task, &Stack::task);
  current_ = static_cast<std::size_t>(known - stacks_.begin());
  if (known != stacks_.end()) return;
  // A finished task leaves an empty stack behind, which the next one takes over.
  const auto free = std::ranges::find_if(
      stacks_.begin() + 1, stacks_.end(), [](const Stack& s) { return s.open.empty(); });
  current_ = static_cast<std::size_t>(free - stacks_.begin());
  if (free != stacks_.end())
    free->task = task;
  else
    stacks_.push_back({task, {}});
}

// Events do not say when a location returns to the task it began with, so any task whose innermost region it is will
// do.
bool Nesting::leave_in_another_task(RegionRef region) {
  for (std::size_t i = 0; i < stacks_.size(); ++i) {
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
  current_ = 0;
}

}  // namespace weft::check
