// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/line_parser.hpp"

#include <gtest/gtest.h>

namespace weft::dftracer {
namespace {

class DftracerLineParser : public ::testing::Test {
 protected:
  bool parse(const std::string& line) {
    padded_ = line + std::string(line_padding, '}');  // what stands behind a line is no part of it
    return parser_.parse(std::string_view(padded_).substr(0, line.size()), record_);
  }

  LineParser parser_;
  Record record_;
  std::string padded_;
};

TEST_F(DftracerLineParser, ACompleteEvent) {
  ASSERT_TRUE(
      parse(R"({"id":-1,"name":"re\"ad","cat":"POSIX","pid":7,"tid":8,"ts":1700000000000001,"dur":3,"ph":"X",)"
            R"("args":{"hhash":18446744073709551615,"ret":-1,"x":0.5,"s":"t","l":[1, {"a":"]"}],"n":null},"new":{}})"));
  EXPECT_EQ(record_.phase, Phase::complete);
  EXPECT_EQ(record_.id, -1);
  EXPECT_EQ(record_.name, R"(re\"ad)");
  EXPECT_EQ(record_.pid, 7u);
  EXPECT_EQ(record_.tid, 8u);
  EXPECT_EQ(record_.time.units, 1700000000000001u);
  EXPECT_EQ(record_.duration.units, 3u);
  ASSERT_EQ(record_.arguments.size(), 6u);
  EXPECT_EQ(record_.arguments[0].value.bits, ~std::uint64_t{0});
  EXPECT_EQ(record_.arguments[1].value.number(), -1);
  EXPECT_EQ(record_.arguments[2].value.real(), 0.5);
  EXPECT_EQ(record_.arguments[4].value.text, R"([1, {"a":"]"}])");
  EXPECT_EQ(record_.arguments[5].value.kind, Value::Kind::json);
  ASSERT_EQ(record_.others.size(), 1u);
  EXPECT_EQ(record_.others[0].key, "new");
}

TEST_F(DftracerLineParser, NumbersInQuotesAreNumbers) {
  ASSERT_TRUE(parse(R"({"id":"1","name":"n","cat":"c","pid":"2","tid":"3","ts":"4","dur":"5","ph":"X"})"));
  EXPECT_TRUE(record_.is_quoted);
  EXPECT_EQ(record_.id + static_cast<int>(record_.pid + record_.tid + record_.time.units + record_.duration.units), 15);
  EXPECT_FALSE(record_.has(Record::has_arguments));
}

TEST_F(DftracerLineParser, PhasesOfBothDialects) {
  const std::pair<std::string, Phase> known[] = {{R"("X")", Phase::complete}, {"1", Phase::complete},
      {R"("C")", Phase::counter}, {"2", Phase::counter}, {R"("A")", Phase::aggregate}, {"3", Phase::aggregate},
      {R"("M")", Phase::metadata}, {"4", Phase::metadata}, {R"("H")", Phase::metadata}, {R"("B")", Phase::begin},
      {R"("b")", Phase::async_begin}, {R"("F")", Phase::async_end}, {R"("i")", Phase::instant},
      {R"("s")", Phase::other}, {"9", Phase::unknown}, {R"("")", Phase::unknown}};
  for (const auto& [text, phase] : known) {
    ASSERT_TRUE(parse("{\"ph\":" + text + "}"));
    EXPECT_EQ(record_.phase, phase) << text;
  }
}

TEST_F(DftracerLineParser, FractionsOfTimes) {
  ASSERT_TRUE(parse(R"({"ts":12.0345,"dur":0.5})"));
  EXPECT_EQ(record_.time.units, 12u);
  EXPECT_EQ(record_.time.thousandths, 34u);
  EXPECT_EQ(record_.duration.thousandths, 500u);
  ASSERT_TRUE(parse(R"({"ts":1.5e3})"));
  EXPECT_EQ(record_.time.units, 1500u);
  ASSERT_TRUE(parse(R"({"ts":-5,"dur":1e30})"));
  EXPECT_FALSE(record_.has(Record::has_time));
  EXPECT_EQ(record_.others.size(), 2u);
}

