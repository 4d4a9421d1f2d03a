// SPDX-License-Identifier: BSD-3-Clause
#include "model/report.hpp"

#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "model/loss_report.hpp"

namespace weft {
namespace {

TEST(Finding, SaysWhereItWasFound) {
  EXPECT_EQ((Finding{"rule", "it is broken"}.text()), "it is broken");
  EXPECT_EQ((Finding{"rule", "it is broken", "a.evt", 12, 3}.text()), "a.evt: at byte 12: location 3: it is broken");
}

TEST(Report, CountsAllFindingsAndKeepsTheFirst) {
  Report report(2);
  EXPECT_TRUE(report.empty());
  for (int i = 0; i < 5; ++i) report.add({"a", std::to_string(i)});
  report.add({"b", "x"});
  EXPECT_EQ(report.count(), 6u);
  EXPECT_EQ(report.count("a"), 5u);
  EXPECT_EQ(report.count("c"), 0u);
  const auto groups = report.groups();
  ASSERT_EQ(groups.at("a").first.size(), 2u);
  EXPECT_EQ(groups.at("a").first[1].message, "1");
}

TEST(Report, TellsWhatItKeptAndHowManyMoreThereWere) {
  Report report(2);
  for (int i = 0; i < 5; ++i) report.add({"a", std::to_string(i), "f"});
  report.add({"b", "x"});
  std::vector<std::string> sentences;
  for (const auto& [rule, group] : report.groups()) group.tell(sentences);
  EXPECT_EQ(sentences, (std::vector<std::string>{"f: 0 [a]", "f: 1 [a]", "and 3 more of [a]", "x [b]"}));
}

TEST(Report, TakesTheFindingsOfAnother) {
  Report one(2), other(3);
  one.add({"a", "mine"});
  for (int i = 0; i < 10; ++i) other.add({"a", "theirs"});
  other.add({"b", "theirs"});
  one.take(other);
  EXPECT_EQ(one.count("a"), 11u);
  EXPECT_EQ(one.count("b"), 1u);
  EXPECT_EQ(one.groups().at("a").first.size(), 2u);
}

TEST(Report, IsSafeToUseFromManyThreads) {
  Report report;
  parallel_for(1000, 8, [&](std::size_t i, std::size_t) { report.add({i % 2 ? "odd" : "even", "x"}); });
  EXPECT_EQ(report.count("odd"), 500u);
  EXPECT_EQ(report.count(), 1000u);
}

TEST(LossReport, CountsByWhatAndWhy) {
  LossReport loss;
  loss.lost("Marker", "there is no place for it");
  loss.lost("Marker", "there is no place for it", 4);
  loss.translated("time", "rounded");
  const auto entries = loss.entries();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries.at({"Marker", "there is no place for it"}).count, 5u);
  EXPECT_EQ(entries.at({"time", "rounded"}).fate, LossReport::Fate::translated);
}

}  // namespace
}  // namespace weft
