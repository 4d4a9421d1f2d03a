// SPDX-License-Identifier: BSD-3-Clause
#include "convert/align.hpp"

#include <gtest/gtest.h>

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
}

TEST(Align, MovesTheEventsOfATrace) {
  TestSource source;
  Definitions& d = source.define();
  d.add(def::ClockProperties{1'000'000'000, 0, 3'000'000'000, 0});
  const std::vector<std::uint64_t> both{0, 1};
  for (std::uint32_t i = 0; i < 2; ++i) {
    d.add(def::LocationGroup{{i}, {}, LocationGroupType::process, {}, {}});
    d.add(def::Location{{i}, {}, LocationType::cpu_thread, 9, {i}});
  }
  d.add(def::Group{{0}, {}, GroupType::comm_locations, Paradigm::mpi, {}, both});
  d.add(def::Group{{1}, {}, GroupType::comm_group, Paradigm::mpi, {}, both});
  d.add(def::Comm{{0}, {}, {1}, {}, {}});
  // The second clock is ahead, so that what it sends seems to arrive before; and there is a barrier.
  const WrongClock clocks[]{{0, 0}, {7'000'000, 3e-5}};
  for (int i = 0; i < 100; ++i) {
    const double time = 1e9 + 1e7 * i;
    source[{0}].add(clocks[0].shows(time), evt::MpiSend{1, {0}, 0, 8});
    source[{1}].add(clocks[1].shows(time + 3000), evt::MpiRecv{0, {0}, 0, 8});
    source[{1}].add(clocks[1].shows(time + 5000), evt::MpiSend{0, {0}, 0, 8});
    source[{0}].add(clocks[0].shows(time + 8000), evt::MpiRecv{1, {0}, 0, 8});
  }
  for (const std::uint64_t i : both) {
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

  AlignedSource aligned(source, alignment);
  const def::ClockProperties& clock = *aligned.definitions().clock();
  const auto stream = aligned.events({1}, {}).take();
  EventBatch batch;
  std::size_t event = 0;
  while (stream->next(batch))
    for (const Ticks time : batch.time) {
      EXPECT_LE(clock.global_offset, time);
      const double wanted = event < 200 ? 1e9 + 1e7 * static_cast<double>(event / 2) + (event % 2 ? 5000 : 3000)
                                        : 2.5e9 + (event % 2 ? 4000 : 0);
      // The earliest moment of a wrong clock may have moved all of them.
      const double shift = alignment.corrections.at({1}).at(0) < 0 ? -alignment.corrections.at({1}).at(0) : 0;
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
