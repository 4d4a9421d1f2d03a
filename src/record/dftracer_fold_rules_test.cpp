// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_fold_rules.hpp"

#include <gtest/gtest.h>

#include <map>

namespace weft::recording {
namespace {

const std::map<std::string, std::string, std::less<>> event = {
    {"cat", "POSIX"}, {"name", "read"}, {"ts", "100"}, {"dur", "7"}, {"rank", "3"}, {"tags.size", "4096"}};

bool fits(const std::vector<std::string>& inclusion, const std::vector<std::string>& exclusion = {}) {
  const auto rules = FoldRules::parse(inclusion, exclusion);
  EXPECT_TRUE(rules) << rules.error().message;
  return rules && rules->wants([](std::string_view field) {
    const auto found = event.find(field);
    return found == event.end() ? std::nullopt : std::optional(found->second);
  });
}

TEST(FoldRules, EveryOperatorCompares) {
  for (const char* const rule : {"cat == 'POSIX'", "cat==\"POSIX\"", "name != write", "dur > 6", "dur >= 7.0",
           "dur < 8", "dur <= 7", "rank == 3.0", "name IN {write, 'read'}", "name LIKE 're*'", "name LIKE '*ad'",
           "name LIKE '*ea*'", "name LIKE 'read'", "tags.size >= 4096"})
    EXPECT_TRUE(fits({rule})) << rule;
  for (const char* const rule : {"cat == posix", "name != read", "dur > 7", "dur < 7", "dur >= 8", "dur <= 6",
           "name IN {write}", "name LIKE '*re'", "name LIKE 'ad*'", "tags.none == 1", "tags.none != 1", "name > 1"})
    EXPECT_FALSE(fits({rule})) << rule;
}

TEST(FoldRules, WordsCombineAtTheFirstAndThenAtTheFirstOr) {
  EXPECT_TRUE(fits({"NOT cat == STDIO AND dur == 7"}));
  EXPECT_FALSE(fits({"NOT cat == POSIX"}));
  EXPECT_TRUE(fits({"dur == 1 OR dur == 2 OR dur == 7"}));
  EXPECT_FALSE(fits({"dur == 7 OR dur == 8 AND cat == STDIO"})) << "the AND is outside";
}

TEST(FoldRules, ExclusionsCountMore) {
  EXPECT_TRUE(fits({}));
  EXPECT_TRUE(fits({"cat == STDIO", "cat == POSIX"}));
  EXPECT_FALSE(fits({"cat == POSIX"}, {"name == write", "name == read"}));
  EXPECT_FALSE(fits({}, {"name == read"}));
  EXPECT_TRUE(fits({}, {"name == write"}));
}

TEST(FoldRules, WhatIsNoRuleIsRefused) {
  for (const std::string text : {"", "cat", "cat LIKES 'x'", "colour == red", "name IN a,b", "dur > 3 AND ", "NOT "})
    EXPECT_FALSE(FoldRules::parse({&text, 1}, {})) << text;
}

}  // namespace
}  // namespace weft::recording
