// SPDX-License-Identifier: BSD-3-Clause
#include "check/collectives.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

using Members = std::vector<std::uint64_t>;
constexpr std::uint32_t no_root = 0xffffffff;

class CollectivesTest : public ::testing::Test {
 protected:
  CollectivesTest() { trace.mpi(3); }

  void all(Ticks time, CollectiveOp op, std::uint32_t root = no_root) {
    for (std::uint32_t rank = 0; rank < 3; ++rank) one(rank, time, op, root);
  }
  void one(std::uint32_t location, Ticks time, CollectiveOp op, std::uint32_t root = no_root, std::uint32_t comm = 0) {
    trace.at(location, time, evt::MpiCollectiveBegin{})
        .at(location, time + 1, evt::MpiCollectiveEnd{op, {comm}, root, 0, 0});
  }
  TestTrace trace;
};

TEST_F(CollectivesTest, ThatAgreeAreFine) {
  all(1, CollectiveOp::barrier);
  all(3, CollectiveOp::bcast, 2);
  one(1, 5, CollectiveOp::allreduce, no_root, 1);  // in MPI_COMM_SELF
  EXPECT_EQ(trace.summary(), "");
  EXPECT_EQ(trace.totals().collectives, 7u);
}

TEST_F(CollectivesTest, AreDoneByAllMembers) {
  one(0, 1, CollectiveOp::barrier);
  one(1, 1, CollectiveOp::barrier);
  EXPECT_EQ(trace.summary(), "collective-count:1");
  EXPECT_EQ(trace.first(collective_count),
      "location 2: 0 collective operations in communicator \"world\"<0>, but 1 on location 0");
}

TEST_F(CollectivesTest, AreTheSameOnAllMembers) {
  one(0, 1, CollectiveOp::barrier);
  one(1, 1, CollectiveOp::barrier);
  one(2, 1, CollectiveOp::bcast, 0);
  all(3, CollectiveOp::barrier);
  EXPECT_EQ(trace.summary(), "collective-mismatch:1");
  EXPECT_EQ(trace.first(collective_mismatch),
      "location 2: event 1: operation 1 in communicator \"world\"<0> is BCAST with root 0, but BARRIER at event 1 of "
      "location 0");
}

TEST_F(CollectivesTest, HaveOneRoot) {
  one(0, 1, CollectiveOp::bcast, 0);
  one(1, 1, CollectiveOp::bcast, 1);
  one(2, 1, CollectiveOp::bcast, 0);
  EXPECT_EQ(trace.summary(), "collective-mismatch:1");
}

TEST_F(CollectivesTest, HaveARootInTheirCommunicator) {
  all(1, CollectiveOp::bcast, 3);
  EXPECT_EQ(trace.summary(), "rank-range:3");
}

TEST_F(CollectivesTest, SidesOfAnInterCommunicatorNameTheRootInTheirOwnWay) {
  trace.define(def::Group{{3}, {}, GroupType::comm_group, Paradigm::mpi, {}, Members{0}});
  trace.define(def::Group{{4}, {}, GroupType::comm_group, Paradigm::mpi, {}, Members{1, 2}});
  trace.define(def::InterComm{{2}, {}, {3}, {4}, {0}, {}});
  one(0, 1, CollectiveOp::bcast, 0xfffffffe, 2);
  one(1, 1, CollectiveOp::bcast, 0, 2);
  one(2, 1, CollectiveOp::bcast, 0, 2);
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(CollectivesTest, CountInTheOrderTheyWereStarted) {
  const auto complete = [](CollectiveOp op, std::uint64_t request) {
    return evt::NonBlockingCollectiveComplete{op, {0}, no_root, 0, 0, request};
  };
  for (std::uint32_t rank = 0; rank < 3; ++rank) {
    trace.at(rank, 1, evt::NonBlockingCollectiveRequest{1}).at(rank, 2, evt::NonBlockingCollectiveRequest{2});
    const bool reversed = rank == 1;
    trace.at(rank, 3, reversed ? complete(CollectiveOp::allreduce, 2) : complete(CollectiveOp::barrier, 1));
    trace.at(rank, 4, reversed ? complete(CollectiveOp::barrier, 1) : complete(CollectiveOp::allreduce, 2));
  }
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(CollectivesTest, AreDoneByMembersOnly) {
  trace.define(def::Group{{3}, {}, GroupType::comm_group, Paradigm::mpi, {}, Members{0, 1}})
      .define(def::Comm{{2}, {}, {3}, {}, {}});
  for (std::uint32_t rank = 0; rank < 3; ++rank) one(rank, 1, CollectiveOp::barrier, no_root, 2);
  EXPECT_EQ(trace.summary(), "comm-membership:1");
}

}  // namespace
}  // namespace weft::check
