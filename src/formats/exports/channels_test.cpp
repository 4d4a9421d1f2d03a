// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/channels.hpp"

#include <gtest/gtest.h>

#include <set>

namespace weft::exports {
namespace {

// Two ranks, the first of which has a second thread.
Definitions two_ranks() {
  Definitions definitions;
  const std::uint64_t locations[] = {10, 20};
  const std::uint64_t ranks[] = {0, 1};
  definitions.add(def::Location{{10}, {}, LocationType::cpu_thread, 0, {0}});
  definitions.add(def::Location{{11}, {}, LocationType::cpu_thread, 0, {0}});
  definitions.add(def::Location{{20}, {}, LocationType::cpu_thread, 0, {1}});
  definitions.add(def::Group{{0}, {}, GroupType::comm_locations, Paradigm::mpi, GroupFlag::none, locations});
  definitions.add(def::Group{{1}, {}, GroupType::comm_group, Paradigm::mpi, GroupFlag::none, ranks});
  definitions.add(def::Comm{{0}, {}, {1}, {}, CommFlag::none});
  return definitions;
}

evt::MpiSend send(std::uint32_t to, std::uint32_t tag) { return {to, {0}, tag, 1}; }
evt::MpiRecv receive(std::uint32_t from, std::uint32_t tag) { return {from, {0}, tag, 1}; }

TEST(ExportChannels, NumberBothEndsOfAMessageAlike) {
  const Definitions definitions = two_ranks();
  Channels channels(definitions);
  LocationChannels first(channels, {10});
  LocationChannels second(channels, {20});
  std::set<std::uint64_t> ids;
  for (const std::uint32_t tag : {0u, 1u, 0u, 0u}) {
    const Flow sent = first.take(send(1, tag));
    const Flow received = second.take(receive(0, tag));
    EXPECT_EQ(sent.end, Flow::End::send);
    EXPECT_EQ(received.end, Flow::End::receive);
    EXPECT_EQ(sent.peer, LocationRef{20});
    EXPECT_EQ(received.peer, LocationRef{10});
    ASSERT_TRUE(sent.id);
    EXPECT_EQ(sent.id, received.id);
    ids.insert(*sent.id);
  }
  EXPECT_NE(first.take(receive(1, 0)).id, second.take(receive(0, 0)).id);
  EXPECT_EQ(ids.size(), 4u);
}

TEST(ExportChannels, CountWhatHasOneEndOnly) {
  const Definitions definitions = two_ranks();
  Channels channels(definitions);
  LocationChannels first(channels, {10});
  LocationChannels second(channels, {20});
  first.take(send(1, 0)), first.take(send(1, 0)), first.take(send(1, 7));
  second.take(receive(0, 0));
  first.close(), second.close();
  LossReport report;
  channels.tell(report);
  ASSERT_EQ(report.entries().size(), 1u);
  EXPECT_EQ(report.entries().begin()->second.count, 2u);
}

TEST(ExportChannels, HaveNoNumbersWhereNobodyKnowsWhoCameFirst) {
  const Definitions definitions = two_ranks();
  Channels channels(definitions);
  LocationChannels thread(channels, {11});
  EXPECT_EQ(thread.take(send(1, 0)).peer, LocationRef{20});
  EXPECT_FALSE(thread.take(send(1, 0)).id);
  LocationChannels first(channels, {10});
  EXPECT_FALSE(first.take(send(5, 0)).id);
  EXPECT_EQ(first.take(evt::Enter{{0}}).end, Flow::End::none);
}

}  // namespace
}  // namespace weft::exports
