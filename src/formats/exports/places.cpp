// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/places.hpp"

#include <fmt/format.h>

namespace weft::exports {

Places::Places(const Definitions& definitions) {
  std::map<LocationGroupRef, std::vector<const def::Location*>> members;
  std::vector<LocationGroupRef> order;
  for (const def::LocationGroup& group : definitions.all<def::LocationGroup>())
    if (members.try_emplace(group.self).second) order.push_back(group.self);
  for (const def::Location& location : definitions.all<def::Location>()) {
    if (members.try_emplace(location.location_group).second) order.push_back(location.location_group);
    members[location.location_group].push_back(&location);
  }
  for (const LocationGroupRef group : order) {
    const std::uint32_t number = next_++;
    std::string name = definitions.name(group);
    if (name.empty()) name = group.defined() ? fmt::format("process {}", group.value) : "no process";
    by_number_.emplace(number, processes_.size());
    processes_.push_back({number, std::move(name)});
    bool is_first = true;
    for (const def::Location* const location : members[group]) {
      if (!by_location_.emplace(location->self, threads_.size()).second) continue;
      std::string thread(definitions.text(location->name));
      if (thread.empty()) thread = fmt::format("location {}", location->self.value);
      threads_.push_back({is_first ? number : next_++, number, std::move(thread)});
      is_first = false;
    }
  }
}

Places::Found Places::of(LocationRef location) {
  if (const auto found = by_location_.find(location); found != by_location_.end()) {
    const Thread& thread = threads_[found->second];
    return {thread, processes_[by_number_.at(thread.process)], true};
  }
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = made_up_.try_emplace(location, next_);
  if (is_new) ++next_;
  const std::string name = fmt::format("location {}", location.value);
  return {{place->second, place->second, name}, {place->second, "no process"}, false};
}

}  // namespace weft::exports
