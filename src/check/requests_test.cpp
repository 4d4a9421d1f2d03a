// SPDX-License-Identifier: BSD-3-Clause
#include "check/requests.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

using evt::MpiIrecvRequest;
using evt::MpiIsendComplete;
using evt::MpiRequestCancelled;
using evt::MpiRequestTest;

// Cancelled at once, or else the message would be missed.
class RequestsTest : public ::testing::Test {
 protected:
  RequestsTest() { trace.mpi(1).location(5, 0); }
  TestTrace trace;
};

TEST_F(RequestsTest, AreStartedTestedAndEnded) {
  trace.at(0, 1, evt::MpiIsend{0, {0}, 0, 0, 1})
      .at(0, 1, MpiIrecvRequest{2})
      .at(0, 2, MpiRequestTest{1})
      .at(0, 3, MpiIsendComplete{1});
  trace.at(0, 4, evt::MpiIrecv{0, {0}, 0, 0, 2}).at(0, 5, MpiIrecvRequest{2}).at(0, 6, MpiRequestCancelled{2});
  trace.at(0, 7, evt::NonBlockingCollectiveRequest{1})
      .at(0, 8, evt::NonBlockingCollectiveComplete{CollectiveOp::barrier, {0}, 0xffffffff, 0, 0, 1});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(RequestsTest, AreStartedBeforeTheyAreCompleted) {
  trace.at(0, 1, MpiIsendComplete{1}).at(0, 2, MpiRequestTest{2}).at(0, 3, MpiRequestCancelled{3});
  EXPECT_EQ(trace.summary(), "request-unknown:3");
  EXPECT_EQ(trace.first(request_unknown), "location 0: event 1: MpiIsendComplete of request 1, which is not open");
}

TEST_F(RequestsTest, EndWithTheirCancellation) {
  trace.at(0, 1, MpiIrecvRequest{2}).at(0, 2, MpiRequestCancelled{2}).at(0, 3, MpiRequestCancelled{2});
  EXPECT_EQ(trace.summary(), "request-unknown:1");
}

TEST_F(RequestsTest, AreCompletedInTheEnd) {
  trace.at(0, 1, MpiIrecvRequest{1}).at(0, 2, evt::NonBlockingCollectiveRequest{2});
  EXPECT_EQ(trace.summary(), "request-open:2");
  EXPECT_EQ(
      trace.first(request_open), "location 0: event 1: MpiIrecvRequest starts request 1, which is never completed");
}

TEST_F(RequestsTest, DoNotShareAnIdWhileOpen) {
  trace.at(0, 1, MpiIrecvRequest{1}).at(0, 2, MpiIrecvRequest{1}).at(0, 3, MpiRequestCancelled{1});
  EXPECT_EQ(trace.summary(), "request-reused:1");
  EXPECT_EQ(trace.first(request_reused),
      "location 0: event 2: MpiIrecvRequest starts request 1, which is open since event 1");
}

TEST_F(RequestsTest, ThatShareAnIdAndAreBothOpenAreToldOfBothWays) {
  trace.at(0, 1, MpiIrecvRequest{1}).at(0, 2, MpiIrecvRequest{1});
  EXPECT_EQ(trace.summary(), "request-open:1 request-reused:1");
}

TEST_F(RequestsTest, MayBeCompletedByAnotherThread) {
  trace.at(0, 1, MpiIrecvRequest{1}).at(5, 2, MpiRequestTest{1}).at(5, 3, MpiRequestCancelled{1});
  // The id is free again, although this thread did not see the end.
  trace.at(0, 4, MpiIrecvRequest{1}).at(0, 5, MpiRequestCancelled{1});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(RequestsTest, MayBeStartedAndCompletedByTwoThreadsAtOneTime) {
  trace.at(5, 1, MpiIrecvRequest{1}).at(0, 1, MpiRequestCancelled{1});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(RequestsTest, AreNotCompletedBeforeAnotherThreadStartsThem) {
  trace.at(0, 1, MpiRequestCancelled{1}).at(5, 2, MpiIrecvRequest{1});
  EXPECT_EQ(trace.summary(), "request-open:1 request-unknown:1");
}

TEST_F(RequestsTest, AreCompletedAsWhatTheyWereStarted) {
  trace.at(0, 1, MpiIrecvRequest{1}).at(0, 2, MpiIsendComplete{1});
  EXPECT_EQ(trace.summary(), "request-kind:1");
  EXPECT_EQ(trace.first(request_kind),
      "location 0: event 2: MpiIsendComplete of request 1, which was started by MpiIrecvRequest at event 1");
}

}  // namespace
}  // namespace weft::check
