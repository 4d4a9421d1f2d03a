// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/rma.hpp"

#include <gtest/gtest.h>

#include "model/test_events_internal.hpp"

namespace weft {
namespace {

TEST(Rma, CountsOperationsByWindow) {
  constexpr RmaWinRef halo{0}, queue{1};
  TestEvents events;
  events.add(1, evt::RmaPut{halo, 1, 10, 1}).add(2, evt::RmaPut{halo, 2, 20, 2}).add(3, evt::RmaGet{halo, 1, 5, 3});
  events.add(4, evt::RmaAtomic{queue, 0, RmaAtomicType::fetch_and_add, 8, 4, 4});
  events.add(5, evt::RmaOpCompleteBlocking{halo, 1}).add(6, evt::RmaSync{halo, 1, RmaSyncType::memory});
  events.add(7, evt::RmaCollectiveBegin{});
  events.add(8, evt::RmaCollectiveEnd{CollectiveOp::allreduce, RmaSyncLevel::process, halo, 0, 3, 6});
  Rma one;
  one.add(events.batch());
  Rma rma = one;
  rma.merge(one);
  ASSERT_EQ(rma.by_window.size(), 2u);
  EXPECT_EQ(rma.by_window[halo].puts, (Traffic{4, 60}));
  EXPECT_EQ(rma.by_window[halo].gets, (Traffic{2, 10}));
  EXPECT_EQ(rma.by_window[queue].atomics, 2u);
  EXPECT_TRUE(rma.by_window[queue].atomic_bytes_sent == 16 && rma.by_window[queue].atomic_bytes_received == 8);
  EXPECT_EQ(rma.by_operation[CollectiveOp::allreduce].calls, 2u);
  EXPECT_TRUE(rma.by_operation[CollectiveOp::allreduce].bytes() == 18);
}

}  // namespace
}  // namespace weft
