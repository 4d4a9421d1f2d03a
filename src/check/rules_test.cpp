// SPDX-License-Identifier: BSD-3-Clause
#include "check/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "formats/registry.hpp"

namespace weft::check {
namespace {

// Names are typed on command lines.
bool is_typed_easily(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

void expect_documented(std::span<const Rule> rules, std::set<std::string_view>& names) {
  for (const Rule& rule : rules) {
    EXPECT_TRUE(is_typed_easily(rule.name)) << rule.name;
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name << " is there twice";
    EXPECT_TRUE(rule.what.ends_with('.')) << rule.name;
    EXPECT_TRUE(rule.advice.ends_with('.')) << rule.name;
    ASSERT_NE(find_rule(rule.name), nullptr);
    EXPECT_EQ(find_rule(rule.name)->what, rule.what);
  }
}

TEST(Rules, HaveNamesOfTheirOwnAndSayWhatToDo) {
  std::set<std::string_view> names;
  for (const Theme& theme : all_themes()) expect_documented(theme.rules, names);
  for (const Format* format : all_formats()) expect_documented(format->rules, names);
  EXPECT_GT(names.size(), 50u);
}

TEST(Rules, AreNotMadeUp) { EXPECT_EQ(find_rule("no-such-rule"), nullptr); }

}  // namespace
}  // namespace weft::check
