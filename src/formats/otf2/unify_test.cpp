// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/unify.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace weft::otf2 {
namespace {

// The definitions of a process, with texts made on the way.
struct Process {
  Definitions definitions;
  std::uint32_t texts = 0;

  StringRef text(const std::string& content) {
    definitions.add(def::String{{texts}, content});
    return {texts++};
  }
  RegionRef region(std::uint32_t id, const std::string& name, std::uint32_t line = 1) {
    definitions.add(def::Region{{id}, text(name), {}, {}, {}, {}, {}, {}, line, line});
    return {id};
  }
  template <class R>
  void add(const R& row) {
    definitions.add(row);
  }
  // A communicator of its own group, which has its id.
  void comm(std::uint32_t id, const std::string& name, const std::vector<std::uint64_t>& members,
      GroupType type = GroupType::comm_group, CommRef parent = {}) {
    add(def::Group{{id}, text(name), type, Paradigm::mpi, GroupFlag::none, members});
    add(def::Comm{{id}, text(name), {id}, parent, {}});
  }
};

std::vector<std::uint64_t> members_of(const Definitions& definitions, GroupRef id) {
  const auto* group = definitions.find<def::Group>(id);
  EXPECT_TRUE(group);
  return group ? std::vector<std::uint64_t>(group->members.begin(), group->members.end())
               : std::vector<std::uint64_t>{};
}

const def::Group* everybody(const Definitions& definitions) {
  for (const def::Group& group : definitions.all<def::Group>())
    if (group.group_type == GroupType::comm_locations) return &group;
  return nullptr;
}

// The members of a communicator as locations.
std::vector<std::uint64_t> locations_of(const Definitions& definitions, CommRef id) {
  const auto* comm = definitions.find<def::Comm>(id);
  EXPECT_TRUE(comm && everybody(definitions));
  if (!comm || !everybody(definitions)) return {};
  EXPECT_EQ(definitions.find<def::Group>(comm->group)->group_type, GroupType::comm_group);
  std::vector<std::uint64_t> locations;
  for (const std::uint64_t position : members_of(definitions, comm->group)) {
    EXPECT_LT(position, everybody(definitions)->members.size());
    locations.push_back(everybody(definitions)->members[position]);
  }
  return locations;
}

template <class R>
std::vector<std::string> names(const Definitions& definitions) {
  std::vector<std::string> names;
  for (const R& row : definitions.all<R>()) names.push_back(definitions.name(row.self));
  return names;
}

using Names = std::vector<std::string>;

TEST(Unifier, OneProcessStaysWhatItIs) {
  Process p;
  p.text("same");
  p.text("same");
  p.region(7, "a");
  p.region(3, "a");
  p.add(def::MetricClass{{5}, {}, {}, {}});
  Unifier unifier;
  const ProcessMaps maps = unifier.add(p.definitions);
  for (std::size_t type = 0; type < mapping_types; ++type)
    EXPECT_TRUE(maps.table(static_cast<MappingType>(type)).entries.empty()) << type;
  const auto unified = unifier.finish();
  EXPECT_EQ(unified.definitions.size(), p.definitions.size());
  EXPECT_EQ(unified.definitions.name(RegionRef{7}), "a");
  EXPECT_TRUE(unified.lost.empty());
}

TEST(Unifier, EqualRegionsBecomeOne) {
  Process p, q;
  p.region(0, "main");
  p.region(1, "work");
  q.text("only here");
  q.region(0, "work");
  q.region(1, "other");
  q.region(2, "main");
  q.region(3, "work", 99);
  Unifier unifier;
  unifier.add(p.definitions);
  const ProcessMaps maps = unifier.add(q.definitions);
  EXPECT_EQ(maps.global(RegionRef{0}), RegionRef{1});
  EXPECT_EQ(maps.global(RegionRef{1}), RegionRef{2});
  EXPECT_EQ(maps.global(RegionRef{2}), RegionRef{0});
  EXPECT_EQ(maps.global(RegionRef{3}), RegionRef{3}) << "another line is another region";
  EXPECT_EQ(maps.global(RegionRef{}), RegionRef{});
  const IdMap table = maps.table(MappingType::region);
  EXPECT_EQ(table.mode, IdMapMode::dense);
  for (std::uint32_t id = 0; id < 4; ++id) EXPECT_EQ(table.global(id), maps.global(RegionRef{id}).value);
  const Definitions definitions = unifier.finish().definitions;
  EXPECT_EQ(names<def::Region>(definitions), (Names{"main", "work", "other", "work"}));
  EXPECT_EQ(names<def::String>(definitions), (Names{"main", "work", "only here", "other"}));
}

TEST(Unifier, FewChangesAmongManyMakeASparseMap) {
  Process p, q;
  for (std::uint32_t i = 0; i < 100; ++i) {
    p.region(i, std::to_string(i));
    q.region(i, i == 99 ? "new" : std::to_string(i));
  }
  p.region(100, "last");
  Unifier unifier;
  unifier.add(p.definitions);
  const ProcessMaps maps = unifier.add(q.definitions);
  EXPECT_EQ(maps.table(MappingType::region).mode, IdMapMode::sparse);
  EXPECT_EQ(maps.table(MappingType::region).entries.size(), 1u);
  EXPECT_EQ(maps.global(RegionRef{99}), RegionRef{101});
  EXPECT_EQ(maps.global(RegionRef{98}), RegionRef{98});
}

// A tree whose nodes are equal if all above them are; parents may come later in the file.
TEST(Unifier, TreesMergeFromTheirRoots) {
  Process p, q;
  p.region(0, "main");
  p.add(def::CallingContext{{0}, {0}, {}, {}});
  p.add(def::CallingContext{{1}, {0}, {}, {0}});
  q.region(0, "x");
  q.region(1, "main");
  q.add(def::CallingContext{{0}, {1}, {}, {2}});
  q.add(def::CallingContext{{1}, {1}, {}, {0}});
  q.add(def::CallingContext{{2}, {1}, {}, {}});
  Unifier unifier;
  unifier.add(p.definitions);
  const ProcessMaps maps = unifier.add(q.definitions);
  EXPECT_EQ(maps.global(CallingContextRef{2}), CallingContextRef{0});
  EXPECT_EQ(maps.global(CallingContextRef{0}), CallingContextRef{1});
  EXPECT_EQ(maps.global(CallingContextRef{1}), CallingContextRef{2});
  const Definitions definitions = unifier.finish().definitions;
  EXPECT_EQ(definitions.all<def::CallingContext>().size(), 3u);
  EXPECT_EQ(definitions.find<def::CallingContext>(CallingContextRef{2})->parent, CallingContextRef{1});
}

TEST(Unifier, CirclesAndEndlessChainsAreCut) {
  Process p;
  p.region(0, "r");
  p.add(def::CallingContext{{0}, {0}, {}, {1}});
  p.add(def::CallingContext{{1}, {0}, {}, {0}});
  constexpr std::uint32_t last = 100'000;
  for (std::uint32_t i = 2; i < last; ++i) p.add(def::CallingContext{{i}, {0}, {}, {i + 1}});
  Unifier unifier;
  unifier.add(p.definitions);
  const auto unified = unifier.finish();
  EXPECT_EQ(unified.definitions.all<def::CallingContext>().size(), last);
  EXPECT_EQ(unified.lost.size(), 1u);
}

TEST(Unifier, LocationsKeepTheirIdsAndProcessesStayApart) {
  Unifier unifier;
  std::vector<ProcessMaps> maps;
  for (const std::uint64_t number : {0u, 1u, 2u}) {
    Process p;
    p.add(def::SystemTreeNode{{0}, p.text("host" + std::to_string(number / 2)), p.text("node"), {}});
    p.add(def::LocationGroup{{0}, p.text("process"), LocationGroupType::process, {0}, {}});
    p.add(def::Location{{number}, p.text("thread"), LocationType::cpu_thread, 5, {0}});
    p.add(def::LocationGroupProperty{{0}, p.text("weft.clock"), TypedValue::of(p.text("same"))});
    p.add(def::SystemTreeNodeDomain{{0}, SystemTreeDomain::shared_memory});
    maps.push_back(unifier.add(p.definitions));
  }
  const Definitions definitions = unifier.finish().definitions;
  EXPECT_EQ(definitions.all<def::SystemTreeNode>().size(), 2u);
  EXPECT_EQ(definitions.all<def::SystemTreeNodeDomain>().size(), 2u);
  EXPECT_EQ(definitions.all<def::LocationGroup>().size(), 3u);
  EXPECT_EQ(definitions.all<def::LocationGroupProperty>().size(), 3u);
  for (std::uint32_t number = 0; number < 3; ++number) {
    EXPECT_EQ(maps[number].global(LocationGroupRef{0}), LocationGroupRef{number});
    EXPECT_EQ(definitions.find<def::Location>(LocationRef{number})->location_group, LocationGroupRef{number});
    EXPECT_EQ(definitions.find<def::LocationGroup>(LocationGroupRef{number})->system_tree_parent,
        SystemTreeNodeRef{number / 2});
  }
}

// Values of properties, scopes of metrics and members of groups refer to definitions as well.
TEST(Unifier, ReferencesInValuesScopesAndGroupsAreTranslated) {
  Unifier unifier;
  Process first;
  first.region(0, "zero");
  unifier.add(first.definitions);
  Process p;
  const std::uint64_t regions[] = {1, 0};
  p.region(0, "one");
  p.region(1, "zero");
  p.add(def::SystemTreeNode{{0}, p.text("host"), p.text("node"), {}});
  p.add(def::SystemTreeNodeProperty{{0}, p.text("property"), {Type::region, 1}});
  p.add(def::Group{{0}, p.text("group"), GroupType::regions, Paradigm::user, GroupFlag::none, regions});
  p.add(def::LocationGroup{{4}, p.text("process"), LocationGroupType::process, {0}, {}});
  p.add(def::MetricClass{{0}, {}, {}, {}});
  p.add(def::MetricInstance{{1}, {0}, {9}, MetricScope::location_group, 4});
  unifier.add(p.definitions);
  const Definitions definitions = unifier.finish().definitions;
  EXPECT_EQ(definitions.all<def::SystemTreeNodeProperty>().begin()->value, (TypedValue{Type::region, 0}));
  EXPECT_EQ(members_of(definitions, {0}), (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(definitions.all<def::MetricInstance>().begin()->scope, 0u);
  EXPECT_EQ(definitions.all<def::MetricInstance>().begin()->recorder, LocationRef{9});
}

TEST(Unifier, HandlesAreSharedOnlyIfTheySayTheyAre) {
  Unifier unifier;
  std::vector<ProcessMaps> maps;
  for (int i = 0; i < 2; ++i) {
    Process p;
    p.add(def::IoRegularFile{{0}, p.text("/tmp/file"), {}});
    for (std::uint32_t id = 0; id < 4; ++id)
      p.add(def::IoHandle{
          {id}, p.text("handle"), {0}, {0}, id < 2 ? IoHandleFlag::none : IoHandleFlag::pre_created, {}, {}});
    maps.push_back(unifier.add(p.definitions));
  }
  const Definitions definitions = unifier.finish().definitions;
  EXPECT_EQ(definitions.all<def::IoRegularFile>().size(), 1u);
  EXPECT_EQ(definitions.all<def::IoHandle>().size(), 6u);
  EXPECT_EQ(maps[1].global(IoHandleRef{0}), IoHandleRef{4});
  EXPECT_EQ(maps[1].global(IoHandleRef{1}), IoHandleRef{5});
  EXPECT_EQ(maps[1].global(IoHandleRef{2}), IoHandleRef{2});
  EXPECT_EQ(maps[1].global(IoHandleRef{3}), IoHandleRef{3}) << "the second of one is the second of the other";
}

TEST(Unifier, ACommunicatorFindsItsMembersInAllProcesses) {
  Unifier unifier;
  std::vector<ProcessMaps> maps;
  for (std::uint64_t rank = 0; rank < 3; ++rank) {
    Process p;
    std::vector<std::uint64_t> members(3, nobody);
    members[rank] = 10 + rank;
    p.add(def::Location{{10 + rank}, p.text("thread"), LocationType::cpu_thread, 0, {}});
    if (rank == 2) p.comm(0, "other", {nobody, 12}, GroupType::comm_locations);
    p.comm(5, "WORLD", members, rank == 1 ? GroupType::locations : GroupType::comm_group);
    if (rank == 1) p.comm(9, "other", {11, nobody}, GroupType::comm_group, {5});
    maps.push_back(unifier.add(p.definitions));
  }
  const auto unified = unifier.finish();
  EXPECT_TRUE(unified.lost.empty());
  const auto& groups = unified.definitions.all<def::Group>().rows();
  EXPECT_TRUE(std::ranges::is_sorted(groups, {}, &def::Group::self));
  EXPECT_EQ(groups.front().group_type, GroupType::comm_locations) << "what the others are positions in comes first";
  EXPECT_EQ(names<def::Comm>(unified.definitions), (Names{"WORLD", "other"}));
  EXPECT_EQ(locations_of(unified.definitions, maps[2].global(CommRef{5})), (std::vector<std::uint64_t>{10, 11, 12}));
  EXPECT_EQ(locations_of(unified.definitions, maps[1].global(CommRef{9})), (std::vector<std::uint64_t>{11, 12}));
  EXPECT_EQ(maps[2].global(CommRef{0}), maps[1].global(CommRef{9}));
  const auto* other = unified.definitions.find<def::Comm>(maps[1].global(CommRef{9}));
  EXPECT_EQ(other->parent, maps[0].global(CommRef{5}));
  EXPECT_EQ(maps[1].global(GroupRef{9}), other->group);
  EXPECT_EQ(
      members_of(unified.definitions, everybody(unified.definitions)->self), (std::vector<std::uint64_t>{10, 11, 12}))
      << "positions are the ranks of the largest";
}

// Half of the processes split off to each side, and gave both sides the same name.
TEST(Unifier, CommunicatorsThatContradictEachOtherAreNotTheSame) {
  Unifier unifier;
  std::vector<CommRef> comms;
  for (std::uint64_t number = 0; number < 4; ++number) {
    Process p;
    p.add(def::Location{{number}, p.text("thread"), LocationType::cpu_thread, 0, {}});
    std::vector<std::uint64_t> members(2, nobody);
    members[number / 2] = number;
    p.comm(0, "half", members);
    comms.push_back(unifier.add(p.definitions).global(CommRef{0}));
  }
  const auto unified = unifier.finish();
  EXPECT_EQ(unified.definitions.all<def::Comm>().size(), 2u);
  EXPECT_EQ(locations_of(unified.definitions, comms[0]), (std::vector<std::uint64_t>{0, 2}));
  EXPECT_EQ(locations_of(unified.definitions, comms[1]), (std::vector<std::uint64_t>{1, 3}));
}

TEST(Unifier, CommunicatorsOfOneProcessAreNeverTheSame) {
  Unifier unifier;
  std::vector<ProcessMaps> maps;
  for (std::uint64_t number = 0; number < 2; ++number) {
    Process p;
    p.add(def::Location{{number}, p.text("thread"), LocationType::cpu_thread, 0, {}});
    std::vector<std::uint64_t> members(2, nobody);
    members[number] = number;
    p.comm(0, "copy", members);
    p.comm(1, "copy", members);
    p.add(def::Comm{{2}, p.text("copy"), {1}, {0}, {}});
    p.add(def::RmaWin{{0}, p.text("window"), {1}, {}});
    p.add(def::RmaWin{{1}, p.text("window"), {1}, {}});
    maps.push_back(unifier.add(p.definitions));
  }
  const auto unified = unifier.finish();
  EXPECT_EQ(unified.definitions.all<def::Comm>().size(), 3u);
  EXPECT_EQ(unified.definitions.all<def::RmaWin>().size(), 2u);
  for (std::uint32_t id = 0; id < 3; ++id) EXPECT_EQ(maps[1].global(CommRef{id}), CommRef{id});
  for (std::uint32_t id = 0; id < 2; ++id) EXPECT_EQ(maps[1].global(RmaWinRef{id}), RmaWinRef{id});
  for (std::uint32_t id = 0; id < 3; ++id)
    EXPECT_EQ(locations_of(unified.definitions, {id}), (std::vector<std::uint64_t>{0, 1}));
}

TEST(Unifier, MembersNobodyNamedAreMadeUp) {
  Process p;
  p.add(def::Location{{3}, p.text("thread"), LocationType::cpu_thread, 0, {}});
  p.comm(0, "WORLD", {nobody, 3, nobody, 77});
  p.add(def::Group{{1}, {}, GroupType::comm_self, Paradigm::mpi, GroupFlag::none, {}});
  p.add(def::Comm{{1}, p.text("SELF"), {1}, {}, {}});
  Unifier unifier;
  unifier.add(p.definitions);
  const auto unified = unifier.finish();
  const auto members = locations_of(unified.definitions, {0});
  ASSERT_EQ(members.size(), 4u);
  EXPECT_EQ(members[1], 3u);
  EXPECT_EQ(members[3], 77u);
  for (const std::uint64_t member : members) EXPECT_TRUE(unified.definitions.contains(LocationRef{member})) << member;
  const GroupRef self = unified.definitions.find<def::Comm>(CommRef{1})->group;
  EXPECT_EQ(unified.definitions.find<def::Group>(self)->group_type, GroupType::comm_self);
  EXPECT_EQ(unified.lost.size(), 2u);
}

// As traces have them that are written by the book: positions in the list of all.
TEST(Unifier, PositionsOfAProcessAreThoseInItsOwnList) {
  Unifier unifier;
  std::vector<ProcessMaps> maps;
  for (std::uint64_t rank = 0; rank < 2; ++rank) {
    Process p;
    p.add(def::Location{{40 + rank}, p.text("thread"), LocationType::cpu_thread, 0, {}});
    std::vector<std::uint64_t> all(2, nobody);
    all[rank] = 40 + rank;
    p.add(def::Group{{8}, p.text("all"), GroupType::comm_locations, Paradigm::mpi, GroupFlag::none, all});
    p.comm(0, "WORLD", {0, 1});
    p.comm(1, "reversed", {1, 0});
    maps.push_back(unifier.add(p.definitions));
  }
  const auto unified = unifier.finish();
  EXPECT_TRUE(unified.lost.empty());
  EXPECT_EQ(everybody(unified.definitions)->self, maps[1].global(GroupRef{8}));
  EXPECT_EQ(locations_of(unified.definitions, {0}), (std::vector<std::uint64_t>{40, 41}));
  EXPECT_EQ(locations_of(unified.definitions, {1}), (std::vector<std::uint64_t>{41, 40}));
}

TEST(Unifier, InterCommunicatorsHaveTwoSides) {
  Unifier unifier;
  std::vector<ProcessMaps> maps;
  for (std::uint64_t number = 0; number < 2; ++number) {
    Process p;
    p.add(def::Location{{number}, p.text("thread"), LocationType::cpu_thread, 0, {}});
    const std::uint64_t a[] = {number == 0 ? 0 : nobody}, b[] = {number == 1 ? 1 : nobody};
    p.add(def::Group{{0}, p.text("a"), GroupType::comm_group, Paradigm::mpi, GroupFlag::none, a});
    p.add(def::Group{{1}, p.text("b"), GroupType::comm_group, Paradigm::mpi, GroupFlag::none, b});
    p.add(def::InterComm{{6}, p.text("between"), {0}, {1}, {}, {}});
    maps.push_back(unifier.add(p.definitions));
  }
  const auto unified = unifier.finish();
  ASSERT_EQ(unified.definitions.all<def::InterComm>().size(), 1u);
  EXPECT_EQ(maps[1].global(CommRef{6}), CommRef{6});
  EXPECT_EQ(members_of(unified.definitions, maps[0].global(GroupRef{0})), (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(members_of(unified.definitions, maps[0].global(GroupRef{1})), (std::vector<std::uint64_t>{1}));
}

}  // namespace
}  // namespace weft::otf2
