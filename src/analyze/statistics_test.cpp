// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/statistics.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "analyze/statistics_json.hpp"
#include "model/test_events_internal.hpp"

namespace weft {
namespace {

using evt::Enter;
using evt::Leave;

// Two ranks and a location without events.
struct SmallTrace {
  SmallTrace() {
    auto& d = source.define();
    d.add(def::ClockProperties{1000, 0, 100, 0});
    d.add(def::String{{0}, "work"});
    d.add(def::String{{1}, "MPI_Send"});
    d.add(def::String{{2}, "temperature"});
    for (const std::uint32_t id : {0u, 1u}) {
      def::Region region;
      region.self = {id};
      region.name = {id};
      d.add(region);
    }
    d.add(def::MetricMember{{0}, {2}, {}, {}, MetricMode::absolute_point, Type::double_, {}, 0, {}});
    d.add(def::MetricClass{{0}, std::vector<MetricMemberRef>{{0}}, {}, {}});
    source[{0}].add(0, Enter{{0}}).add(10, Enter{{1}}).add(11, evt::MpiSend{1, {0}, 0, 64}).add(30, Leave{{1}});
    source[{0}].add(40, Leave{{0}}).add(41, evt::Metric{{0}, values[0]});
    source[{1}]
        .add(5, Enter{{1}})
        .add(7, evt::MpiRecv{0, {0}, 0, 64})
        .add(9, Leave{{1}})
        .add(90, evt::Metric{{0}, values[1]});
    source[{7}];
  }

  const std::vector<MetricValue> values[2] = {
      {{Type::double_, std::bit_cast<std::uint64_t>(0.1)}}, {{Type::double_, std::bit_cast<std::uint64_t>(0.2)}}};
  TestSource source;
};

std::string json(TestSource& source, const StatisticsOptions& options, ProfileOrder order, std::size_t top = 100) {
  auto statistics = compute_statistics(source, options);
  EXPECT_TRUE(statistics);
  sort_profiles(*statistics, order, source.definitions());
  TextSink out;
  put_json(out, *statistics, source.definitions(), top);
  return std::string(out.text());
}

TEST(Statistics, GatherAllLocations) {
  SmallTrace trace;
  const auto statistics = compute_statistics(trace.source, {});
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->totals.events, 10u);
  EXPECT_EQ(statistics->totals.visits, 3u);
  EXPECT_EQ(statistics->totals.span(), 90u);
  ASSERT_EQ(statistics->locations.size(), 3u);
  EXPECT_EQ(statistics->locations[1].totals.events, 4u);
  EXPECT_TRUE(statistics->locations[1].totals.in_regions == 4);
  EXPECT_TRUE(statistics->locations[1].regions.empty());
  EXPECT_EQ(statistics->locations[2].totals.events, 0u);
  EXPECT_EQ(statistics->messages.by_communicator.at({0}).received, (Traffic{1, 64}));
}

TEST(Statistics, AreTheSameOnAnyNumberOfThreads) {
  TestSource source;
  std::vector<std::vector<MetricValue>> values;
  for (std::uint64_t i = 0; i < 200; ++i)
    values.push_back({{Type::double_, std::bit_cast<std::uint64_t>(0.1 * static_cast<double>(i))}});
  for (std::uint64_t i = 0; i < 200; ++i)
    source[{i}]
        .add(i, Enter{{static_cast<std::uint32_t>(i % 7)}})
        .add(3 * i, evt::Metric{{0}, values[i]})
        .add(5 * i, evt::MpiSend{0, {1}, 0, i});
  const std::string one = json(source, {.by_location = true, .threads = 1, .progress = {}}, ProfileOrder::exclusive);
  for (const std::size_t threads : {2u, 8u, 1000u})
    EXPECT_EQ(json(source, {.by_location = true, .threads = threads, .progress = {}}, ProfileOrder::exclusive), one);
}

TEST(Statistics, KeepProfilesOfLocationsIfAsked) {
  SmallTrace trace;
  auto statistics = compute_statistics(trace.source, {.by_location = true, .threads = 2, .progress = {}});
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->locations[0].regions.size(), 2u);
  EXPECT_EQ(statistics->locations[1].regions.size(), 1u);
}