TEST_F(DftracerLineParser, WhatIsNoJsonIsNotTaken) {
  for (const char* const line :
      {"", "[]", "1", "{", R"({"a")", R"({"a":})", R"({"a":1,})", R"({"a":1}x)", R"({"a":1}{})", R"({"a":01})",
          R"({"a":tru})", R"({"a":"\x"})", R"({"a":"\u12"})", R"({a:1})", "{\"a\":\"\xff\"}", "{\"a\":\"\n\"}",
          R"({"a":12q})", R"({"args":{"a":1})", R"({"a":NaN})", R"({"a":nan})", R"({"a":Infinity})", R"({"a":inf})",
          R"({"a":-inf})", R"({"a":1.})", R"({"a":.5})", R"({"a":-01})", R"({"a":-})", R"({"a":-.5})", R"({"a":1.e5})",
          R"({"a":1e})", R"({"a":+1})", R"({"args":{"a":-01}})", R"({"ts":1.})", R"({"args":{"a":[1],"b":-nan}})",
          R"({"args":{"a":[1,NaN]}})", R"({"args":{"a":{"b":[.5]}}})"})
    EXPECT_FALSE(parse(line)) << line;
}

TEST_F(DftracerLineParser, NumbersOfEveryLength) {
  for (std::size_t digits = 1; digits <= 20; ++digits) {
    const std::string number = std::string("12345678901234567890").substr(0, digits);
    ASSERT_TRUE(parse("{\"args\":{\"a\":" + number + ",\"b\":-" + number.substr(0, 18) + "}}"));
    EXPECT_EQ(record_.arguments[0].value.bits, std::stoull(number));
    EXPECT_EQ(record_.arguments[1].value.number(), -std::stoll(number.substr(0, 18)));
    for (std::size_t i = 0; i < digits; ++i)
      for (const char c : {'/', ':', 'x', ' ', '\x7f'}) {
        std::string broken = number;
        broken[i] = c;
        const bool is_blank_around = c == ' ' && (i == 0 || i + 1 == digits) && digits > 1;
        EXPECT_EQ(parse("{\"a\":" + broken + "}"), is_blank_around) << broken;
      }
  }
  EXPECT_FALSE(parse(R"({"a":01})"));
}

// Lines that are looked at together are the same as those that are looked at alone, and none reaches into the next.
TEST_F(DftracerLineParser, LinesAheadAreThoseAlone) {
  const std::vector<std::string> lines = {R"({"id":1,"name":"a","args":{"x":1,"y":"z"}})", R"(["b"])", R"({"id":2)",
      R"("name":"c"})", R"({ "id" : 3 , "args" : { } })", R"({"id":4,"args":{"l":[1,2],"t":true,"n":nul}})", R"({})",
      R"({"a":1}{"b":2})", R"({"s":"\"\\","id":5})", R"({"s":"\q"})"};
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  const std::size_t size = text.size();
  text.append(line_padding, '}');
  ASSERT_TRUE(parser_.look_ahead(std::string_view(text).substr(0, size)));
  std::size_t at = 0;
  for (const std::string& line : lines) {
    Record ahead;
    const bool is_good = parser_.parse_ahead(std::string_view(text).substr(at, line.size()), ahead);
    EXPECT_EQ(is_good, parse(line)) << line;
    if (is_good) {
      if (ahead.has(Record::has_id)) {
        EXPECT_EQ(ahead.id, record_.id);
      }
      EXPECT_EQ(ahead.fields, record_.fields);
      EXPECT_EQ(ahead.arguments.size(), record_.arguments.size());
    }
    at += line.size() + 1;
  }
  EXPECT_FALSE(parser_.look_ahead("{\"a\":\"b}\n{}"));
}

TEST_F(DftracerLineParser, TextsLoseTheirEscapes) {
  std::string text;
  append_unescaped(R"(a\"\\\/\b\n\u00e4\ud83d\ude00\udcff\ud800x\u0000y\u)", text);
  EXPECT_EQ(text, "a\"\\/\b\n\xc3\xa4\xf0\x9f\x98\x80\xff\xef\xbf\xbdx\xef\xbf\xbdy\\u");
}

}  // namespace
}  // namespace weft::dftracer
