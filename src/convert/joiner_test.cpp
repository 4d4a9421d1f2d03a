// SPDX-License-Identifier: BSD-3-Clause
#include "convert/joiner.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace weft {
namespace {

// A trace of a process with one location and a communicator of it.
Definitions trace(std::string_view host, std::string_view region) {
  Definitions d;
  d.add(def::ClockProperties{1000, 0, 10, 0});
  d.add(def::String{{0}, host});
  d.add(def::String{{1}, region});
  d.add(def::String{{2}, "process"});
  d.add(def::SystemTreeNode{{0}, {0}, {2}, {}});
  d.add(def::LocationGroup{{0}, {2}, LocationGroupType::process, {0}, {}});
  d.add(def::Location{{4}, {2}, LocationType::cpu_thread, 3, {0}});
  d.add(def::Region{{7}, {1}, {1}, {}, {}, {}, {}, {}, 0, 0});
  const std::vector<std::uint64_t> locations{4}, ranks{0};
  d.add(def::Group{{0}, {}, GroupType::comm_locations, Paradigm::mpi, {}, locations});
  d.add(def::Group{{1}, {2}, GroupType::comm_group, Paradigm::mpi, {}, ranks});
  d.add(def::Group{{2}, {}, GroupType::comm_self, Paradigm::mpi, {}, {}});
  d.add(def::Comm{{0}, {2}, {1}, {}, {}});
  return d;
}

TEST(Joiner, KeepsTheIdsOfTheFirstTrace) {
  const Definitions first = trace("a", "main");
  Joiner joiner(false, true);
  const IdMaps maps = joiner.add(first);
  EXPECT_EQ(maps(LocationRef{4}), LocationRef{4});
  EXPECT_EQ(maps(RegionRef{7}), RegionRef{7});
  const Definitions joined = joiner.finish({1000, 0, 10, 0});
  EXPECT_EQ(joined.size(), first.size());
}

TEST(Joiner, SharesWhatIsEqualAndKeepsProcessesApart) {
  const Definitions first = trace("a", "main"), second = trace("b", "main");
  Joiner joiner(false, true);
  joiner.add(first);
  const IdMaps maps = joiner.add(second);
  EXPECT_EQ(maps(RegionRef{7}), RegionRef{7});
  EXPECT_EQ(maps(StringRef{1}), StringRef{1});
  EXPECT_NE(maps(StringRef{0}), StringRef{0});
  EXPECT_NE(maps(LocationRef{4}), LocationRef{4});
  EXPECT_NE(maps(CommRef{0}), CommRef{0});
  EXPECT_FALSE(maps(RegionRef{99}).defined());
  const Definitions joined = joiner.finish({1000, 0, 10, 0});
  EXPECT_EQ(joined.text(joined.find<def::SystemTreeNode>(maps(SystemTreeNodeRef{0}))->name), "b");
  EXPECT_EQ(joined.all<def::Location>().size(), 2u);
}

TEST(Joiner, HasOneListOfAllWhoCommunicate) {
  const Definitions first = trace("a", "main"), second = trace("b", "main");
  Joiner joiner(false, true);
  joiner.add(first);
  const IdMaps maps = joiner.add(second);
  const Definitions joined = joiner.finish({1000, 0, 10, 0});
  std::size_t lists = 0, selves = 0;
  for (const def::Group& group : joined.all<def::Group>()) {
    lists += group.group_type == GroupType::comm_locations;
    selves += group.group_type == GroupType::comm_self;
  }
  EXPECT_EQ(lists, 1u);
  EXPECT_EQ(selves, 1u);
  // The only rank of the second communicator is the second of all.
  const auto* comm = joined.find<def::Comm>(maps(CommRef{0}));
  ASSERT_TRUE(comm);
  const auto* group = joined.find<def::Group>(comm->group);
  ASSERT_TRUE(group && group->members.size() == 1);
  const auto* all = joined.find<def::Group>(maps(GroupRef{0}));
  ASSERT_TRUE(all && group->members[0] < all->members.size());
  EXPECT_EQ(all->members[static_cast<std::size_t>(group->members[0])], maps(LocationRef{4}).value);
}

TEST(Joiner, TakesPartsOfOneRunAsOne) {
  const Definitions part = trace("a", "main");
  Joiner joiner(true, false);
  joiner.add(part);
  const IdMaps maps = joiner.add(part);
  EXPECT_EQ(maps(LocationRef{4}), LocationRef{4});
  EXPECT_EQ(maps(CommRef{0}), CommRef{0});
  EXPECT_EQ(joiner.finish({1000, 0, 10, 0}).size(), part.size());
}

TEST(Joiner, SurvivesDefinitionsThatGoRoundInCircles) {
  Definitions d;
  d.add(def::SystemTreeNode{{0}, {}, {}, {1}});
  d.add(def::SystemTreeNode{{1}, {}, {}, {0}});
  d.add(def::CallingContext{{3}, {9}, {}, {3}});
  Joiner joiner(false, true);
  joiner.add(d);
  const Definitions joined = joiner.finish({});
  EXPECT_EQ(joined.all<def::SystemTreeNode>().size(), 2u);
  EXPECT_FALSE(joined.find<def::CallingContext>(CallingContextRef{3})->parent.defined());
}

TEST(Joiner, LeavesOutWhatHeldForOneTraceOnly) {
  Definitions d = trace("a", "main");
  d.add(def::String{{3}, "otf.definitions.0.0"});
  d.add(def::SystemTreeNodeProperty{{0}, {3}, TypedValue::of(StringRef{3})});
  Joiner drops(false, true), keeps(true, false);
  drops.add(d), keeps.add(d);
  EXPECT_EQ(drops.finish({}).all<def::SystemTreeNodeProperty>().size(), 0u);
  EXPECT_EQ(keeps.finish({}).all<def::SystemTreeNodeProperty>().size(), 1u);
}

}  // namespace
}  // namespace weft
