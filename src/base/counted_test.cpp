// SPDX-License-Identifier: BSD-3-Clause
#include "base/counted.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Counted, OneThingIsNotSeveral) {
  EXPECT_EQ(counted(0, "region"), "0 regions");
  EXPECT_EQ(counted(1, "region"), "1 region");
  EXPECT_EQ(counted(2, "region"), "2 regions");
}

TEST(Counted, WordsMayHaveAPluralOfTheirOwn) {
  EXPECT_EQ(counted(1, "process", "processes"), "1 process");
  EXPECT_EQ(counted(3, "process", "processes"), "3 processes");
}

}  // namespace
}  // namespace weft
