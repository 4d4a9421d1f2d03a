// SPDX-License-Identifier: BSD-3-Clause
#include "check/families.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

class FamiliesTest : public ::testing::Test {
 protected:
  FamiliesTest() {
    const std::vector<std::uint64_t> members{0};
    trace.location(0).location(1).region(0, "main").define(def::CallingContext{{0}, {0}, {}, {}});
    trace.define(def::Group{{0}, {}, GroupType::comm_locations, Paradigm::openmp, {}, members});
    trace.define(def::Group{{1}, {}, GroupType::comm_group, Paradigm::openmp, {}, members})
        .define(def::Comm{{0}, {}, {1}, {}, {}});
  }
  TestTrace trace;
};

TEST_F(FamiliesTest, ThatAreCurrentAreFine) {
  trace.at(0, 1, evt::ThreadFork{Paradigm::openmp, 1})
      .at(0, 2, evt::ThreadJoin{Paradigm::openmp})
      .at(0, 3, evt::Enter{{0}})
      .at(0, 4, evt::Leave{{0}});
  trace.at(1, 1, evt::CallingContextEnter{{0}, 1}).at(1, 2, evt::CallingContextLeave{{0}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(FamiliesTest, OldOpenMpEventsAreDeprecated) {
  trace.at(0, 1, evt::OmpFork{1}).at(0, 2, evt::OmpJoin{}).at(0, 3, evt::OmpFork{1}).at(0, 4, evt::OmpJoin{});
  // Another paradigm may use the new ones.
  trace.at(0, 5, evt::ThreadFork{Paradigm::ompss, 1}).at(0, 6, evt::ThreadJoin{Paradigm::ompss});
  EXPECT_EQ(trace.summary(), "deprecated-record:2");
  EXPECT_EQ(trace.first(deprecated), "location 0: OmpFork, 2 times");
}

TEST_F(FamiliesTest, CallsitesAreDeprecated) {
  trace.define(def::Callsite{{0}, {}, 1, {0}, {0}});
  EXPECT_EQ(trace.summary(), "deprecated-record:1");
  EXPECT_EQ(trace.first(deprecated), "Callsite, 1 times among the definitions");
}

TEST_F(FamiliesTest, OldAndNewOpenMpEventsDoNotMix) {
  trace.at(0, 1, evt::OmpFork{1})
      .at(0, 2, evt::OmpJoin{})
      .at(0, 3, evt::ThreadTeamBegin{{0}})
      .at(0, 4, evt::ThreadTeamEnd{{0}});
  EXPECT_EQ(trace.summary(), "deprecated-record:2 mixed-openmp-events:1");
  EXPECT_EQ(trace.first(mixed_openmp), "location 0: 2 old OpenMP events and 1 thread events of OPENMP");
}

TEST_F(FamiliesTest, RegionsAndCallingContextsDoNotMix) {
  trace.at(0, 1, evt::Enter{{0}})
      .at(0, 2, evt::Leave{{0}})
      .at(0, 3, evt::CallingContextEnter{{0}, 1})
      .at(0, 4, evt::CallingContextLeave{{0}});
  EXPECT_EQ(trace.summary(), "mixed-region-events:1");
  EXPECT_EQ(trace.first(mixed_regions), "location 0: 2 enter and leave events, and 2 of calling contexts");
}

}  // namespace
}  // namespace weft::check
