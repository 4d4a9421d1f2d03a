// SPDX-License-Identifier: BSD-3-Clause
#include "check/messages.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

using Members = std::vector<std::uint64_t>;

// In communicator `comm` with `tag`, 100 bytes unless told.
evt::MpiSend send(std::uint32_t to, std::uint32_t comm = 0, std::uint32_t tag = 0, std::uint64_t bytes = 100) {
  return {to, {comm}, tag, bytes};
}
evt::MpiRecv receive(std::uint32_t from, std::uint32_t comm = 0, std::uint32_t tag = 0, std::uint64_t bytes = 100) {
  return {from, {comm}, tag, bytes};
}

class MessagesTest : public ::testing::Test {
 protected:
  MessagesTest() { trace.mpi(3); }
  TestTrace trace;
};

TEST_F(MessagesTest, ThatArriveAreFine) {
  trace.at(0, 1, send(1)).at(1, 2, receive(0)).at(1, 3, send(2, 0, 5, 7)).at(2, 3, receive(1, 0, 5, 7));
  EXPECT_EQ(trace.summary(), "");
  EXPECT_EQ(trace.totals().messages, 4u);
}

TEST_F(MessagesTest, SentAreReceived) {
  trace.at(0, 1, send(1)).at(0, 2, send(1)).at(1, 2, receive(0));
  EXPECT_EQ(trace.summary(), "message-unreceived:1");
  EXPECT_EQ(trace.first(message_unreceived),
      "location 0: event 2: the message to location 1 in communicator \"world\"<0> with tag 0 is never received");
}

TEST_F(MessagesTest, ReceivedWereSent) {
  trace.at(1, 2, receive(0, 0, 4));
  EXPECT_EQ(trace.summary(), "message-unsent:1");
  EXPECT_EQ(trace.first(message_unsent),
      "location 1: event 1: the message from location 0 in communicator \"world\"<0> with tag 4 was never sent");
}

TEST_F(MessagesTest, MeetByTagAndCommunicator) {
  trace.at(0, 1, send(1, 0, 1)).at(1, 2, receive(0, 0, 2));
  EXPECT_EQ(trace.summary(), "message-unreceived:1 message-unsent:1");
}

TEST_F(MessagesTest, KeepTheirLength) {
  trace.at(0, 1, send(1)).at(0, 2, send(1, 0, 0, 50)).at(1, 2, receive(0)).at(1, 3, receive(0, 0, 0, 60));
  EXPECT_EQ(trace.summary(), "message-length:1");
  EXPECT_EQ(trace.first(message_length),
      "location 1: event 2: the message from location 0 in communicator \"world\"<0> with tag 0 has 60 bytes, but 50 "
      "were sent at event 2 of location 0");
}

TEST_F(MessagesTest, AreSentBeforeTheyAreReceived) {
  trace.at(0, 5, send(1)).at(1, 2, receive(0));
  EXPECT_EQ(trace.summary(), "message-order:1");
  EXPECT_EQ(trace.first(message_order),
      "location 1: event 1: the message from location 0 in communicator \"world\"<0> with tag 0 is received 3 ticks "
      "before it is sent at event 1 of location 0");
}

