// SPDX-License-Identifier: BSD-3-Clause
#include "model/communicators.hpp"

#include <algorithm>

namespace weft {

namespace {

bool lists_locations(const def::Group& group) {
  return group.group_type == GroupType::locations || group.group_type == GroupType::comm_locations;
}

bool has_global_ranks(const def::Group& group) {
  return (group.group_flags & GroupFlag::global_members) != GroupFlag::none;
}

}  // namespace

Communicators::Communicators(const Definitions& definitions) : definitions_(definitions) {
  for (const def::Location& location : definitions.all<def::Location>()) locations_.push_back(location.self);
  std::ranges::sort(locations_);
  locations_.erase(std::unique(locations_.begin(), locations_.end()), locations_.end());
  for (const def::Group& group : definitions.all<def::Group>())
    if (group.group_type == GroupType::comm_locations && !participants_.contains(group.paradigm))
      add_participants(group);
}

void Communicators::add_participants(const def::Group& group) {
  Participants& all = participants_[group.paradigm];
  for (const std::uint64_t member : group.members) {
    const LocationRef location{member};
    const auto position = static_cast<std::uint32_t>(all.endpoints.size());
    all.endpoints.push_back(endpoint(location));
    all.by_location.emplace(location, position);
    if (const auto* definition = definitions_.find<def::Location>(location);
        definition && definition->location_group.defined())
      all.by_process.emplace(definition->location_group, position);
  }
}

Endpoint Communicators::endpoint(LocationRef location) const {
  const auto found = std::ranges::lower_bound(locations_, location);
  return found != locations_.end() && *found == location ? static_cast<Endpoint>(found - locations_.begin())
                                                         : no_endpoint;
}

const Communicators::Participants* Communicators::participants(const def::Group& group) const {
  const auto found = participants_.find(group.paradigm);
  return found == participants_.end() ? nullptr : &found->second;
}

std::optional<std::uint32_t> Communicators::position(const Participants& participants, LocationRef location) const {
  if (const auto found = participants.by_location.find(location); found != participants.by_location.end())
    return found->second;
  const auto* definition = definitions_.find<def::Location>(location);
  if (!definition) return std::nullopt;
  const auto found = participants.by_process.find(definition->location_group);
  return found == participants.by_process.end() ? std::nullopt : std::optional(found->second);
}

bool Communicators::contains(const def::Group& group, LocationRef location) const {
  if (group.group_type == GroupType::comm_self) return true;
  const auto has = [&](std::uint64_t member) {
    // Most groups hold everybody at his own place.
    if (member < group.members.size() && group.members[static_cast<std::size_t>(member)] == member) return true;
    return std::ranges::find(group.members, member) != group.members.end();
  };
  if (lists_locations(group)) return has(location.value);
  const Participants* all = participants(group);
  const auto place = all ? position(*all, location) : std::nullopt;
  return place && has(*place);
}

Endpoint Communicators::self(const def::Group& group, LocationRef location) const {
  const Participants* all = participants(group);
  const auto place = all && !lists_locations(group) ? position(*all, location) : std::nullopt;
  return place ? all->endpoints[*place] : endpoint(location);
}

Communicators::View Communicators::view(CommRef comm, LocationRef location) const {
  View view;
  if (const auto* intra = definitions_.find<def::Comm>(comm)) {
    view.peers = definitions_.find<def::Group>(intra->group);
    if (!view.peers) return {};
    view.member = contains(*view.peers, location);
    view.self = self(*view.peers, location);
  } else if (const auto* inter = definitions_.find<def::InterComm>(comm)) {
    const auto* a = definitions_.find<def::Group>(inter->group_a);
    const auto* b = definitions_.find<def::Group>(inter->group_b);
    if (!a || !b) return {};
    const bool in_a = contains(*a, location);
    view.peers = in_a ? b : a;
    view.member = in_a || contains(*b, location);
    view.self = self(in_a ? *a : *b, location);
  } else {
    return {};
  }
  view.known = view.self != no_endpoint &&
               (lists_locations(*view.peers) || view.peers->group_type == GroupType::comm_self ||
                   participants(*view.peers));
  return view;
}

std::optional<Endpoint> Communicators::resolve(const View& view, std::uint32_t rank) const {
  const def::Group& group = *view.peers;
  if (group.group_type == GroupType::comm_self) return rank == 0 ? std::optional(view.self) : std::nullopt;
  const Participants* all = participants(group);
  if (!lists_locations(group) && has_global_ranks(group))
    return rank < all->endpoints.size() ? std::optional(all->endpoints[rank]) : std::nullopt;
  if (rank >= group.members.size()) return std::nullopt;
  const std::uint64_t member = group.members[rank];
  if (lists_locations(group)) return endpoint(LocationRef{member});
  return member < all->endpoints.size() ? all->endpoints[static_cast<std::size_t>(member)] : no_endpoint;
}

void Communicators::append_members(const def::Group& group, std::vector<Endpoint>& out) const {
  if (group.group_type == GroupType::comm_self) return;
  const Participants* all = participants(group);
  for (const std::uint64_t member : group.members) {
    if (lists_locations(group))
      out.push_back(endpoint(LocationRef{member}));
    else if (all && member < all->endpoints.size())
      out.push_back(all->endpoints[static_cast<std::size_t>(member)]);
  }
}

std::vector<Endpoint> Communicators::members(CommRef comm) const {
  std::vector<Endpoint> out;
  const auto append = [&](GroupRef id) {
    if (const auto* group = definitions_.find<def::Group>(id)) append_members(*group, out);
  };
  if (const auto* intra = definitions_.find<def::Comm>(comm))
    append(intra->group);
  else if (const auto* inter = definitions_.find<def::InterComm>(comm))
    append(inter->group_a), append(inter->group_b);
  std::erase(out, no_endpoint);
  return out;
}

std::optional<Paradigm> Communicators::paradigm(CommRef comm) const {
  const auto* intra = definitions_.find<def::Comm>(comm);
  const auto* group = intra ? definitions_.find<def::Group>(intra->group) : nullptr;
  return group ? std::optional(group->paradigm) : std::nullopt;
}

}  // namespace weft
