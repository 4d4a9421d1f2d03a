// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/mend_line.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace weft::dftracer {
namespace {

std::string mended(std::string_view line, Mend expected, bool literal_backslashes = false) {
  std::string out;
  const auto mends = mend_line(line, literal_backslashes, out);
  if (!mends) return "nothing";
  EXPECT_EQ(*mends, expected) << line;
  return out;
}

TEST(DftracerMendLine, LeavesGoodLinesAlone) {
  for (const std::string_view line : {R"({})", R"({"a":1})", R"({"a":[1,{"b":"c"}],"d":-1.5e3,"e":"\"\\\u00e4"})"})
    EXPECT_EQ(mended(line, Mend::none), line);
}

TEST(DftracerMendLine, QuotesInsideOfTexts) {
  EXPECT_EQ(mended(R"({"a":"v"q"})", Mend::quotes), R"({"a":"v\"q"})");
  EXPECT_EQ(mended(R"({"a":"x","y","b":1})", Mend::quotes), R"({"a":"x\",\"y","b":1})");
  EXPECT_EQ(mended(R"({"a":["x","y"]})", Mend::none), R"({"a":["x","y"]})");
}

TEST(DftracerMendLine, BackslashesThatEscapeNothing) {
  EXPECT_EQ(mended(R"({"a":"c:\x"})", Mend::quotes), R"({"a":"c:\\x"})");
  EXPECT_EQ(mended(R"({"a":"\u12"})", Mend::quotes), R"({"a":"\\u12"})");
  EXPECT_EQ(mended(R"({"a":"c:\","b":2})", Mend::quotes, true), R"({"a":"c:\\","b":2})");
}

TEST(DftracerMendLine, WhatDoesNotBelongThere) {
  EXPECT_EQ(mended(R"({"pid":12q,"a":1})", Mend::stray_text), R"({"pid":12,"a":1})");
  EXPECT_EQ(mended(R"({"a":1,})", Mend::commas), R"({"a":1})");
  EXPECT_EQ(mended("{\"a\":\"x\ty\"}", Mend::control), R"({"a":"x\u0009y"})");
  EXPECT_EQ(mended("{\"a\":\"x\ny\"}", Mend::broken), R"({"a":"x\u000ay"})");
  EXPECT_EQ(mended("{\"a\":\"\xff\"}", Mend::characters), R"({"a":"\udcff"})");
}

TEST(DftracerMendLine, NumbersThatJsonDoesNotHave) {
  for (const std::string_view nan : {"nan", "NaN", "-nan", "NAN", "+nan"})
    EXPECT_EQ(mended(fmt::format(R"({{"a":{},"b":[1]}})", nan), Mend::numbers), R"({"a":"nan","b":[1]})");
  for (const std::string_view infinity : {"inf", "Infinity", "+inf", "INF"})
    EXPECT_EQ(mended(fmt::format(R"({{"a":[{} ]}})", infinity), Mend::numbers), R"({"a":["inf" ]})");
  EXPECT_EQ(mended(R"({"a":-Infinity,"b":-inf})", Mend::numbers), R"({"a":"-inf","b":"-inf"})");
  EXPECT_EQ(mended(R"({"a":1.,"b":.5,"c":-01,"d":+7,"e":-.5e3,"f":00,"g":1.e5})", Mend::numbers),
      R"({"a":1.0,"b":0.5,"c":-1,"d":7,"e":-0.5e3,"f":0,"g":1.0e5})");
  EXPECT_EQ(
      mended(R"({"a":"nan","b":"1.","c":true,"d":null})", Mend::none), R"({"a":"nan","b":"1.","c":true,"d":null})");
  EXPECT_EQ(mended(R"({"a":.,"b":-,"c":e5,"d":1.2.3,"e":1e})", Mend::none), R"({"a":.,"b":-,"c":e5,"d":1.2.3,"e":1e})");
}

TEST(DftracerMendLine, NothingCanBeMadeOfAHalf) {
  for (const std::string_view line : {R"({"a":1)", R"({"a":"x)", R"(})", R"({"a":[1})", ""})
    EXPECT_EQ(mended(line, Mend::none), "nothing");
}

}  // namespace
}  // namespace weft::dftracer
