// SPDX-License-Identifier: BSD-3-Clause
#include "check/pairs.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

class PairsTest : public ::testing::Test {
 protected:
  PairsTest() {
    trace.mpi(1).define(def::Comm{{2}, trace.text("inner"), {1}, {}, {}}).define(def::RmaWin{{0}, {}, {0}, {}});
  }
  TestTrace trace;
};

TEST_F(PairsTest, PairsAreFine) {
  trace.at(0, 1, evt::ThreadFork{Paradigm::openmp, 2})
      .at(0, 2, evt::ThreadTeamBegin{{0}})
      .at(0, 3, evt::ThreadFork{Paradigm::openmp, 2});
  trace.at(0, 4, evt::ThreadTeamBegin{{2}})
      .at(0, 5, evt::ThreadTeamEnd{{2}})
      .at(0, 6, evt::ThreadJoin{Paradigm::openmp});
  trace.at(0, 7, evt::ThreadTeamEnd{{0}}).at(0, 8, evt::ThreadJoin{Paradigm::openmp});
  trace.at(0, 9, evt::MpiCollectiveBegin{})
      .at(0, 10, evt::MpiCollectiveEnd{CollectiveOp::barrier, {0}, 0xffffffff, 0, 0});
  trace.at(0, 11, evt::RmaCollectiveBegin{})
      .at(0, 12, evt::RmaCollectiveEnd{CollectiveOp::barrier, {}, {0}, 0xffffffff, 0, 0});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(PairsTest, ATeamIsJoinedBeforeItIsLeft) {
  trace.at(0, 1, evt::ThreadTeamEnd{{0}});
  EXPECT_EQ(trace.summary(), "team-pairs:1");
  EXPECT_EQ(trace.first(team_pairs), "location 0: event 1: leaves thread team \"world\"<0>, which it had not joined");
}

TEST_F(PairsTest, TheInnermostTeamIsLeftFirst) {
  trace.at(0, 1, evt::ThreadTeamBegin{{0}}).at(0, 2, evt::ThreadTeamBegin{{2}}).at(0, 3, evt::ThreadTeamEnd{{0}});
  EXPECT_EQ(trace.summary(), "team-pairs:1");
}

TEST_F(PairsTest, EveryTeamIsLeft) {
  trace.at(0, 1, evt::ThreadTeamBegin{{0}});
  EXPECT_EQ(trace.first(team_pairs), "location 0: thread team \"world\"<0>, joined at event 1, is never left");
}

TEST_F(PairsTest, EveryForkHasItsJoin) {
  trace.at(0, 1, evt::ThreadJoin{Paradigm::openmp}).at(0, 2, evt::ThreadFork{Paradigm::ompss, 1});
  EXPECT_EQ(trace.summary(), "fork-join-pairs:2");
  EXPECT_EQ(trace.first(fork_join_pairs), "location 0: event 1: a join of OPENMP without a fork");
}

TEST_F(PairsTest, CollectiveOperationsBeginAndEnd) {
  const evt::MpiCollectiveEnd end{CollectiveOp::barrier, {0}, 0xffffffff, 0, 0};
  trace.at(0, 1, end)
      .at(0, 2, evt::MpiCollectiveBegin{})
      .at(0, 3, evt::MpiCollectiveBegin{})
      .at(0, 4, end)
      .at(0, 5, evt::MpiCollectiveBegin{});
  EXPECT_EQ(trace.summary(), "collective-pairs:3");
}

TEST_F(PairsTest, CollectiveOperationsOnWindowsBeginAndEnd) {
  trace.at(0, 1, evt::RmaCollectiveEnd{CollectiveOp::barrier, {}, {0}, 0xffffffff, 0, 0})
      .at(0, 2, evt::RmaCollectiveBegin{});
  EXPECT_EQ(trace.summary(), "rma-collective-pairs:2");
}

}  // namespace
}  // namespace weft::check
