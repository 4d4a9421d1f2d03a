// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/metrics.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "model/test_events_internal.hpp"

namespace weft {
namespace {

MetricValue number(std::uint64_t value) { return {Type::uint64, value}; }
MetricValue number(std::int64_t value) { return {Type::int64, static_cast<std::uint64_t>(value)}; }
MetricValue number(double value) { return {Type::double_, std::bit_cast<std::uint64_t>(value)}; }

// A trace that defines: class 0 of members 0 and 1, class 1 of member 1, instance 2 of class 0.
Definitions definitions() {
  Definitions d;
  d.add(def::MetricClass{{0}, std::vector<MetricMemberRef>{{0}, {1}}, {}, {}});
  d.add(def::MetricClass{{1}, std::vector<MetricMemberRef>{{1}}, {}, {}});
  d.add(def::MetricInstance{{2}, {0}, {0}, {}, 0});
  return d;
}

template <class T>
Series<T> series(const Metrics& metrics, std::size_t index = 0) {
  return std::get<Series<T>>(metrics.by_member(definitions()).at(index).values);
}

TEST(Metrics, SummariseEachMemberOfAClass) {
  const std::vector<MetricValue> first{number(std::uint64_t{5}), number(1.5)},
      second{number(std::uint64_t{9}), number(0.5)};
  TestEvents events;
  events.add(10, evt::Metric{{0}, first}).add(20, evt::Metric{{0}, second});
  Metrics metrics;
  metrics.add(events.batch());
  ASSERT_EQ(metrics.by_member(definitions()).size(), 2u);
  const auto counter = series<std::uint64_t>(metrics, 0);
  EXPECT_EQ(counter.count, 2u);
  EXPECT_EQ(counter.least, 5u);
  EXPECT_EQ(counter.greatest, 9u);
  EXPECT_EQ(counter.last, 9u);
  EXPECT_DOUBLE_EQ(counter.mean(), 7);
  const auto level = series<double>(metrics, 1);
  EXPECT_DOUBLE_EQ(level.least, 0.5);
  EXPECT_DOUBLE_EQ(level.sum, 2);
  EXPECT_DOUBLE_EQ(level.last, 0.5);
}

TEST(Metrics, HonourSigns) {
  const std::vector<MetricValue> down{number(std::int64_t{-3})}, up{number(std::int64_t{2})};
  TestEvents events;
  events.add(1, evt::Metric{{0}, down}).add(2, evt::Metric{{0}, up});
  Metrics metrics;
  metrics.add(events.batch());
  const auto s = series<std::int64_t>(metrics);
  EXPECT_EQ(s.least, -3);
  EXPECT_EQ(s.greatest, 2);
  EXPECT_TRUE(s.sum == -1);
}

TEST(Metrics, AddUpTheLastValuesOfLocations) {
  const std::vector<MetricValue> v3{number(std::uint64_t{3})}, v7{number(std::uint64_t{7})},
      v10{number(std::uint64_t{10})};
  TestEvents one, two;
  one.add(1, evt::Metric{{0}, v3}).add(50, evt::Metric{{0}, v7});
  // Through an instance of the same class.
  two.add(2, evt::Metric{{2}, v10});
  Metrics metrics, other;
  metrics.add(one.batch());
  other.add(two.batch());
  metrics.merge(other);
  ASSERT_EQ(metrics.by_member(definitions()).size(), 1u);
  const auto s = series<std::uint64_t>(metrics);
  EXPECT_EQ(s.count, 3u);
  EXPECT_TRUE(s.sum == 20 && s.sum_of_last == 17);
  EXPECT_EQ(s.last, 7u);  // the latest
}

TEST(Metrics, GatherAMemberFromAllItsClasses) {
  const std::vector<MetricValue> both{number(std::uint64_t{1}), number(4.0)}, alone{number(6.0)};
  TestEvents events;
  events.add(1, evt::Metric{{0}, both}).add(2, evt::Metric{{1}, alone});
  Metrics metrics;
  metrics.add(events.batch());
  EXPECT_EQ(series<double>(metrics, 1).count, 2u);
  EXPECT_DOUBLE_EQ(series<double>(metrics, 1).sum_of_last, 10);
}

TEST(Metrics, KeepWhatIsNotDefinedApart) {
  const std::vector<MetricValue> three{number(std::uint64_t{1}), number(2.0), number(3.0)};
  TestEvents events;
  events.add(1, evt::Metric{{0}, three}).add(2, evt::Metric{{99}, three});
  Metrics metrics;
  metrics.add(events.batch());
  const auto all = metrics.by_member(definitions());
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[1].member, MetricMemberRef{1});
  EXPECT_FALSE(all[2].member.defined());
  EXPECT_EQ(all[2].metric, MetricRef{0});
  EXPECT_EQ(all[2].position, 2u);
  EXPECT_EQ(all[5].metric, MetricRef{99});
  EXPECT_EQ(all[5].position, 2u);
}

TEST(Metrics, KeepTypesApart) {
  const std::vector<MetricValue> integer{number(std::uint64_t{1})}, real{number(2.0)}, odd{{Type::int8, 0xff}};
  TestEvents events;
  events.add(1, evt::Metric{{0}, integer}).add(2, evt::Metric{{0}, real}).add(3, evt::Metric{{0}, odd});
  Metrics metrics;
  metrics.add(events.batch());
  ASSERT_EQ(metrics.by_member(definitions()).size(), 2u);
  EXPECT_EQ(series<std::uint64_t>(metrics, 0).greatest, 0xffu);
  EXPECT_DOUBLE_EQ(series<double>(metrics, 1).last, 2);
}

TEST(Metrics, FindTheExtremesAmongWhatIsANumber) {
  const std::vector<MetricValue> nan{number(std::nan(""))}, one{number(1.0)};
  TestEvents events;
  events.add(1, evt::Metric{{0}, nan}).add(2, evt::Metric{{0}, one}).add(3, evt::Metric{{0}, nan});
  Metrics metrics;
  metrics.add(events.batch());
  EXPECT_DOUBLE_EQ(series<double>(metrics).least, 1);
  EXPECT_DOUBLE_EQ(series<double>(metrics).greatest, 1);
  EXPECT_TRUE(std::isnan(series<double>(metrics).mean()));
}

TEST(Metrics, DoNotOverflow) {
  const std::vector<MetricValue> largest{number(~std::uint64_t{0})};
  TestEvents events;
  events.add(1, evt::Metric{{0}, largest}).add(2, evt::Metric{{0}, largest});
  Metrics metrics;
  metrics.add(events.batch());
  EXPECT_TRUE(series<std::uint64_t>(metrics).sum == 2 * SignedSum{~std::uint64_t{0}});
}

TEST(Metrics, KnowTheirProperties) {
  EXPECT_EQ(property_of(MetricMode::accumulated_last), MetricProperty::accumulated);
  EXPECT_EQ(property_of(MetricMode::absolute_point), MetricProperty::absolute);
  EXPECT_EQ(property_of(MetricMode::relative_next), MetricProperty::relative);
}

}  // namespace
}  // namespace weft
