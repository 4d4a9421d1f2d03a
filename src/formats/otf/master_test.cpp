// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/master.hpp"

#include <gtest/gtest.h>

namespace weft::otf {
namespace {

TEST(OtfMaster, ProcessesFillStreamsInTurn) {
  Master master;
  for (const ProcessId process : {3u, 6u, 9u, 12u, 15u, 3u}) master.assign(process, 2);
  EXPECT_EQ(master.text(), "1:3,9,f\n2:6,c\n");
}

TEST(OtfMaster, WithoutALimitEveryProcessHasItsStream) {
  Master master;
  EXPECT_TRUE(master.map(0xfffffffe, 1));
  EXPECT_EQ(master.assign(2, 0), 1u);  // behind the largest come the two that cannot be used
  EXPECT_EQ(master.assign(3, 0), 2u);
}

TEST(OtfMaster, ReservedStreamsAndMappedProcessesAreRefused) {
  Master master;
  EXPECT_FALSE(master.map(0, 1));
  EXPECT_FALSE(master.map(0xffffffff, 1));
  EXPECT_TRUE(master.map(5, 1));
  EXPECT_FALSE(master.map(6, 1));
  EXPECT_EQ(master.stream_of(1), 5u);
  EXPECT_EQ(master.stream_of(2), std::nullopt);
}

TEST(OtfMaster, AMissingNumberIsZero) {
  Report report;
  EXPECT_EQ(Master::parse("7:\n", "t.otf", report).text(), "7:0\n");
  EXPECT_TRUE(report.empty());
}

TEST(OtfPaths, OneEndingIsTakenAway) {
  EXPECT_EQ(TracePaths::of("d/x.otf").value().stub(), "d/x");
  EXPECT_EQ(TracePaths::of("x.otf.otf").value().stub(), "x.otf");
  EXPECT_EQ(TracePaths::of("x").value().file(0x1f, "events"), "x.1f.events");
  EXPECT_FALSE(TracePaths::of(".otf"));
}

}  // namespace
}  // namespace weft::otf
