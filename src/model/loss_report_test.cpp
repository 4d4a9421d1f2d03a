// SPDX-License-Identifier: BSD-3-Clause
#include "model/loss_report.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

std::string example_of_all(std::initializer_list<const char*> told) {
  LossReport report;
  for (const char* const example : told) report.lost("MpiSend", "why", 1, example);
  return report.entries().at({"MpiSend", "why"}).example;
}

TEST(LossReport, HasTheEarliestExampleWhoeverComesFirst) {
  EXPECT_EQ(example_of_all({"1000 2 MpiSend", "", "99 7 MpiSend"}), "99 7 MpiSend");
  EXPECT_EQ(example_of_all({"99 7 MpiSend", "1000 2 MpiSend"}), "99 7 MpiSend");
}

TEST(LossReport, TakesTheSmallestLocationOfOneTime) {
  EXPECT_EQ(example_of_all({"99 10 MpiSend", "99 9 MpiSend"}), "99 9 MpiSend");
  EXPECT_EQ(example_of_all({"099 9 a", "99 9 b"}), "099 9 a");
}

}  // namespace
}  // namespace weft