TEST_F(MessagesTest, AreMatchedInTheOrderReceivesWerePosted) {
  trace.at(0, 1, send(1, 0, 0, 10)).at(0, 2, send(1, 0, 0, 20));
  trace.at(1, 3, evt::MpiIrecvRequest{8}).at(1, 4, evt::MpiIrecvRequest{9});
  // The second request completes first.
  trace.at(1, 5, evt::MpiIrecv{0, {0}, 0, 20, 9}).at(1, 6, evt::MpiIrecv{0, {0}, 0, 10, 8});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(MessagesTest, ThatWereCancelledAreNotMissed) {
  trace.at(0, 1, evt::MpiIsend{1, {0}, 0, 10, 4}).at(0, 2, evt::MpiRequestCancelled{4});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(MessagesTest, NameRanksOfTheirCommunicator) {
  trace.at(0, 1, send(3)).at(1, 2, receive(4)).at(2, 3, send(1, 1));
  EXPECT_EQ(trace.summary(), "rank-range:3");
  EXPECT_EQ(trace.first(rank_range), "location 0: event 1: communicator \"world\"<0> has no rank 3");
}

TEST_F(MessagesTest, RanksArePositionsInTheGroup) {
  trace.define(def::Group{{3}, {}, GroupType::comm_group, Paradigm::mpi, {}, Members{2, 0}})
      .define(def::Comm{{2}, {}, {3}, {}, {}});
  trace.at(0, 1, send(0, 2)).at(2, 2, receive(1, 2));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(MessagesTest, RanksOfGlobalMembersArePositionsAmongAll) {
  trace.define(def::Group{{3}, {}, GroupType::comm_group, Paradigm::mpi, GroupFlag::global_members, Members{2, 0}})
      .define(def::Comm{{2}, {}, {3}, {}, {}});
  trace.at(0, 1, send(2, 2)).at(2, 2, receive(0, 2));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(MessagesTest, EverybodyTalksToHimselfInSelf) {
  trace.at(0, 1, send(0, 1)).at(0, 2, receive(0, 1)).at(1, 1, send(0, 1)).at(1, 2, receive(0, 1));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(MessagesTest, RanksOfAnInterCommunicatorAreThoseOfTheOtherSide) {
  trace.define(def::Group{{3}, {}, GroupType::comm_group, Paradigm::mpi, {}, Members{0}});
  trace.define(def::Group{{4}, {}, GroupType::comm_group, Paradigm::mpi, {}, Members{1, 2}});
  trace.define(def::InterComm{{2}, trace.text("inter"), {3}, {4}, {0}, {}});
  trace.at(0, 1, send(1, 2)).at(2, 2, receive(0, 2)).at(1, 3, send(0, 2)).at(0, 4, receive(0, 2)).at(1, 5, send(1, 2));
  EXPECT_EQ(trace.summary(), "rank-range:1");
  EXPECT_EQ(trace.first(rank_range), "location 1: event 2: communicator \"inter\"<2> has no rank 1");
}

TEST_F(MessagesTest, AreExchangedByMembersOnly) {
  trace.define(def::Group{{3}, {}, GroupType::comm_group, Paradigm::mpi, {}, Members{0, 1}})
      .define(def::Comm{{2}, trace.text("pair"), {3}, {}, {}});
  trace.at(2, 1, send(1, 2)).at(1, 2, send(0, 2)).at(0, 3, receive(1, 2));
  EXPECT_EQ(trace.summary(), "comm-membership:1 message-unreceived:1");
  EXPECT_EQ(
      trace.first(comm_membership), "location 2: event 1: this location does not belong to communicator \"pair\"<2>");
}

TEST_F(MessagesTest, ThreadsSpeakForTheirProcess) {
  trace.location(10, 0).location(11, 1);
  trace.at(10, 1, send(1)).at(11, 2, receive(0));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(MessagesTest, OfSeveralThreadsAreOnlyCounted) {
  trace.location(10, 0);
  // Which of the two was sent first is not known.
  trace.at(0, 1, send(1, 0, 0, 10))
      .at(10, 1, send(1, 0, 0, 20))
      .at(1, 2, receive(0, 0, 0, 20))
      .at(1, 3, receive(0, 0, 0, 10));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(MessagesTest, OfCommunicatorsThatCannotBeResolvedAreLeftAlone) {
  trace.define(def::Group{{3}, {}, GroupType::comm_group, Paradigm::shmem, {}, {}})
      .define(def::Comm{{2}, {}, {3}, {}, {}});
  trace.at(0, 1, send(1, 2)).at(0, 2, send(1, 77));
  EXPECT_EQ(trace.summary(), "undefined-reference:1");
}

}  // namespace
}  // namespace weft::check
