// SPDX-License-Identifier: BSD-3-Clause
#include "model/merge.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace weft {
namespace {

// The given times, in batches of `rows`.
class Times final : public EventStream {
 public:
  Times(std::uint64_t location, std::vector<Ticks> times, std::size_t rows)
      : location_{location}, times_(std::move(times)), rows_(rows) {}

  bool next(EventBatch& batch) override {
    if (done_ == times_.size()) return false;
    const std::size_t count = std::min(rows_, times_.size() - done_);
    batch = {};
    batch.location = location_;
    batch.first_event = done_;
    batch.time = std::span(times_).subspan(done_, count);
    done_ += count;
    return true;
  }

 private:
  LocationRef location_;
  std::vector<Ticks> times_;
  std::size_t rows_;
  std::size_t done_ = 0;
};

using Steps = std::vector<std::pair<Ticks, std::uint64_t>>;

Steps merged(const std::vector<std::vector<Ticks>>& lanes, std::size_t rows) {
  std::vector<std::unique_ptr<EventStream>> streams;
  for (std::size_t i = 0; i < lanes.size(); ++i) streams.push_back(std::make_unique<Times>(i, lanes[i], rows));
  Merge merge(std::move(streams));
  Steps steps;
  while (merge.next()) steps.emplace_back(merge.batch().time[merge.row()], merge.batch().location.value);
  return steps;
}

TEST(Merge, OfNothingIsNothing) {
  EXPECT_TRUE(merged({}, 1).empty());
  EXPECT_TRUE(merged({{}, {}, {}}, 1).empty());
}

TEST(Merge, OfOneLocationIsItself) { EXPECT_EQ(merged({{1, 2, 2}}, 2), (Steps{{1, 0}, {2, 0}, {2, 0}})); }

TEST(Merge, BreaksTiesByLocation) {
  EXPECT_EQ(merged({{1, 3}, {1, 1}, {0, 3}}, 1), (Steps{{0, 2}, {1, 0}, {1, 1}, {1, 1}, {3, 0}, {3, 2}}));
}

TEST(Merge, DeliversTheLargestTimeOfAll) {
  EXPECT_EQ(merged({{~Ticks{0}}, {}, {0, ~Ticks{0}}}, 4), (Steps{{0, 2}, {~Ticks{0}, 0}, {~Ticks{0}, 2}}));
}

TEST(Merge, KeepsTheOrderOfALocationWhoseTimesGoBack) {
  EXPECT_EQ(merged({{5, 1, 6}, {4, 7}}, 1), (Steps{{4, 1}, {5, 0}, {1, 0}, {6, 0}, {7, 1}}));
}

TEST(Merge, AsksAnewForWhatIsToBeForgotten) {
  std::vector<std::unique_ptr<EventStream>> streams;
  streams.push_back(std::make_unique<Times>(0, std::vector<Ticks>{1, 3, 6, 7}, 2));
  streams.push_back(std::make_unique<Times>(1, std::vector<Ticks>{2, 4, 8}, 2));
  Merge merge(std::move(streams));
  ASSERT_TRUE(merge.next());
  merge.forget_ahead(0);  // the current event stays
  merge.forget_ahead(1);  // so does the one that is next in order
  EXPECT_EQ(merge.event_of(0), 1U);
  EXPECT_EQ(merge.event_of(1), 1U);
  std::vector<Ticks> rest;
  while (merge.next()) rest.push_back(merge.batch().time[merge.row()]);
  EXPECT_EQ(rest, (std::vector<Ticks>{2, 6, 7, 8}));
  merge.forget_ahead(0);  // nothing is ahead
  EXPECT_FALSE(merge.next());
}

TEST(Merge, KnowsWhereEachLocationIs) {
  std::vector<std::unique_ptr<EventStream>> streams;
  streams.push_back(std::make_unique<Times>(0, std::vector<Ticks>{1, 5, 6}, 2));
  streams.push_back(std::make_unique<Times>(1, std::vector<Ticks>{2}, 2));
  streams.push_back(std::make_unique<Times>(2, std::vector<Ticks>{}, 2));
  Merge merge(std::move(streams));
  const auto places = [&] { return std::vector{merge.event_of(0), merge.event_of(1), merge.event_of(2)}; };
  using Places = std::vector<std::uint64_t>;
  ASSERT_TRUE(merge.next());
  EXPECT_EQ(places(), (Places{1, 1, 0}));
  ASSERT_TRUE(merge.next());
  EXPECT_EQ(places(), (Places{2, 1, 0}));
  while (merge.next()) continue;
  EXPECT_EQ(places(), (Places{3, 1, 0}));
}

TEST(Merge, EqualsSortingForAnyNumberOfLocationsAndBatchSize) {
  std::uint64_t random = 1;
  for (std::size_t lanes = 1; lanes < 20; ++lanes) {
    std::vector<std::vector<Ticks>> times(lanes);
    Steps sorted;
    for (std::size_t i = 0; i < lanes; ++i) {
      Ticks time = 0;
      for (std::size_t n = (i * 5 + lanes) % 13; n > 0; --n) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        times[i].push_back(time += random >> 62);
        sorted.emplace_back(time, i);
      }
    }
    std::ranges::stable_sort(sorted);
    for (const std::size_t rows : {1u, 2u, 100u}) EXPECT_EQ(merged(times, rows), sorted) << lanes << " locations";
  }
}

// Times all over the range, going forwards and backwards: what comes next is the least of the locations' next events.
TEST(Merge, TakesTheLeastOfTheNextEventsWhateverTheirTimes) {
  std::uint64_t random = 7;
  for (const std::size_t lanes : {1u, 2u, 3u, 8u, 33u}) {
    std::vector<std::vector<Ticks>> times(lanes);
    for (auto& lane : times) {
      for (std::size_t n = 0; n < 40; ++n) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        lane.push_back(random >> random % 64);
      }
    }
    Steps expected;
    std::vector<std::size_t> next(lanes);
    while (expected.size() < lanes * 40) {
      std::size_t least = lanes;
      for (std::size_t i = 0; i < lanes; ++i) {
        if (next[i] < 40 && (least == lanes || times[i][next[i]] < times[least][next[least]])) least = i;
      }
      expected.emplace_back(times[least][next[least]++], least);
    }
    for (const std::size_t rows : {1u, 7u, 100u}) EXPECT_EQ(merged(times, rows), expected) << lanes << " locations";
  }
}

}  // namespace
}  // namespace weft
