// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/messages.hpp"

#include <gtest/gtest.h>

#include "model/test_events_internal.hpp"

namespace weft {
namespace {

constexpr CommRef world{0}, row_comm{3};

TEST(Messages, CountsBlockingAndNonBlockingMessagesByCommunicator) {
  TestEvents events;
  events.add(1, evt::MpiSend{1, world, 7, 100}).add(2, evt::MpiIsend{1, world, 7, 50, 9});
  events.add(3, evt::MpiIrecvRequest{10})
      .add(4, evt::MpiIsendComplete{9})
      .add(5, evt::MpiIrecv{1, row_comm, 7, 30, 10});
  events.add(6, evt::MpiRecv{1, world, 7, 5}).add(7, evt::MpiRequestTest{10}).add(8, evt::MpiRequestCancelled{11});
  Messages messages;
  messages.add(events.batch());
  ASSERT_EQ(messages.by_communicator.size(), 2u);
  EXPECT_EQ(messages.by_communicator[world].sent, (Traffic{2, 150}));
  EXPECT_EQ(messages.by_communicator[world].received, (Traffic{1, 5}));
  EXPECT_EQ(messages.by_communicator[row_comm].sent, Traffic{});
  EXPECT_EQ(messages.by_communicator[row_comm].received, (Traffic{1, 30}));
}

TEST(Messages, CountsCollectivesWhereTheyEnd) {
  TestEvents events;
  events.add(1, evt::MpiCollectiveBegin{}).add(2, evt::MpiCollectiveEnd{CollectiveOp::bcast, world, 0, 8, 0});
  events.add(3, evt::NonBlockingCollectiveRequest{4});
  events.add(5, evt::NonBlockingCollectiveComplete{CollectiveOp::bcast, row_comm, 0, 0, 16, 4});
  events.add(6, evt::MpiCollectiveEnd{CollectiveOp::barrier, world, 0, 0, 0});
  Messages messages;
  messages.add(events.batch());
  ASSERT_EQ(messages.by_operation.size(), 2u);
  const CollectiveCounts& bcast = messages.by_operation[CollectiveOp::bcast];
  EXPECT_EQ(bcast.calls, 2u);
  EXPECT_EQ(bcast.non_blocking, 1u);
  EXPECT_TRUE(bcast.bytes_sent == 8 && bcast.bytes_received == 16);
  EXPECT_EQ(messages.by_operation[CollectiveOp::barrier].calls, 1u);
}

TEST(Messages, LeavesOutDamagedRecords) {
  TestEvents events;
  events.add(1, evt::MpiSend{1, world, 7, 100}).add(2, evt::MpiSend{1, world, 7, 1000}).damaged();
  Messages messages;
  messages.add(events.batch());
  EXPECT_EQ(messages.by_communicator[world].sent, (Traffic{1, 100}));
}

TEST(Messages, AddUpOverLocationsWithoutOverflow) {
  TestEvents events;
  events.add(1, evt::MpiSend{1, world, 7, ~std::uint64_t{0}})
      .add(2, evt::MpiCollectiveEnd{CollectiveOp::scan, world, 0, 1, 2});
  Messages one;
  one.add(events.batch());
  Messages all = one;
  all.merge(one);
  EXPECT_EQ(all.by_communicator[world].sent, (Traffic{2, 2 * Sum{~std::uint64_t{0}}}));
  EXPECT_EQ(all.by_operation[CollectiveOp::scan].calls, 2u);
}

}  // namespace
}  // namespace weft
