// SPDX-License-Identifier: BSD-3-Clause
#include "record/filter.hpp"

#include <gtest/gtest.h>

namespace weft::recording {
namespace {

TEST(Filter, WithoutRulesEverythingIsRecorded) { EXPECT_TRUE(Filter().includes("main")); }

TEST(Filter, ExclusionsLeaveTheRest) {
  const Filter filter({"-std::*", "-*_helper"});
  EXPECT_TRUE(filter.includes("main"));
  EXPECT_FALSE(filter.includes("std::sort"));
  EXPECT_FALSE(filter.includes("my_helper"));
}

TEST(Filter, InclusionsExcludeTheRest) {
  const Filter filter({"solve*"});
  EXPECT_TRUE(filter.includes("solver"));
  EXPECT_FALSE(filter.includes("main"));
}

TEST(Filter, ACommaMayHaveABackslash) {
  const Filter filter({R"(-f(int\, int))"});
  EXPECT_FALSE(filter.includes("f(int, int)"));
  EXPECT_TRUE(filter.includes("f(int)"));
}

TEST(Filter, TheLastThatFitsDecides) {
  const Filter filter({"-*", "solve*", "-solve_quietly"});
  EXPECT_TRUE(filter.includes("solve"));
  EXPECT_FALSE(filter.includes("solve_quietly"));
  EXPECT_FALSE(filter.includes("main"));
}

}  // namespace
}  // namespace weft::recording
