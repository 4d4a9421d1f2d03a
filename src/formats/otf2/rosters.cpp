// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/rosters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "formats/otf2/missing_definitions.hpp"

namespace weft::otf2 {

namespace {

bool agree(const Members& a, const Members& b) {
  return std::ranges::equal(a, b, [](auto x, auto y) { return x == y || x == nobody || y == nobody; });
}

void fill_places(Members& members, const Members& others) {
  for (std::size_t i = 0; i < members.size() && i < others.size(); ++i)
    if (members[i] == nobody) members[i] = others[i];
}

}  // namespace

Everybody everybody_in(const Definitions& process) {
  std::set<GroupRef> used;
  for (const def::Comm& comm : process.all<def::Comm>()) used.insert(comm.group);
  for (const def::InterComm& comm : process.all<def::InterComm>()) used.insert({comm.group_a, comm.group_b});
  Everybody found;
  for (const def::Group& group : process.all<def::Group>())
    if (group.group_type == GroupType::comm_locations && !used.contains(group.self))
      found.emplace(group.paradigm, &group);
  return found;
}

Members locations_of(const def::Group& group, const Everybody& everybody) {
  Members members(group.members.begin(), group.members.end());
  const auto list = everybody.find(group.paradigm);
  if (group.group_type != GroupType::comm_group || list == everybody.end()) return members;
  const auto& all = list->second->members;
  for (std::uint64_t& member : members) member = member < all.size() ? all[static_cast<std::size_t>(member)] : nobody;
  return members;
}

std::size_t Rosters::add(const def::Group& group, Members members) {
  ids_.insert(group.self);
  rosters_.push_back({group, std::move(members)});
  rosters_.back().group.members = {};
  return rosters_.size() - 1;
}

GroupRef Rosters::add_everybody(const def::Group& group, const Members& members) {
  const auto [place, is_new] = everybody_.try_emplace(group.paradigm, Roster{group, members});
  Roster& known = place->second;
  if (is_new) {
    known.group.members = {};
    ids_.insert(group.self);
  } else if (known.members.empty()) {
    known.members = members;
  } else if (agree(known.members, members)) {
    fill_places(known.members, members);
  } else {
    for (const std::uint64_t member : members)
      if (member != nobody && std::ranges::find(known.members, member) == known.members.end())
        known.members.push_back(member);
  }
  return known.group.self;
}

bool Rosters::fits(std::size_t roster, const Members& members) const {
  return agree(rosters_[roster].members, members);
}

void Rosters::fill(std::size_t roster, const Members& members) { fill_places(rosters_[roster].members, members); }

LocationGroupRef Rosters::unknown_process(Definitions& definitions) {
  if (!unknown_process_.defined()) unknown_process_ = add_process(definitions, "unknown process");
  return unknown_process_;
}

// Far from the ids of threads that were recorded.
LocationRef Rosters::next_invented(const Definitions& definitions) {
  constexpr std::uint64_t no_thread = std::uint64_t{0xffffffff} << 32;
  while (definitions.contains(LocationRef{no_thread | invented_})) ++invented_;
  return {no_thread | invented_};
}

void Rosters::invent_members(Roster& roster, Definitions& definitions) {
  std::size_t invented = 0;
  const std::string name(definitions.text(roster.group.name));
  for (std::size_t rank = 0; rank < roster.members.size(); ++rank) {
    if (roster.members[rank] != nobody) continue;
    const LocationRef location = next_invented(definitions);
    add_location(
        definitions, location, fmt::format("unknown member {} of {}", rank, name), 0, unknown_process(definitions));
    roster.members[rank] = location.value;
    ++invented;
  }
  if (invented)
    lost_.push_back(
        fmt::format("{} of {} members of group {} '{}' are unknown: locations without events stand for them", invented,
            roster.members.size(), roster.group.self.value, name));
}

// All members of a paradigm, those of the largest roster first: its ranks are then their positions.
Rosters::Roster Rosters::gather(Paradigm paradigm) const {
  Roster all = everybody_.at(paradigm);
  std::vector<const Roster*> rosters;
  for (const Roster& roster : rosters_)
    if (roster.group.paradigm == paradigm) rosters.push_back(&roster);
  std::ranges::stable_sort(rosters, std::ranges::greater{}, [](const Roster* r) { return r->members.size(); });
  for (const Roster* roster : rosters)
    if (agree(all.members, roster->members)) fill_places(all.members, roster->members);
  std::set<std::uint64_t> present(all.members.begin(), all.members.end());
  for (const Roster* roster : rosters)
    for (const std::uint64_t member : roster->members)
      if (present.insert(member).second) all.members.push_back(member);
  return all;
}

void Rosters::supply_locations(const Roster& everybody, Definitions& definitions) {
  for (const std::uint64_t member : everybody.members) {
    if (definitions.contains(LocationRef{member})) continue;
    add_location(definitions, {member}, fmt::format("lost location {}", member), 0, unknown_process(definitions));
    lost_.push_back(fmt::format("location {} takes part in communication, but left nothing", member));
  }
}

std::vector<std::string> Rosters::finish(Definitions& definitions, const std::map<GroupRef, def::Group>& others) {
  // Whom nobody named has a place of its own in each roster, and in the list of all.
  for (Roster& roster : rosters_) invent_members(roster, definitions);
  // Readers want the list of all before the groups that are positions in it.
  std::map<GroupRef, Roster> groups;
  for (const auto& [id, group] : others)
    groups.emplace(id, Roster{group, Members(group.members.begin(), group.members.end())});
  const auto define = [&](Roster& roster) {
    roster.group.members = roster.members;
    definitions.add(roster.group);
  };
  for (const auto& [paradigm, known] : everybody_) {
    Roster all = gather(paradigm);
    invent_members(all, definitions);
    supply_locations(all, definitions);
    define(all);
    std::unordered_map<std::uint64_t, std::uint64_t> positions;
    for (std::size_t i = 0; i < all.members.size(); ++i) positions.try_emplace(all.members[i], i);
    for (Roster& roster : rosters_) {
      if (roster.group.paradigm != paradigm) continue;
      for (std::uint64_t& member : roster.members) member = positions[member];
      roster.group.group_type = GroupType::comm_group;
      groups.emplace(roster.group.self, roster);
    }
  }
  for (auto& [id, group] : groups) define(group);
  return std::move(lost_);
}

}  // namespace weft::otf2
