// SPDX-License-Identifier: BSD-3-Clause
#include "check/nesting.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

using evt::CallingContextEnter;
using evt::CallingContextLeave;
using evt::Enter;
using evt::Leave;

class NestingTest : public ::testing::Test {
 protected:
  NestingTest() { trace.location(7).region(0, "main").region(1, "work").region(2, "io"); }
  TestTrace trace;
};

TEST_F(NestingTest, NestedRegionsAreFine) {
  trace.at(7, 1, Enter{{0}})
      .at(7, 2, Enter{{1}})
      .at(7, 3, Enter{{1}})
      .at(7, 4, Leave{{1}})
      .at(7, 5, Leave{{1}})
      .at(7, 6, Leave{{0}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(NestingTest, AttributesDoNotMatter) {
  trace.define(def::Attribute{{0}, {}, {}, Type::uint64});
  const AttributeEntry entry{{0}, TypedValue::of(std::uint64_t{1})};
  trace.at(7, 1, Enter{{0}}, {entry}).at(7, 2, Enter{{1}}).at(7, 3, Leave{{1}}, {entry}).at(7, 4, Leave{{0}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(NestingTest, ALeaveNeedsAnEnter) {
  trace.at(7, 1, Enter{{0}}).at(7, 2, Leave{{1}}).at(7, 3, Leave{{0}}).at(7, 4, Leave{{0}});
  EXPECT_EQ(trace.summary(), "leave-without-enter:2");
  EXPECT_EQ(trace.first(leave_without_enter), "location 7: event 2: leaves region \"work\"<1>, which is not open");
}

TEST_F(NestingTest, TheInnermostRegionIsLeftFirst) {
  trace.at(7, 1, Enter{{0}})
      .at(7, 2, Enter{{1}})
      .at(7, 3, Enter{{2}})
      .at(7, 4, Leave{{0}})
      .at(7, 5, Enter{{0}})
      .at(7, 6, Leave{{0}});
  EXPECT_EQ(trace.summary(), "leave-mismatch:1");
  EXPECT_EQ(
      trace.first(leave_mismatch), "location 7: event 4: leaves region \"main\"<0>, but \"io\"<2> is open inside it");
}

TEST_F(NestingTest, EveryRegionIsLeft) {
  trace.at(7, 1, Enter{{0}}).at(7, 2, Enter{{1}}).at(7, 3, Leave{{1}});
  EXPECT_EQ(trace.summary(), "region-open:1");
  EXPECT_EQ(trace.first(region_open), "location 7: region \"main\"<0>, entered at event 1, is never left");
}

TEST_F(NestingTest, CallingContextsNestByTheirRegions) {
  trace.define(def::CallingContext{{0}, {0}, {}, {}})
      .define(def::CallingContext{{1}, {1}, {}, {0}})
      .define(def::CallingContext{{2}, {1}, {}, {0}});
  // Left on another line than it was entered: another context, the same region.
  trace.at(7, 1, CallingContextEnter{{0}, 1})
      .at(7, 2, CallingContextEnter{{1}, 1})
      .at(7, 3, CallingContextLeave{{2}})
      .at(7, 4, CallingContextLeave{{0}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(NestingTest, CallingContextsAreEnteredAndLeft) {
  trace.define(def::CallingContext{{0}, {0}, {}, {}}).define(def::CallingContext{{1}, {1}, {}, {0}});
  trace.at(7, 1, CallingContextLeave{{1}}).at(7, 2, CallingContextEnter{{0}, 1});
  EXPECT_EQ(trace.summary(), "leave-without-enter:1 region-open:1");
}

TEST_F(NestingTest, EveryTaskHasAStackOfItsOwn) {
  trace.location(8).define(
      def::Group{{0}, {}, GroupType::comm_locations, Paradigm::openmp, {}, std::vector<std::uint64_t>{7, 8}});
  trace.define(def::Group{{1}, {}, GroupType::comm_group, Paradigm::openmp, {}, std::vector<std::uint64_t>{0, 1}});
  trace.define(def::Comm{{0}, {}, {1}, {}, {}});
  const auto to = [](std::uint32_t number) { return evt::ThreadTaskSwitch{{0}, 0, number}; };
  trace.at(7, 1, Enter{{0}}).at(7, 2, to(1)).at(7, 3, Enter{{1}}).at(7, 4, to(2)).at(7, 5, Enter{{2}});
  trace.at(7, 6, to(1))
      .at(7, 7, Leave{{1}})
      .at(7, 8, to(2))
      .at(7, 9, Leave{{2}})
      .at(7, 10, to(0))
      .at(7, 11, Leave{{0}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(NestingTest, TasksLeaveWhatTheyEntered) {
  trace.at(7, 1, Enter{{0}})
      .at(7, 2, evt::OmpTaskSwitch{1})
      .at(7, 3, Enter{{1}})
      .at(7, 4, Leave{{2}})
      .at(7, 5, Leave{{0}});
  EXPECT_EQ(trace.summary(), "deprecated-record:1 leave-without-enter:1 region-open:1");
}

}  // namespace
}  // namespace weft::check
