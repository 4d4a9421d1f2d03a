// SPDX-License-Identifier: BSD-3-Clause
#include "check/groups.hpp"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace weft::check {

namespace {

template <class A, class B>
void shared_between(const Definitions& definitions, Findings& findings) {
  for (const A& a : definitions.all<A>())
    if (definitions.find<B>(a.self))
      findings.add(shared_id, [&] {
        return fmt::format("{} and {} are both defined with id {}", A::schema.name, B::schema.name, a.self.value);
      });
}

// The parent of each definition in an id space, and whether a walk up from it is known to end.
template <class Id>
class Ancestry {
 public:
  void add(Id id, Id parent) { parents_.emplace(id, parent); }

  // Reports one finding for every cycle: at the first of its members that is met.
  void report(const Definitions& definitions, Findings& findings) {
    for (const auto& [id, parent] : std::map<Id, Id>(parents_.begin(), parents_.end()))
      if (const auto found = cycle_from(id))
        findings.add(parent_cycle,
            [&] { return fmt::format("{} {} is its own ancestor", Id::space::name, named(definitions, *found)); });
  }

 private:
  // A member of the cycle the walk from `id` runs into, if it does and nobody has before.
  std::optional<Id> cycle_from(Id id) {
    const std::size_t walk = ++walks_;
    for (auto node = parents_.find(id); node != parents_.end(); node = parents_.find(node->second)) {
      const auto [visit, is_new] = visited_.emplace(node->first, walk);
      if (is_new) continue;
      if (visit->second == walk) return node->first;
      break;
    }
    return std::nullopt;
  }

  std::unordered_map<Id, Id> parents_;
  std::unordered_map<Id, std::size_t> visited_;  // in which walk
  std::size_t walks_ = 0;
};

template <class R, auto Parent>
void check_ancestry(const Definitions& definitions, Findings& findings) {
  Ancestry<decltype(R::self)> ancestry;
  for (const R& r : definitions.all<R>())
    if ((r.*Parent).defined()) ancestry.add(r.self, r.*Parent);
  ancestry.report(definitions, findings);
}

void check_comm_ancestry(const Definitions& definitions, Findings& findings) {
  Ancestry<CommRef> ancestry;
  for (const def::Comm& comm : definitions.all<def::Comm>())
    if (comm.parent.defined()) ancestry.add(comm.self, comm.parent);
  for (const def::InterComm& comm : definitions.all<def::InterComm>())
    if (comm.common_communicator.defined()) ancestry.add(comm.self, comm.common_communicator);
  ancestry.report(definitions, findings);
}

// The first COMM_LOCATIONS group of each paradigm.
std::map<Paradigm, const def::Group*> location_groups(const Definitions& definitions) {
  std::map<Paradigm, const def::Group*> found;
  for (const def::Group& group : definitions.all<def::Group>())
    if (group.group_type == GroupType::comm_locations) found.emplace(group.paradigm, &group);
  return found;
}

template <class Id>
void check_members(const Definitions& definitions, const def::Group& group, Findings& findings) {
  for (const std::uint64_t member : group.members)
    if (const Id id{static_cast<typename Id::rep>(member)}; id.value != member || !definitions.contains(id))
      findings.add(group_members, [&] {
        return fmt::format("group {} has {} {} as a member, which is not defined", named(definitions, group.self),
            Id::space::name, member);
      });
}

void check_positions(
    const Definitions& definitions, const def::Group& group, const def::Group* locations, Findings& findings) {
  if (!locations && !group.members.empty())
    findings.add(group_members, [&] {
      return fmt::format("group {} is of type COMM_GROUP, but paradigm {} has no COMM_LOCATIONS group",
          named(definitions, group.self), named(group.paradigm));
    });
  if (!locations) return;
  for (const std::uint64_t member : group.members)
    if (member >= locations->members.size())
      findings.add(group_members, [&] {
        return fmt::format("group {} has member {}, but the COMM_LOCATIONS group of {} has only {} members",
            named(definitions, group.self), member, named(group.paradigm), locations->members.size());
      });
}

void check_communicator_group(
    const Definitions& definitions, std::string_view kind, CommRef comm, GroupRef group_id, Findings& findings) {
  const auto* group = definitions.find<def::Group>(group_id);
  if (!group || group->group_type == GroupType::comm_group || group->group_type == GroupType::comm_self) return;
  findings.add(group_type, [&] {
    return fmt::format("{} {} has group {}, which is of type {}", kind, named(definitions, comm),
        named(definitions, group_id), named(group->group_type));
  });
}

}  // namespace

void check_shared_ids(const Definitions& definitions, Findings& findings) {
  shared_between<def::Comm, def::InterComm>(definitions, findings);
  shared_between<def::MetricClass, def::MetricInstance>(definitions, findings);
  shared_between<def::IoRegularFile, def::IoDirectory>(definitions, findings);
}

void check_parents(const Definitions& definitions, Findings& findings) {
  check_ancestry<def::SystemTreeNode, &def::SystemTreeNode::parent>(definitions, findings);
  check_ancestry<def::LocationGroup, &def::LocationGroup::creating_location_group>(definitions, findings);
  check_ancestry<def::Callpath, &def::Callpath::parent>(definitions, findings);
  check_ancestry<def::CallingContext, &def::CallingContext::parent>(definitions, findings);
  check_ancestry<def::IoHandle, &def::IoHandle::parent>(definitions, findings);
  check_ancestry<def::MetricInstance, &def::MetricInstance::metric_class>(definitions, findings);
  check_comm_ancestry(definitions, findings);
}

void check_group_members(const Definitions& definitions, Findings& findings) {
  auto locations = location_groups(definitions);
  for (const def::Group& group : definitions.all<def::Group>()) {
    switch (group.group_type) {
      case GroupType::locations:
      case GroupType::comm_locations:
        check_members<LocationRef>(definitions, group, findings);
        break;
      case GroupType::regions:
        check_members<RegionRef>(definitions, group, findings);
        break;
      case GroupType::metric:
        check_members<MetricRef>(definitions, group, findings);
        break;
      case GroupType::comm_group:
        check_positions(definitions, group, locations[group.paradigm], findings);
        break;
      default:
        break;
    }
  }
}

void check_group_types(const Definitions& definitions, Findings& findings) {
  for (const def::Comm& comm : definitions.all<def::Comm>())
    check_communicator_group(definitions, "communicator", comm.self, comm.group, findings);
  for (const def::InterComm& comm : definitions.all<def::InterComm>()) {
    check_communicator_group(definitions, "inter-communicator", comm.self, comm.group_a, findings);
    check_communicator_group(definitions, "inter-communicator", comm.self, comm.group_b, findings);
  }
}

void check_group_duplicates(const Definitions& definitions, Findings& findings) {
  std::map<std::pair<GroupType, Paradigm>, GroupRef> first;
  for (const def::Group& group : definitions.all<def::Group>()) {
    if (group.group_type != GroupType::comm_locations && group.group_type != GroupType::comm_self) continue;
    const auto known = first.emplace(std::pair(group.group_type, group.paradigm), group.self);
    if (!known.second)
      findings.add(group_duplicate, [&] {
        return fmt::format("groups {} and {} are both of type {} for paradigm {}",
            named(definitions, known.first->second), named(definitions, group.self), named(group.group_type),
            named(group.paradigm));
      });
  }
}

}  // namespace weft::check
