// SPDX-License-Identifier: BSD-3-Clause
#include "check/program.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

const evt::ProgramEnd end{0};

class ProgramTest : public ::testing::Test {
 protected:
  ProgramTest() { trace.location(0, 0).location(1, 0).location(2, 1).region(0, "main"); }
  void run(std::uint64_t location, Ticks from, Ticks to) {
    trace.at(location, from, evt::Enter{{0}}).at(location, to, evt::Leave{{0}});
  }
  const evt::ProgramBegin begin{{}, {}};
  TestTrace trace;
};

TEST_F(ProgramTest, BeginsAndEndsOnceInEachProcess) {
  trace.at(0, 1, begin);
  run(0, 2, 8);
  trace.at(1, 9, end).at(2, 1, begin).at(2, 1, end);
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(ProgramTest, BeginsOnce) {
  trace.at(0, 1, begin).at(1, 2, begin).at(0, 3, end).at(0, 4, end);
  EXPECT_EQ(trace.summary(), "program-twice:2");
  EXPECT_EQ(trace.first(program_twice),
      "location 1: event 1: ProgramBegin of process \"process\"<0> again, after event 1 of location 0");
}

TEST_F(ProgramTest, EndsIfItBegins) {
  trace.at(0, 1, begin).at(2, 1, end);
  EXPECT_EQ(trace.summary(), "program-unpaired:2");
  EXPECT_EQ(trace.first(program_unpaired), "location 0: event 1: process \"process\"<0> begins, but never ends");
}

TEST_F(ProgramTest, EndsAfterItBegins) {
  trace.at(0, 5, begin).at(1, 4, end);
  EXPECT_EQ(trace.summary(), "program-order:1");
  EXPECT_EQ(trace.first(program_order), "location 1: event 1: process \"process\"<0> ends at 4, before it begins at 5");
}

TEST_F(ProgramTest, RunsCodeBetweenBeginAndEnd) {
  trace.at(0, 5, begin).at(0, 9, end);
  run(1, 4, 10);
  run(2, 1, 20);
  EXPECT_EQ(trace.summary(), "program-order:2");
  EXPECT_EQ(trace.first(program_order), "location 1: a region is entered at 4, before the program begins at 5");
}

TEST_F(ProgramTest, RunsInAProcess) {
  trace.location(3, 2, LocationGroupType::accelerator).at(3, 1, begin).at(3, 2, end);
  EXPECT_EQ(trace.summary(), "program-place:1");
  EXPECT_EQ(trace.first(program_place),
      "location 3: event 1: the program begins or ends in location group \"process\"<2> of type ACCELERATOR");
}

}  // namespace
}  // namespace weft::check