TEST(Statistics, SortRegions) {
  SmallTrace trace;
  auto statistics = compute_statistics(trace.source, {});
  ASSERT_TRUE(statistics);
  const auto first = [&](ProfileOrder order) {
    sort_profiles(*statistics, order, trace.source.definitions());
    return statistics->regions.front().region;
  };
  EXPECT_EQ(first(ProfileOrder::visits), RegionRef{1});
  EXPECT_EQ(first(ProfileOrder::inclusive), RegionRef{0});
  EXPECT_EQ(first(ProfileOrder::exclusive), RegionRef{1});  // 24 ticks against 20
  EXPECT_EQ(first(ProfileOrder::name), RegionRef{1});       // capitals first
}

TEST(Statistics, SayWhatCouldNotBeRead) {
  SmallTrace trace;
  trace.source.fail_at({1});
  EXPECT_FALSE(compute_statistics(trace.source, {}));
}

TEST(Statistics, TellHowFarTheyHaveCome) {
  SmallTrace trace;
  trace.source.define().add(def::Location{{0}, {}, {}, 6, {}});
  trace.source.define().add(def::Location{{1}, {}, {}, 4, {}});
  std::uint64_t last = 0, all = 0;
  ASSERT_TRUE(compute_statistics(trace.source,
      {.threads = 2, .progress = [&](std::uint64_t done, std::uint64_t total) { last = done, all = total; }}));
  EXPECT_EQ(last, 10u);
  EXPECT_EQ(all, 10u);
}

TEST(StatisticsJson, GivesTicksAndSeconds) {
  SmallTrace trace;
  const std::string text = json(trace.source, {}, ProfileOrder::exclusive);
  EXPECT_NE(text.find(R"({"region":1,"name":"MPI_Send","visits":2,"open":0,"inclusive":{"ticks":24,"seconds":0.024},)"
                      R"("exclusive":{"ticks":24,"seconds":0.024},"min":{"ticks":4,"seconds":0.004},)"
                      R"("mean":{"ticks":12,"seconds":0.012},"max":{"ticks":20,"seconds":0.02}})"),
      std::string::npos)
      << text;
  EXPECT_NE(
      text.find(
          R"("sent":{"count":1,"bytes":64},"received":{"count":1,"bytes":64},"communicators":[{"communicator":0,)"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("mode":"ABSOLUTE_POINT","type":"DOUBLE","count":2,"min":0.1,"mean":)"), std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("max":0.2,"last":0.2})"), std::string::npos) << text;
}

TEST(StatisticsJson, OfAnEmptyTraceHasAllKeys) {
  TestSource source;
  EXPECT_EQ(json(source, {}, ProfileOrder::name),
      R"({"clock":{},"totals":{"events":0,"visits":0,"first":null,"last":null,"span":{"ticks":0,"seconds":null},)"
      R"("inRegions":{"ticks":0,"seconds":null},"open":0,"unmatchedLeaves":0,"skippedLeaves":0,"tooDeep":0,)"
      R"("movedTimes":0},)"
      R"("regions":[],"locations":[],"messages":{"sent":{"count":0,"bytes":0},"received":{"count":0,"bytes":0},)"
      R"("communicators":[]},"collectives":[],"rma":{"windows":[],"collectives":[]},)"
      R"("io":{"handles":[],"files":[]},"metrics":[]})"
      "\n");
}

TEST(StatisticsJson, ShowsTheFirstRowsOnly) {
  SmallTrace trace;
  const std::string text = json(trace.source, {}, ProfileOrder::exclusive, 1);
  EXPECT_NE(text.find(R"("name":"MPI_Send")"), std::string::npos);
  EXPECT_EQ(text.find(R"("name":"work")"), std::string::npos);
}

}  // namespace
}  // namespace weft
