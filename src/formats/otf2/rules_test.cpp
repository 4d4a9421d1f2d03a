// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/rules.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace weft::otf2 {
namespace {

TEST(Rules, HaveNamesOfTheirOwnAndSayWhatToDo) {
  std::set<std::string_view> names;
  for (const Rule& rule : all_rules) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    for (const char c : rule.name) EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) || c == '-') << rule.name;
    EXPECT_TRUE(rule.what.ends_with('.')) << rule.name;
    EXPECT_TRUE(rule.advice.ends_with('.')) << rule.name;
  }
}

}  // namespace
}  // namespace weft::otf2
