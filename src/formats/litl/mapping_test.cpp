// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/mapping.hpp"

#include <gtest/gtest.h>

namespace weft::litl {
namespace {

Mapping parsed(std::string_view text) {
  Report report;
  const Mapping mapping = parse_mapping(text, "file", report);
  EXPECT_TRUE(report.empty()) << report.groups().begin()->second.first[0].text();
  return mapping;
}

TEST(LitlMapping, ALineIsACodeARoleANameAndParameters) {
  const Mapping mapping = parsed("0x301 enter main\n17\tevent  residual i32:step f64\n");
  ASSERT_EQ(mapping.size(), 2u);
  EXPECT_EQ(mapping.at(0x301), (Meaning{Role::enter, "main", {}}));
  EXPECT_EQ(mapping.at(17), (Meaning{Role::event, "residual", {{Type::int32, "step"}, {Type::double_, ""}}}));
}

TEST(LitlMapping, CommentsEmptyLinesAndCarriageReturnsSayNothing) {
  EXPECT_EQ(parsed("# one\n\n   \r\n1 leave f # two\r\n").size(), 1u);
}

TEST(LitlMapping, QuotedNamesHoldAnything) {
  const Mapping mapping = parsed(R"(1 enter "operator \"\" # \\ \x7e\n\t")");
  EXPECT_EQ(mapping.at(1).name, "operator \"\" # \\ ~\n\t");
}

TEST(LitlMapping, WhatIsWrittenIsRead) {
  Mapping mapping;
  mapping[0] = {Role::enter, "", {}};
  mapping[1] = {Role::leave, "a b", {{Type::uint8, "x y"}, {Type::float_, "\"q\""}}};
  mapping[~0u] = {Role::event, std::string("\x01#\xff\n\x7f"), {{Type::int64, ""}}};
  EXPECT_EQ(parsed(mapping_text(mapping)), mapping);
}

TEST(LitlMapping, AMessageNamesItsPeerAndSaysItsTagAndSizeAtMostOnce) {
  const Mapping mapping = parsed("1 send halo u8:peer i32:tag u64:size f64:x\n2 recv halo i64:peer\n");
  EXPECT_EQ(mapping.at(1).role, Role::send);
  EXPECT_EQ(mapping.at(2), (Meaning{Role::receive, "halo", {{Type::int64, "peer"}}}));
  EXPECT_EQ(parsed(mapping_text(mapping)), mapping);
  for (const char* const line : {"1 send halo", "1 send halo i32:rank", "1 recv halo f64:peer",
           "1 recv halo i32:peer i32:peer", "1 send halo i32:peer u8:tag u8:tag", "1 send halo i32:peer f32:size"}) {
    Report report;
    EXPECT_TRUE(parse_mapping(line, "file", report).empty()) << line;
    EXPECT_EQ(report.count("map-damaged"), 1u) << line;
  }
}

TEST(LitlMapping, AMarkerHasTheParametersThatItLikes) {
  const Mapping mapping = parsed("1 marker \"time step\" u32:number f64\n2 marker end\n");
  EXPECT_EQ(mapping.at(1), (Meaning{Role::marker, "time step", {{Type::uint32, "number"}, {Type::double_, ""}}}));
  EXPECT_EQ(mapping.at(2), (Meaning{Role::marker, "end", {}}));
  EXPECT_EQ(parsed(mapping_text(mapping)), mapping);
}

TEST(LitlMapping, ABadLineIsNamedByNumberAndOffset) {
  Report report;
  EXPECT_EQ(parse_mapping("1 enter a\n2 enter\n3 enter c\n", "file", report).size(), 2u);
  ASSERT_EQ(report.count("map-damaged"), 1u);
  const Finding finding = report.groups().at("map-damaged").first[0];
  EXPECT_EQ(finding.offset, 10u);
  EXPECT_NE(finding.message.find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace weft::litl
