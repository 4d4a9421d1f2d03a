// SPDX-License-Identifier: BSD-3-Clause
#include "check/counts.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

const evt::MeasurementOnOff something{MeasurementMode::on};

TEST(Counts, AreThoseOfTheDefinitions) {
  TestTrace trace;
  for (Ticks time = 0; time < 10; ++time) trace.location(0).at(0, time, something);
  trace.location(1);
  EXPECT_EQ(trace.summary(), "");
  EXPECT_EQ(trace.totals().events, 10u);
  EXPECT_EQ(trace.totals().locations, 2u);
}

TEST(Counts, AreNotOthersThanThoseOfTheDefinitions) {
  TestTrace trace;
  trace.location(4).at(4, 1, something).announce(4, 2).location(5).at(5, 1, something).announce(5, 0);
  EXPECT_EQ(trace.summary(), "event-count:2");
  EXPECT_EQ(trace.first(event_count), "location 4: its definition announces 2 events, there are 1");
}

TEST(Counts, MayBeUnknown) {
  TestTrace trace;
  trace.location(4).at(4, 1, something).announce(4, ~std::uint64_t{0});
  EXPECT_EQ(trace.summary(), "");
}

}  // namespace
}  // namespace weft::check
