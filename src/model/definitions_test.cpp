// SPDX-License-Identifier: BSD-3-Clause
#include "model/definitions.hpp"

#include <gtest/gtest.h>

#include "model/names.hpp"

namespace weft {
namespace {

def::String text(std::uint32_t id, std::string_view content) { return {{id}, content}; }

TEST(Definitions, FindDenseIds) {
  Definitions all;
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_TRUE(all.add(text(i, "t" + std::to_string(i))));
  EXPECT_EQ(all.text(StringRef{42}), "t42");
  EXPECT_EQ(all.find<def::String>(StringRef{100}), nullptr);
  EXPECT_EQ(all.find<def::String>(StringRef{}), nullptr);
}

TEST(Definitions, FindSparseIdsInAnyOrder) {
  Definitions all;
  for (const std::uint32_t id : {0u, 1u, 7u, 3u, ~0u - 1, 2u}) EXPECT_TRUE(all.add(text(id, std::to_string(id))));
  for (const std::uint32_t id : {0u, 1u, 7u, 3u, ~0u - 1, 2u}) EXPECT_EQ(all.text(StringRef{id}), std::to_string(id));
  EXPECT_FALSE(all.contains(StringRef{4}));
  EXPECT_EQ(all.all<def::String>().rows()[2].self, StringRef{7}) << "rows keep the order they were defined in";
}

TEST(Definitions, KeepTheFirstOfTwoWithOneId) {
  Definitions all;
  EXPECT_TRUE(all.add(text(0, "first")));
  EXPECT_FALSE(all.add(text(0, "second")));
  EXPECT_TRUE(all.add(text(1, "next")));
  EXPECT_EQ(all.text(StringRef{0}), "first");
  EXPECT_EQ(all.text(StringRef{1}), "next");
  EXPECT_EQ(all.all<def::String>().size(), 3u);
}

TEST(Definitions, OwnTheirTextsAndLists) {
  Definitions all;
  std::string name = "main";
  std::vector<std::uint64_t> members{1, 2, 3};
  all.add(text(0, name));
  all.add(def::Group{{0}, {0}, {}, {}, {}, members});
  name = "gone";
  members.clear();
  EXPECT_EQ(all.text(StringRef{0}), "main");
  EXPECT_EQ(all.find<def::Group>(GroupRef{0})->members[2], 3u);
}

TEST(Definitions, ContainIdsOfEveryKindThatSharesASpace) {
  Definitions all;
  all.add(def::MetricClass{{0}, {}, {}, {}});
  all.add(def::MetricInstance{{5}, {0}, {}, {}, 0});
  EXPECT_TRUE(all.contains(MetricRef{0}));
  EXPECT_TRUE(all.contains(MetricRef{5}));
  EXPECT_FALSE(all.contains(MetricRef{1}));
}

TEST(Definitions, HaveAClockOnceItIsDefined) {
  Definitions all;
  EXPECT_EQ(all.clock(), nullptr);
  all.add(def::ClockProperties{1000, 5, 6, 7});
  EXPECT_EQ(all.clock()->timer_resolution, 1000u);
  EXPECT_EQ(all.size(), 1u);
}

class Names : public testing::Test {
 protected:
  Names() {
    std::uint32_t id = 0;
    for (const char* t : {"main", "file.c", "node", "machine", "cycles", "misses", "data"}) all.add(text(id++, t));
    all.add(def::Region{{3}, {0}, {}, {}, {}, {}, {}, {1}, 1, 2});
    all.add(def::SystemTreeNode{{0}, {2}, {3}, {}});
    all.add(def::SourceCodeLocation{{0}, {1}, 12});
    all.add(def::CallingContext{{0}, {3}, {0}, {}});
    all.add(def::CallingContext{{1}, {3}, {}, {}});
    all.add(def::MetricMember{{0}, {4}, {}, {}, {}, {}, {}, 0, {}});
    all.add(def::MetricMember{{1}, {5}, {}, {}, {}, {}, {}, 0, {}});
    const MetricMemberRef members[] = {{0}, {1}};
    all.add(def::MetricClass{{0}, members, {}, {}});
    all.add(def::MetricInstance{{1}, {0}, {}, {}, 0});
    all.add(def::MetricInstance{{2}, {2}, {}, {}, 0});  // an instance of itself
    all.add(def::IoRegularFile{{0}, {6}, {}});
    all.add(def::IoHandle{{0}, {}, {0}, {}, {}, {}, {}});
  }
  Definitions all;
};

TEST_F(Names, AreThoseOfTheDefinitionOrMadeOfItsParts) {
  EXPECT_EQ(all.name(RegionRef{3}), "main");
  EXPECT_EQ(all.name(SystemTreeNodeRef{0}), "machine node");
  EXPECT_EQ(all.name(SourceCodeLocationRef{0}), "file.c:12");
  EXPECT_EQ(all.name(CallingContextRef{0}), "main at file.c:12");
  EXPECT_EQ(all.name(CallingContextRef{1}), "main");
  EXPECT_EQ(all.name(MetricRef{0}), "cycles, misses");
  EXPECT_EQ(all.name(MetricRef{1}), "cycles, misses");
  EXPECT_EQ(all.name(IoHandleRef{0}), "data") << "a handle without a name has that of its file";
}

TEST_F(Names, AreEmptyWhereThereIsNone) {
  EXPECT_EQ(all.name(RegionRef{0}), "");
  EXPECT_EQ(all.name(RegionRef{}), "");
  EXPECT_EQ(all.name(MetricRef{2}), "");
  EXPECT_EQ(all.text(StringRef{}), "");
}

TEST_F(Names, AreReadyToPrint) {
  NameCache cache(all);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(cache.text(RegionRef{3}), "\"main\"<3>");
    EXPECT_EQ(cache.json(RegionRef{3}), "\"main\"");
    EXPECT_EQ(cache.text(RegionRef{9}), "<9>");
    EXPECT_EQ(cache.text(RegionRef{9'000'000}), "<9000000>");
    EXPECT_EQ(cache.json(RegionRef{9}), "");
    EXPECT_EQ(cache.text(RegionRef{}), "-");
  }
}

}  // namespace
}  // namespace weft
