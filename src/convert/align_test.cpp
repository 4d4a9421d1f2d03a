// SPDX-License-Identifier: BSD-3-Clause
#include "convert/align.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "model/test_events_internal.hpp"

namespace weft {
namespace {

// Processes whose clocks are wrong in a known way.
struct WrongClock {
  double offset = 0;
  double drift = 0;

  Ticks shows(double true_time) const {
    return static_cast<Ticks>(std::llround(true_time + offset + drift * (true_time - 1e9)));
  }
};

// Messages back and forth between neighbours, each of which takes at least `fastest` ticks.
std::vector<Link> messages(const std::vector<WrongClock>& clocks, int count, double fastest, double spread) {
  std::mt19937 random(7);
  std::exponential_distribution<double> delay(1 / spread);
  std::vector<Link> links;
  for (std::uint32_t i = 0; i + 1 < clocks.size(); ++i)
    for (int message = 0; message < count; ++message) {
      const double time = 1e9 + 1e6 * message;
      const auto send = [&](std::uint32_t from, std::uint32_t to, double at) {
        links.push_back({from, to, clocks[from].shows(at), clocks[to].shows(at + fastest + delay(random))});
      };
      send(i, i + 1, time);
      send(i + 1, i, time + 3e5);
    }
  return links;
}

// What is left of the difference of two clocks at a true time.
double difference(
    const ProcessClocks& aligned, const std::vector<WrongClock>& clocks, std::size_t process, double time) {
  const auto corrected = [&](std::size_t i) {
    const Ticks shown = clocks[i].shows(time);
    return static_cast<double>(shown) + aligned.corrections[i].at(shown);
  };
  return corrected(process) - corrected(0);
}

TEST(Align, FindsOffsetAndDriftToWithinItsError) {
  const std::vector<WrongClock> clocks{{0, 0}, {5'000'000, 2e-5}, {-3'000'000, -1e-5}, {40'000, 5e-6}};
  const auto links = messages(clocks, 1000, 2000, 4000);
  const ProcessClocks aligned = align_clocks(clocks.size(), links);
  EXPECT_LT(aligned.error, 5000);
  for (std::size_t i = 1; i < clocks.size(); ++i) {
    EXPECT_TRUE(aligned.is_reached[i]);
    // Errors add up along the chain of neighbours.
    for (const double time : {1e9, 1.5e9, 2e9})
      EXPECT_LT(std::abs(difference(aligned, clocks, i, time)), aligned.error * static_cast<double>(i))
          << i << " at " << time;
  }
}

TEST(Align, LeavesClocksAloneThatAreRight) {
  const std::vector<WrongClock> clocks(3);
  const ProcessClocks aligned = align_clocks(clocks.size(), messages(clocks, 200, 1000, 10));
  for (const double time : {1e9, 1.2e9}) EXPECT_LT(std::abs(difference(aligned, clocks, 2, time)), 100);
}

TEST(Align, MovesAClockJustFarEnoughIfMessagesGoOneWay) {
  const std::vector<WrongClock> clocks{{0, 0}, {-10'000, 0}};
  std::vector<Link> links;
  for (double time = 1e9; time < 1.1e9; time += 1e6)
    links.push_back({0, 1, clocks[0].shows(time), clocks[1].shows(time + 500)});
  const ProcessClocks aligned = align_clocks(2, links);
  for (const Link& link : links)
    EXPECT_GE(static_cast<double>(link.received) + aligned.corrections[1].at(link.received) + 0.5,
        static_cast<double>(link.sent));
  EXPECT_NEAR(aligned.corrections[1].at(1'000'000'000), 9'500, 1);
  EXPECT_EQ(aligned.one_sided, 1u);  // and how far it is off still, nobody knows
}

TEST(Align, SaysWhomItKnowsNothingAbout) {
  const std::vector<Link> links{{0, 1, 100, 150}, {1, 0, 200, 250}};
  const ProcessClocks aligned = align_clocks(4, links);
  EXPECT_EQ(aligned.is_reached, (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(aligned.corrections[3].at(100), 0);
}

TEST(Align, SurvivesNothingAndExtremes) {
  EXPECT_TRUE(align_clocks(0, {}).corrections.empty());
  EXPECT_EQ(align_clocks(2, {}).corrections[1].at(5), 0);
  const std::vector<Link> links{{0, 1, 0, ~Ticks{0}}, {1, 0, ~Ticks{0}, 0}, {0, 1, 5, 5}};
  EXPECT_TRUE(std::isfinite(align_clocks(2, links).corrections[1].at(0)));
  // No clock runs backwards, whatever messages say.
  std::vector<Link> wild;
  for (Ticks i = 0; i < 100; ++i) {
    wild.push_back({0, 1, 1000 + i, 1'000'000 * (100 - i)});
    wild.push_back({1, 0, 1'000'000 * (100 - i), 1000 + i});
  }
  for (const Correction& correction : align_clocks(2, wild).corrections) EXPECT_GE(correction.drift, -0.9375);
}

// Two ranks, each a process of one location.
void define_two_processes(Definitions& d) {
  d.add(def::ClockProperties{1'000'000'000, 0, 3'000'000'000, 0});
  const std::vector<std::uint64_t> both{0, 1};
  for (std::uint32_t i = 0; i < 2; ++i) {
    d.add(def::LocationGroup{{i}, {}, LocationGroupType::process, {}, {}});
    d.add(def::Location{{i}, {}, LocationType::cpu_thread, 9, {i}});
  }
  d.add(def::Group{{0}, {}, GroupType::comm_locations, Paradigm::mpi, {}, both});
  d.add(def::Group{{1}, {}, GroupType::comm_group, Paradigm::mpi, {}, both});
  d.add(def::Comm{{0}, {}, {1}, {}, {}});
}

TEST(Align, PassesOverSendsThatWereCancelled) {
  TestSource source;
  define_two_processes(source.define());
  source[{0}].add(1, evt::MpiIsend{1, {0}, 0, 8, 7}).add(2, evt::MpiRequestCancelled{7});
  for (Ticks time = 1'000'000'000; time < 2'000'000'000; time += 10'000'000) {
    source[{0}].add(time, evt::MpiIsend{1, {0}, 0, 8, 7}).add(time + 10, evt::MpiIsendComplete{7});
    source[{1}].add(time + 3000, evt::MpiRecv{0, {0}, 0, 8}).add(time + 5000, evt::MpiSend{0, {0}, 0, 8});
    source[{0}].add(time + 8000, evt::MpiRecv{1, {0}, 0, 8});
  }
  const Alignment alignment = align_by_messages(source, 1).take();
  EXPECT_EQ(alignment.links, 200u);
  EXPECT_EQ(alignment.violated, 0u);
  EXPECT_LT(alignment.error, 5000);
}

// Collective operations that last `length` ticks, `ahead` of which the second clock is.
Alignment align_by(CollectiveOp op, std::uint32_t root, std::uint64_t bytes, Ticks ahead, Ticks length) {
  TestSource source;
  define_two_processes(source.define());
  for (const std::uint64_t i : {std::uint64_t{0}, std::uint64_t{1}})
    for (Ticks number = 0; number < 50; ++number) {
      const Ticks begin = 1'000'000'000 + 10'000'000 * number + i * ahead;
      const bool is_blocking = number % 2 == 0;
      if (is_blocking)
        source[{i}].add(begin, evt::MpiCollectiveBegin{});
      else
        source[{i}].add(begin, evt::NonBlockingCollectiveRequest{number});
      if (is_blocking)
        source[{i}].add(begin + length, evt::MpiCollectiveEnd{op, {0}, root, bytes, bytes});
      else
        source[{i}].add(begin + length, evt::NonBlockingCollectiveComplete{op, {0}, root, bytes, bytes, number});
    }
  return align_by_messages(source, 1).take();
}

TEST(Align, LearnsFromCollectiveOperationsWhoWaitedForWhom) {
  constexpr Ticks ahead = 7'000'000, length = 4000;
  for (const CollectiveOp op : {CollectiveOp::barrier, CollectiveOp::allreduce}) {
    const Alignment both = align_by(op, 0xffffffff, 8, ahead, length);
    EXPECT_EQ(both.links, 100u);
    EXPECT_NEAR(both.corrections.at({1}).at(1'000'000'000 + ahead), -static_cast<double>(ahead), both.error);
    EXPECT_LT(both.error, length + 1);
    EXPECT_EQ(both.one_sided, 0u);
  }
  // The second seems to be done before the first, which is the root, has begun, or the other way round.
  for (const auto& [op, root, links] :
      {std::tuple(CollectiveOp::bcast, 1u, 50u), {CollectiveOp::reduce, 0u, 50u}, {CollectiveOp::gatherv, 0u, 50u}}) {
    const Alignment one_way = align_by(op, root, 8, ahead, length);
    EXPECT_EQ(one_way.links, links);
    EXPECT_EQ(one_way.violated_before, links);
    EXPECT_EQ(one_way.violated, 0u);
    EXPECT_EQ(one_way.one_sided, 1u);
  }
  // Who gives nothing is not waited for.
  EXPECT_EQ(align_by(CollectiveOp::allgatherv, 0xffffffff, 0, ahead, length).links, 0u);
  EXPECT_EQ(align_by(CollectiveOp::alltoallv, 0xffffffff, 8, ahead, length).links, 0u);
  EXPECT_EQ(align_by(CollectiveOp::bcast, 2, 8, ahead, length).links, 0u);
}

TEST(Align, MovesTheEventsOfATrace) {
  TestSource source;
  define_two_processes(source.define());
  // The second clock is ahead, so that what it sends seems to arrive before; and there is a barrier.
  const WrongClock clocks[]{{0, 0}, {7'000'000, 3e-5}};
  for (int i = 0; i < 100; ++i) {
    const double time = 1e9 + 1e7 * i;
    source[{0}].add(clocks[0].shows(time), evt::MpiSend{1, {0}, 0, 8});
    source[{1}].add(clocks[1].shows(time + 3000), evt::MpiRecv{0, {0}, 0, 8});
    source[{1}].add(clocks[1].shows(time + 5000), evt::MpiSend{0, {0}, 0, 8});
    source[{0}].add(clocks[0].shows(time + 8000), evt::MpiRecv{1, {0}, 0, 8});
  }
  for (const std::uint64_t i : {std::uint64_t{0}, std::uint64_t{1}}) {
    source[{i}].add(clocks[i].shows(2.5e9), evt::MpiCollectiveBegin{});
    source[{i}].add(clocks[i].shows(2.5e9 + 4000), evt::MpiCollectiveEnd{CollectiveOp::barrier, {0}, 0xffffffff, 0, 0});
  }
  const Alignment alignment = align_by_messages(source, 2).take();
  EXPECT_EQ(alignment.processes, 2u);
  EXPECT_EQ(alignment.unreached, 0u);
  EXPECT_EQ(alignment.links, 202u);
  EXPECT_EQ(alignment.violated_before, 101u);
  EXPECT_EQ(alignment.violated, 0u);
  EXPECT_LT(alignment.error, 5000);

  // Remarks on a location or its process go with it.
  for (const MarkerScope scope : {MarkerScope::location, MarkerScope::location_group, MarkerScope::global})
    source.remark({clocks[1].shows(2e9), 0, 0, scope, 1, "text"});
  AlignedSource aligned(source, alignment);
  Markers markers;
  aligned.read_markers(markers);
  // The earliest moment of a wrong clock may have moved all of them.
  const double shift = std::max(-alignment.corrections.at({1}).at(0), 0.0);
  EXPECT_NEAR(static_cast<double>(markers.markers()[0].timestamp) - shift, 2e9, alignment.error);
  EXPECT_EQ(markers.markers()[1].timestamp, markers.markers()[0].timestamp);
  EXPECT_NEAR(
      static_cast<double>(markers.markers()[2].timestamp) - shift, static_cast<double>(clocks[1].shows(2e9)), 1);
  const def::ClockProperties& clock = *aligned.definitions().clock();
  const auto stream = aligned.events({1}, {}).take();
  EventBatch batch;
  std::size_t event = 0;
  while (stream->next(batch))
    for (const Ticks time : batch.time) {
      EXPECT_LE(clock.global_offset, time);
      const double wanted = event < 200 ? 1e9 + 1e7 * static_cast<double>(event / 2) + (event % 2 ? 5000 : 3000)
                                        : 2.5e9 + (event % 2 ? 4000 : 0);
      EXPECT_NEAR(static_cast<double>(time) - shift, wanted, alignment.error) << event;
      ++event;
    }
  EXPECT_EQ(event, 202u);
}

TEST(ClockMap, ConvertsUnitsExactlyWhereTheyAreLarge) {
  const ClockMap map{1'700'000'000'000'000, WideTicks{5}, 1'000'000'000, 1'000'000};
  EXPECT_EQ(map(1'700'000'000'000'007), 7005u);
  EXPECT_EQ(map(1'699'999'999'999'999), 0u);  // cut: before the beginning
  EXPECT_EQ(ClockMap{}(~Ticks{0}), ~Ticks{0});
}

}  // namespace
}  // namespace weft
