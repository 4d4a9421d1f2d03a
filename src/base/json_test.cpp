// SPDX-License-Identifier: BSD-3-Clause
#include "base/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace weft {
namespace {

std::string json(std::string_view text) {
  TextSink out;
  put_json_string(out, text);
  return std::string(out.text());
}

std::string json(double value) {
  TextSink out;
  put_json_real(out, value);
  return std::string(out.text());
}

TEST(JsonString, LeavesOrdinaryTextAlone) {
  EXPECT_EQ(json(""), "\"\"");
  EXPECT_EQ(json("main() / x86"), "\"main() / x86\"");
  EXPECT_EQ(
      json("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\x99"), "\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\x99\"");
}

TEST(JsonString, EscapesWhatJsonDemands) {
  EXPECT_EQ(json("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json("\n\t\r\x01\x1f"), R"("\n\t\u000d\u0001\u001f")");
  EXPECT_EQ(json(std::string_view("a\0b", 3)), R"("a\u0000b")");
}

TEST(JsonString, AcceptsTheFirstAndLastOfEveryLength) {
  for (const char* text : {"\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf",
           "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
    EXPECT_EQ(json(text), "\"" + std::string(text) + "\"");
}

// Python's surrogateescape: each byte that is not part of valid UTF-8 stands alone.
TEST(JsonString, KeepsBytesThatAreNotUtf8) {
  EXPECT_EQ(json("\x80"), R"("\udc80")");
  EXPECT_EQ(json("\xff\xfe"), R"("\udcff\udcfe")");
  EXPECT_EQ(json("a\xe2\x82"), R"("a\udce2\udc82")");          // cut short
  EXPECT_EQ(json("\xe2\x82z"), R"("\udce2\udc82z")");          // broken off
  EXPECT_EQ(json("\xc0\xaf"), R"("\udcc0\udcaf")");            // longer than need be
  EXPECT_EQ(json("\xe0\x9f\xbf"), R"("\udce0\udc9f\udcbf")");  // the same in three bytes
  EXPECT_EQ(json("\xf0\x8f\xbf\xbf"), R"("\udcf0\udc8f\udcbf\udcbf")");
  EXPECT_EQ(json("\xed\xa0\x80"), R"("\udced\udca0\udc80")");  // a surrogate
  EXPECT_EQ(json("\xed\xbf\xbf"), R"("\udced\udcbf\udcbf")");
  EXPECT_EQ(json("\xf4\x90\x80\x80"), R"("\udcf4\udc90\udc80\udc80")");  // beyond the last code point
  EXPECT_EQ(json("\xf5\x80\x80\x80"), R"("\udcf5\udc80\udc80\udc80")");
}

TEST(JsonReal, ReadsBackAsTheSameNumber) {
  for (const double value : {0.0, 1.0, 0.1, -1e300, 5e-324, 123456789.125, 1e22, std::numeric_limits<double>::max()})
    EXPECT_EQ(std::strtod(json(value).c_str(), nullptr), value);
}

TEST(JsonReal, HasTextsForWhatIsNoNumber) {
  EXPECT_EQ(json(std::nan("")), "\"nan\"");
  EXPECT_EQ(json(-std::nan("")), "\"nan\"");
  EXPECT_EQ(json(HUGE_VAL), "\"inf\"");
  EXPECT_EQ(json(-HUGE_VAL), "\"-inf\"");
}

}  // namespace
}  // namespace weft
