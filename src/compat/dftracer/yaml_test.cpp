// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/yaml.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::dftracer {
namespace {

std::string read(std::string_view text) {
  const auto values = read_yaml(text, "file");
  if (!values) return values.error().text();
  std::string all;
  for (const YamlValue& value : *values) all += value.path + "=" + value.value + ";";
  return all;
}

TEST(Yaml, HasGroupsWithinGroups) {
  EXPECT_EQ(read("enable: true\nfeatures:\n  metadata: on\n  io:\n    enable: true\n    posix: false\n  tid: "
                 "true\ninternal:\n "
                 " bind_signals: false\n"),
      "enable=true;features.metadata=on;features.io.enable=true;features.io.posix=false;features.tid=true;"
      "internal.bind_signals=false;");
}

TEST(Yaml, HasQuotesCommentsAndLists) {
  EXPECT_EQ(read("--- \na: \"x # \\\"y\\\"\" # no\nb: 'it''s'\nc: [1, two , \"3\"]\nd:\n- e\n- f\n'g h': i:j#k\n"),
      "a=x # \"y\";b=it's;c=1,two,3;d=e,f;g h=i:j#k;");
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("a:\r\n  b: c\r\n"), "a.b=c;");
}

TEST(Yaml, SaysWhereItIsWrong) {
  EXPECT_EQ(read("a: 1\nb\n"), "file: line 2: expected KEY: VALUE, found 'b'");
  EXPECT_EQ(read("a: 1\n  b: 2\n"), "file: line 2: expected a key beside its neighbours, found 'b: 2'");
  EXPECT_EQ(read("a:\n    b: 2\n  c: 3\n"), "file: line 3: expected a key beside its neighbours, found 'c: 3'");
  EXPECT_EQ(read("a: \"x\n"), "file: line 1: expected a quote at the end of the value, found '\"x'");
  EXPECT_EQ(read("a: {b: c}\n"), "file: line 1: expected a plain value, found '{b: c}'");
  EXPECT_EQ(read("a:\n\tb: c\n"), "file: line 2: expected blanks, found 'a tab before a key'");
  EXPECT_EQ(read("- a\n"), "file: line 1: expected a key before a list, found 'a'");
}

TEST(Yaml, SurvivesEveryPrefix) {
  const std::string text = "enable: true\nprofiler:\n  log_file: \"a\\\"b\" # c\n  list: [x, 'y']\nl:\n- z\n";
  for (std::size_t size = 0; size <= text.size(); ++size) (void)read(text.substr(0, size));
}

}  // namespace
}  // namespace weft::dftracer
