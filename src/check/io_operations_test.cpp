// SPDX-License-Identifier: BSD-3-Clause
#include "check/io_operations.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

constexpr auto blocking = IoOperationFlag::none;
constexpr auto non_blocking = IoOperationFlag::non_blocking;

evt::IoOperationBegin begin(
    std::uint32_t handle, std::uint64_t id, IoOperationFlag flags = blocking, std::uint64_t bytes = 10) {
  return {{handle}, IoOperationMode::read, flags, bytes, id};
}
evt::IoOperationComplete complete(std::uint32_t handle, std::uint64_t id, std::uint64_t bytes = 10) {
  return {{handle}, bytes, id};
}

class IoOperationsTest : public ::testing::Test {
 protected:
  IoOperationsTest() {
    trace.location(0, 0).location(1, 0).define(def::IoParadigm{{0}, {}, {}, {}, {}, {}});
    for (std::uint32_t id = 0; id < 2; ++id) {
      trace.define(def::IoHandle{{id}, {}, {}, {0}, IoHandleFlag::pre_created, {}, {}})
          .define(def::IoPreCreatedHandleState{{id}, {}, {}});
    }
  }
  TestTrace trace;
};

TEST_F(IoOperationsTest, BeginAndComplete) {
  trace.at(0, 1, begin(0, 1))
      .at(0, 2, complete(0, 1, 4))
      .at(0, 3, begin(0, 1, non_blocking))
      .at(0, 4, evt::IoOperationIssued{{0}, 1});
  trace.at(0, 5, begin(0, 2, non_blocking))
      .at(0, 6, evt::IoOperationTest{{0}, 1})
      .at(0, 7, complete(0, 1))
      .at(0, 8, evt::IoOperationCancelled{{0}, 2});
  EXPECT_EQ(trace.summary(), "");
  EXPECT_EQ(trace.totals().io_operations, 3u);
}

TEST_F(IoOperationsTest, CompleteInTheEnd) {
  trace.at(0, 1, begin(0, 1)).at(0, 2, begin(1, 1, non_blocking));
  EXPECT_EQ(trace.summary(), "io-operation-open:2");
  EXPECT_EQ(
      trace.first(io_operation_open), "location 0: event 1: operation 1 on handle <0> begins and is never completed");
}

TEST_F(IoOperationsTest, BeginFirst) {
  trace.at(0, 1, complete(0, 1))
      .at(0, 2, evt::IoOperationIssued{{0}, 1})
      .at(0, 3, evt::IoOperationTest{{0}, 1})
      .at(0, 4, evt::IoOperationCancelled{{0}, 1});
  EXPECT_EQ(trace.summary(), "io-operation-unknown:4");
  EXPECT_EQ(trace.first(io_operation_unknown),
      "location 0: event 1: IoOperationComplete of operation 1 on handle <0>, which has not begun");
}

TEST_F(IoOperationsTest, AreKnownByHandleAndId) {
  trace.at(0, 1, begin(0, 1, non_blocking))
      .at(0, 2, begin(1, 1, non_blocking))
      .at(0, 3, complete(0, 1))
      .at(0, 4, complete(1, 1));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoOperationsTest, DoNotShareAnIdWhileOpen) {
  trace.at(0, 1, begin(0, 1, non_blocking)).at(0, 2, begin(0, 1, non_blocking)).at(0, 3, complete(0, 1));
  EXPECT_EQ(trace.summary(), "io-operation-reused:1");
  EXPECT_EQ(trace.first(io_operation_reused),
      "location 0: event 2: operation 1 on handle <0> begins, but is open since event 1");
}

TEST_F(IoOperationsTest, MayCompleteOnAnotherThread) {
  trace.at(0, 1, begin(0, 1, non_blocking)).at(1, 2, complete(0, 1));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoOperationsTest, ThatBlockMayContainThoseOfALowerInterface) {
  trace.at(0, 1, begin(0, 1)).at(0, 2, begin(1, 1)).at(0, 3, complete(1, 1)).at(0, 4, complete(0, 1));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoOperationsTest, ThatBlockDoNotOverlap) {
  trace.at(0, 1, begin(0, 1)).at(0, 2, begin(1, 1)).at(0, 3, complete(0, 1)).at(0, 4, complete(1, 1));
  EXPECT_EQ(trace.summary(), "io-operation-overlap:1");
  EXPECT_EQ(trace.first(io_operation_overlap),
      "location 0: event 3: the operation on handle <0> overlaps with the one begun at event 2");
}

TEST_F(IoOperationsTest, ThatBlockDoNotOverlapOnOneHandle) {
  trace.at(0, 1, begin(0, 1)).at(0, 2, begin(0, 2)).at(0, 3, complete(0, 2)).at(0, 4, complete(0, 1));
  EXPECT_EQ(trace.summary(), "io-operation-overlap:1");
}

TEST_F(IoOperationsTest, OfTwoThreadsMayOverlap) {
  trace.at(0, 1, begin(0, 1)).at(1, 2, begin(0, 2)).at(0, 3, complete(0, 1)).at(1, 4, complete(0, 2));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoOperationsTest, MoveNoMoreThanAskedFor) {
  trace.at(0, 1, begin(0, 1))
      .at(0, 2, complete(0, 1, 11))
      .at(0, 3, begin(0, 1, blocking, ~std::uint64_t{0}))
      .at(0, 4, complete(0, 1, 11));
  trace.at(0, 5, begin(0, 1)).at(0, 6, complete(0, 1, ~std::uint64_t{0}));
  EXPECT_EQ(trace.summary(), "io-operation-bytes:1");
  EXPECT_EQ(trace.first(io_operation_bytes),
      "location 0: event 2: the operation on handle <0> moved 11 bytes, 10 were asked for at event 1");
}

}  // namespace
}  // namespace weft::check
