// SPDX-License-Identifier: BSD-3-Clause
#include "check/times.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

const evt::MeasurementOnOff an_event{MeasurementMode::on};

TEST(Times, EqualTimesAndBothEndsOfTheTraceAreFine) {
  TestTrace trace;
  trace.location(0).at(0, 0, an_event).at(0, 0, an_event).at(0, 1'000'000, an_event);
  EXPECT_EQ(trace.summary(), "");
}

TEST(Times, DoNotGoBackwards) {
  TestTrace trace;
  for (const Ticks time : {1u, 5u, 6u, 4u, 7u, 6u}) trace.location(0).at(0, time, an_event);
  EXPECT_EQ(trace.summary(), "time-backwards:2");
  EXPECT_EQ(trace.first(time_backwards), "location 0: event 4: time 4 is 2 ticks before the event before it");
}

TEST(Times, LieWithinTheTrace) {
  TestTrace trace(false);
  trace.define(def::ClockProperties{1000, 10, 20, 0}).location(0);
  for (const Ticks time : {9u, 10u, 30u, 31u}) trace.at(0, time, an_event);
  EXPECT_EQ(trace.summary(), "time-range:2");
  EXPECT_EQ(trace.first(time_range), "location 0: event 1: time 9 is before the beginning of the trace, 10");
}

TEST(Times, AreNotBoundByAnEndThatNoTimeCanReach) {
  TestTrace trace(false);
  trace.define(def::ClockProperties{1000, 10, ~std::uint64_t{0}, 0}).location(0).at(0, ~Ticks{0}, an_event);
  EXPECT_EQ(trace.summary(), "");
}

TEST(Times, AFlushStopsAfterItStarts) {
  TestTrace trace;
  trace.location(0).at(0, 5, evt::BufferFlush{{5}}).at(0, 6, evt::BufferFlush{{5}});
  EXPECT_EQ(trace.summary(), "flush-time:1");
  EXPECT_EQ(trace.first(flush_time), "location 0: event 2: a buffer flush begins at 6 and stops at 5");
}

TEST(Clock, IsDescribed) {
  EXPECT_EQ(TestTrace(false).first(clock_properties), "there is no ClockProperties definition");
}

TEST(Clock, IsDescribedOnce) {
  TestTrace trace;
  trace.define(def::ClockProperties{1, 0, 0, 0});
  EXPECT_EQ(trace.summary(), "clock-properties:1");
}

TEST(Clock, Ticks) {
  TestTrace trace(false);
  trace.define(def::ClockProperties{0, 0, 10, 0});
  EXPECT_EQ(trace.first(clock_properties), "the clock has 0 ticks per second");
}

}  // namespace
}  // namespace weft::check
