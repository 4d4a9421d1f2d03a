// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "model/test_events_internal.hpp"

namespace weft {
namespace {

using evt::Enter;
using evt::Leave;

constexpr RegionRef main_region{0}, work{1}, leaf{2};

const Definitions nothing_defined;

Profile profile_of(TestEvents& events, const Definitions& definitions = nothing_defined) {
  Profile profile(definitions);
  profile.add(events.batch());
  profile.finish();
  return profile;
}

RegionTimes times(const Profile& profile, RegionRef region) {
  for (const RegionTimes& times : profile.regions())
    if (times.region == region) return times;
  return {};
}

// visits, inclusive, exclusive, shortest, longest
using Row = std::tuple<std::uint64_t, Ticks, Ticks, Ticks, Ticks>;
Row row(const Profile& profile, RegionRef region) {
  const RegionTimes t = times(profile, region);
  return {t.visits, static_cast<Ticks>(t.inclusive), static_cast<Ticks>(t.exclusive), t.shortest, t.longest};
}

TEST(Profile, SplitsTimeBetweenCallerAndCalled) {
  TestEvents events;
  events.add(100, Enter{main_region}).add(110, Enter{work}).add(115, Leave{work});
  events.add(120, Enter{work}).add(127, Enter{leaf}).add(130, Leave{leaf}).add(140, Leave{work});
  events.add(200, Leave{main_region});
  const Profile profile = profile_of(events);
  EXPECT_EQ(row(profile, main_region), Row(1, 100, 75, 100, 100));
  EXPECT_EQ(row(profile, work), Row(2, 25, 22, 5, 20));
  EXPECT_EQ(row(profile, leaf), Row(1, 3, 3, 3, 3));
  EXPECT_DOUBLE_EQ(times(profile, work).mean(), 12.5);
  EXPECT_EQ(profile.totals().events, 8u);
  EXPECT_EQ(profile.totals().visits, 4u);
  EXPECT_EQ(profile.totals().first, 100u);
  EXPECT_EQ(profile.totals().last, 200u);
  EXPECT_TRUE(profile.totals().in_regions == 100);
}

TEST(Profile, DoesNotCareWhereBatchesAreCut) {
  TestEvents events;
  events.add(0, Enter{main_region}).add(3, Enter{work}).add(7, Leave{work}).add(9, Leave{main_region});
  Profile profile(nothing_defined);
  for (std::size_t i = 0; i < events.size(); ++i) profile.add(events.batch(i, 1));
  profile.finish();
  EXPECT_EQ(row(profile, main_region), Row(1, 9, 5, 9, 9));
  EXPECT_EQ(row(profile, work), Row(1, 4, 4, 4, 4));
}

TEST(Profile, CountsTheOutermostOfRecursiveVisitsAsInclusiveTime) {
  TestEvents events;
  events.add(0, Enter{work}).add(10, Enter{work}).add(15, Enter{leaf}).add(16, Enter{work});
  events.add(20, Leave{work}).add(21, Leave{leaf}).add(30, Leave{work}).add(40, Leave{work});
  const Profile profile = profile_of(events);
  EXPECT_EQ(row(profile, work), Row(3, 40, 38, 4, 40));
  EXPECT_EQ(row(profile, leaf), Row(1, 6, 2, 6, 6));
  EXPECT_DOUBLE_EQ(times(profile, work).mean(), (40 + 20 + 4) / 3.0);
}

TEST(Profile, IgnoresLeavesOfWhatWasNotEntered) {
  TestEvents events;
  events.add(5, Leave{leaf}).add(10, Enter{work}).add(12, Leave{leaf}).add(13, Leave{{70'000}}).add(20, Leave{work});
  events.add(25, Leave{work});
  const Profile profile = profile_of(events);
  EXPECT_EQ(row(profile, work), Row(1, 10, 10, 10, 10));
  EXPECT_EQ(profile.regions().size(), 1u);
  EXPECT_EQ(profile.totals().unmatched, 4u);
}

TEST(Profile, LeavingARegionLeavesWhatIsInsideToo) {
  TestEvents events;
  events.add(0, Enter{main_region}).add(1, Enter{work}).add(2, Enter{leaf}).add(9, Leave{main_region});
  const Profile profile = profile_of(events);
  EXPECT_EQ(row(profile, main_region), Row(1, 9, 1, 9, 9));
  EXPECT_EQ(row(profile, work), Row(1, 8, 1, 8, 8));
  EXPECT_EQ(row(profile, leaf), Row(1, 7, 7, 7, 7));
  EXPECT_EQ(profile.totals().skipped, 2u);
  EXPECT_EQ(profile.totals().open, 0u);
}

TEST(Profile, CountsOpenVisitsUpToTheLastEvent) {
  TestEvents events;
  events.add(0, Enter{main_region}).add(4, Enter{work}).add(10, evt::MpiSend{});
  const Profile profile = profile_of(events);
  EXPECT_EQ(row(profile, main_region), Row(1, 10, 4, 10, 10));
  EXPECT_EQ(row(profile, work), Row(1, 6, 6, 6, 6));
  EXPECT_EQ(times(profile, work).open, 1u);
  EXPECT_EQ(profile.totals().open, 2u);
}

TEST(Profile, SeesCallingContextsAsTheirRegions) {
  Definitions definitions;
  definitions.add(def::CallingContext{{0}, main_region, {}, {}});
  definitions.add(def::CallingContext{{1}, work, {}, {0}});
  definitions.add(def::CallingContext{{2}, work, {}, {1}});
  TestEvents events;
  events.add(0, evt::CallingContextEnter{{0}, 1}).add(2, evt::CallingContextEnter{{1}, 1});
  events.add(3, evt::CallingContextSample{{2}, 1, {}});
  events.add(5, evt::CallingContextEnter{{2}, 1}).add(6, evt::CallingContextLeave{{2}});
  events.add(8, evt::CallingContextLeave{{1}}).add(9, evt::CallingContextLeave{{0}});
  events.add(10, evt::CallingContextEnter{{77}, 1}).add(12, evt::CallingContextLeave{{77}});
  const Profile profile = profile_of(events, definitions);
  EXPECT_EQ(row(profile, main_region), Row(1, 9, 3, 9, 9));
  EXPECT_EQ(row(profile, work), Row(2, 6, 6, 1, 6));
  EXPECT_EQ(row(profile, RegionRef{}), Row(1, 2, 2, 2, 2));
}

TEST(Profile, TakesNoOtherEventForARegion) {
  TestEvents events;
  events.add(0, Enter{work}).add(2, evt::BufferFlush{{1}}).add(4, evt::MeasurementOnOff{MeasurementMode::off});
  events.add(6, evt::MeasurementOnOff{MeasurementMode::on}).add(7, evt::ThreadEnd{{1}, 1}).add(8, Leave{work});
  const Profile profile = profile_of(events);
  EXPECT_EQ(row(profile, work), Row(1, 8, 8, 8, 8));
  EXPECT_EQ(profile.regions().size(), 1u);
}

TEST(Profile, TimeNeverGoesBack) {
  TestEvents events;
  events.add(10, Enter{main_region})
      .add(20, Enter{work})
      .add(15, Leave{work})
      .add(30, Enter{leaf})
      .add(25, Leave{main_region});
  const Profile profile = profile_of(events);
  EXPECT_EQ(row(profile, work), Row(1, 0, 0, 0, 0));
  EXPECT_EQ(row(profile, leaf), Row(1, 0, 0, 0, 0));
  EXPECT_EQ(row(profile, main_region), Row(1, 20, 20, 20, 20));
  EXPECT_EQ(profile.totals().moved, 2u);
  EXPECT_EQ(profile.totals().last, 30u);
}

TEST(Profile, KnowsRegionsWithHugeAndUndefinedIds) {
  constexpr RegionRef huge{4'000'000'000};
  TestEvents events;
  for (Ticks t = 0; t < 30; t += 3)
    events.add(t, Enter{huge}).add(t + 1, Enter{RegionRef{}}).add(t + 2, Leave{RegionRef{}}).add(t + 2, Leave{huge});
  const Profile profile = profile_of(events);
  EXPECT_EQ(row(profile, huge), Row(10, 20, 10, 2, 2));
  EXPECT_EQ(row(profile, RegionRef{}), Row(10, 10, 10, 1, 1));
}

TEST(Profile, SurvivesStacksThatOnlyGrow) {
  constexpr std::size_t batches = 1 << 10, rows = (1 << 12) + 2;
  TestEvents events;
  for (std::size_t i = 0; i < rows; ++i) events.add(7, Enter{work});
  Profile profile(nothing_defined);
  for (std::size_t i = 0; i < batches; ++i) profile.add(events.batch());
  TestEvents leaves;
  for (std::size_t i = 0; i < 2 * batches + 1; ++i) leaves.add(9, Leave{work});
  profile.add(leaves.batch());
  profile.finish();
  EXPECT_EQ(profile.totals().too_deep, 2 * batches);
  EXPECT_EQ(profile.totals().open, (1u << 22) - 1);
  EXPECT_EQ(profile.totals().visits, 1u << 22);
}

TEST(Profile, SumsDoNotOverflow) {
  constexpr Ticks far = ~Ticks{0};
  TestEvents events;
  events.add(0, Enter{work}).add(0, Enter{work}).add(far, Leave{work}).add(far, Leave{work});
  Profile profile = profile_of(events);
  profile.merge(Profile(profile));
  EXPECT_TRUE(times(profile, work).inclusive == 2 * Sum{far});
  EXPECT_DOUBLE_EQ(times(profile, work).mean(), static_cast<double>(far));
}

TEST(Profile, MergesLocations) {
  TestEvents one, two;
  one.add(0, Enter{work}).add(10, Leave{work});
  two.add(5, Enter{leaf}).add(6, Leave{leaf}).add(10, Enter{work}).add(14, Leave{work}).add(15, Enter{work});
  Profile profile = profile_of(one);
  profile.merge(profile_of(two));
  EXPECT_EQ(row(profile, work), Row(3, 14, 14, 0, 10));
  EXPECT_EQ(row(profile, leaf), Row(1, 1, 1, 1, 1));
  EXPECT_EQ(profile.totals().events, 7u);
  EXPECT_EQ(profile.totals().open, 1u);
  EXPECT_EQ(profile.totals().last, 15u);
  EXPECT_TRUE(profile.totals().in_regions == 15);
}

// The profile as one would write it without thinking of speed.
struct PlainProfile {
  struct Visit {
    RegionRef region;
    Ticks begin;
  };
  std::map<RegionRef, RegionTimes> regions;
  std::vector<Visit> stack;
  Ticks now = 0;

  bool is_active(RegionRef region) const { return std::ranges::find(stack, region, &Visit::region) != stack.end(); }
  void advance(Ticks time) {
    if (!stack.empty() && time > now) regions[stack.back().region].exclusive += time - now;
    now = std::max(now, time);
  }
  void enter(RegionRef region) { stack.push_back({region, now}); }
  void leave(RegionRef region) {
    if (!is_active(region)) return;
    while (stack.back().region != region) end_visit();
    end_visit();
  }
  void end_visit() {
    const Visit visit = stack.back();
    stack.pop_back();
    const Ticks duration = now - visit.begin;
    regions[visit.region].merge(
        {visit.region, 1, 0, 0, is_active(visit.region) ? 0 : duration, duration, duration, duration});
  }
};

TEST(Profile, GivesTheSameAsAPlainOneOnErraticTraces) {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (int round = 0; round < 200; ++round) {
    PlainProfile plain;
    TestEvents events;
    Ticks time = 1000;
    for (std::uint32_t i = 0, n = below(400); i < n; ++i) {
      time = below(20) ? time + below(50) : time - below(100);
      RegionRef region{below(6)};
      if (region.value == 5) region.value += 100'000;
      if (i == 0) plain.now = time;
      switch (below(8)) {
        case 0:
          events.add(time, evt::MpiSend{});
          break;
        case 1:
          events.add(time, Leave{region}), plain.advance(time), plain.leave(region);
          break;
        case 2:
        case 3:
        case 4:
          if (!plain.stack.empty()) region = plain.stack.back().region;
          events.add(time, Leave{region}), plain.advance(time), plain.leave(region);
          break;
        default:
          events.add(time, Enter{region}), plain.advance(time), plain.enter(region);
      }
    }
    plain.advance(events.size() ? time : 0);
    while (!plain.stack.empty()) plain.end_visit();

    Profile profile(nothing_defined);
    for (std::size_t done = 0; done < events.size();) {
      const std::size_t count = std::min<std::size_t>(1 + below(60), events.size() - done);
      profile.add(events.batch(done, count));
      done += count;
    }
    profile.finish();
    ASSERT_EQ(profile.regions().size(), plain.regions.size());
    for (const auto& [region, expected] : plain.regions) {
      const RegionTimes found = times(profile, region);
      EXPECT_EQ(found.visits, expected.visits);
      EXPECT_TRUE(found.exclusive == expected.exclusive && found.inclusive == expected.inclusive);
      EXPECT_TRUE(found.visit_time == expected.visit_time);
      EXPECT_EQ(found.shortest, expected.shortest);
      EXPECT_EQ(found.longest, expected.longest);
    }
  }
}

TEST(Profile, OfNothingIsEmpty) {
  TestEvents events;
  const Profile profile = profile_of(events);
  EXPECT_TRUE(profile.regions().empty());
  EXPECT_EQ(profile.totals().span(), 0u);
}

}  // namespace
}  // namespace weft
