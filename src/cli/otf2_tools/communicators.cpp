// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/communicators.hpp"

#include <algorithm>

namespace weft::cli::otf2_tools {

namespace {

const def::Group* usable_group(const Definitions& definitions, GroupRef id) {
  const auto* group = id.defined() ? definitions.find<def::Group>(id) : nullptr;
  return is_usable(group) ? group : nullptr;
}

std::optional<LocationRef> member_location(
    const Definitions& definitions, const def::Group& group, std::uint32_t rank, LocationRef here) {
  if (group.group_type == GroupType::comm_self) {
    if (rank != 0) return std::nullopt;
    return here;
  }
  std::uint64_t place = rank;
  if ((group.group_flags & GroupFlag::global_members) == GroupFlag::none) {
    if (rank >= group.members.size()) return std::nullopt;
    place = group.members[rank];
  }
  const auto* locations = locations_of(definitions, group.paradigm);
  if (!locations || place >= locations->members.size()) return std::nullopt;
  return LocationRef{locations->members[static_cast<std::size_t>(place)]};
}

bool contains(const Definitions& definitions, const def::Group& group, LocationRef here) {
  if (group.group_type == GroupType::comm_self) return false;
  const auto* locations = locations_of(definitions, group.paradigm);
  if (!locations) return false;
  return std::ranges::any_of(group.members, [&](std::uint64_t place) {
    return place < locations->members.size() && locations->members[static_cast<std::size_t>(place)] == here.value;
  });
}

}  // namespace

bool is_usable(const def::Group* group) {
  return group && (group->group_type == GroupType::comm_group || group->group_type == GroupType::comm_self);
}

const def::Group* locations_of(const Definitions& definitions, Paradigm paradigm) {
  for (const def::Group& group : definitions.all<def::Group>())
    if (group.group_type == GroupType::comm_locations && group.paradigm == paradigm) return &group;
  return nullptr;
}

std::optional<LocationRef> location_of_rank(
    const Definitions& definitions, CommRef comm, std::uint32_t rank, LocationRef here) {
  if (!comm.defined()) return std::nullopt;
  const def::Group* group = nullptr;
  if (const auto* plain = definitions.find<def::Comm>(comm)) {
    group = usable_group(definitions, plain->group);
  } else if (const auto* inter = definitions.find<def::InterComm>(comm)) {
    group = usable_group(definitions, inter->group_a);
    if (group && contains(definitions, *group, here)) group = usable_group(definitions, inter->group_b);
  }
  if (!group) return std::nullopt;
  return member_location(definitions, *group, rank, here);
}

std::vector<LocationRef> members_of(const Definitions& definitions, CommRef comm, LocationRef here) {
  std::vector<LocationRef> members;
  const auto add = [&](GroupRef id) {
    const auto* group = usable_group(definitions, id);
    if (!group) return;
    const std::size_t ranks = group->group_type == GroupType::comm_self ? 1 : group->members.size();
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
      if (const auto location = member_location(definitions, *group, rank, here)) members.push_back(*location);
  };
  if (const auto* plain = definitions.find<def::Comm>(comm)) {
    add(plain->group);
  } else if (const auto* inter = definitions.find<def::InterComm>(comm)) {
    add(inter->group_a);
    add(inter->group_b);
  }
  return members;
}

}  // namespace weft::cli::otf2_tools
