// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/folded_calls.hpp"

#include <gtest/gtest.h>

#include "formats/dftracer/line_parser.hpp"

namespace weft::dftracer {
namespace {

std::optional<FoldedCalls> folded(std::string_view phase, std::string_view arguments, BytesIn told_in = BytesIn::ret) {
  std::string line = std::string(R"({"name":"read","cat":"POSIX","ts":5,"ph":)").append(phase);
  line.append(R"(,"pid":1,"tid":1,"args":{"hhash":"0")").append(arguments).append("}}");
  const std::size_t size = line.size();
  line.append(line_padding, ' ');
  LineParser parser;
  Record record;
  EXPECT_TRUE(parser.parse(std::string_view(line).substr(0, size), record));
  EXPECT_TRUE(is_folded(record));
  return folded_calls(record, told_in);
}

constexpr std::string_view letter = R"("C")";
constexpr std::string_view three = "3";

TEST(FoldedCalls, SumsOfBothDialects) {
  const auto old = folded(letter, R"(,"count":4,"dur_min":1,"dur_max":9,"dur_sum":20,"count_min":8,"count_max":8,)"
                                  R"("count_sum":32,"ret_min":0,"ret_max":8,"ret_sum":24)");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->calls, 4u);
  EXPECT_EQ(old->duration, 20u);
  EXPECT_EQ(old->bytes, 24u);
  const auto fresh = folded(three, R"(,"dft_cnt":3,"dur_min":1,"dur_max":9,"dur_sum":20,"count":50,"ret":7)");
  ASSERT_TRUE(fresh);
  EXPECT_EQ(fresh->calls, 3u);
  EXPECT_EQ(fresh->bytes, 21u) << "what is the same for all stands there once";
  const auto single = folded(three, R"(,"dft_cnt":1,"dur":6,"ret":-1)");
  ASSERT_TRUE(single);
  EXPECT_EQ(single->duration, 6u);
  EXPECT_EQ(single->bytes, 0u);
  EXPECT_FALSE(single->none_failed);
}

// Where an argument of the calls stands in place of their number, there is one.
TEST(FoldedCalls, CountOfTheReference) {
  const auto one = folded(letter, R"(,"count":4096,"count_min":4096,"count_max":4096,"count_sum":4096,"ret":100,)"
                                  R"("ret_min":100,"ret_max":100,"ret_sum":100,"dur_min":2,"dur_max":2,"dur_sum":2)");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->calls, 1u);
  EXPECT_EQ(one->bytes, 100u);
}

TEST(FoldedCalls, BytesThatCannotBeTold) {
  constexpr std::string_view sums = R"(,"dft_cnt":2,"dur_sum":2,"ret_sum":10,"ret_min":4,"ret_max":6,)";
  const auto of = [&](std::string_view sizes) {
    return folded(three, std::string(sums).append(sizes), BytesIn::ret_times_size);
  };
  EXPECT_EQ(of(R"("size":8)")->bytes, 80u);
  EXPECT_EQ(of(R"("size_sum":16,"size_min":8,"size_max":8)")->bytes, 80u);
  EXPECT_FALSE(of(R"("size_sum":9,"size_min":1,"size_max":8)")->bytes);
  EXPECT_FALSE(of(R"("other":1)")->bytes);
  EXPECT_FALSE(of(R"("size":9223372036854775807)")->bytes);
}

TEST(FoldedCalls, NumbersThatAreMissing) {
  EXPECT_FALSE(folded(three, R"(,"dft_cnt":2,"ret_sum":10)"));
  EXPECT_FALSE(folded(three, R"(,"dur_sum":2,"ret_sum":10)"));
  EXPECT_FALSE(folded(three, R"(,"dft_cnt":0,"dur_sum":2)"));
}

}  // namespace
}  // namespace weft::dftracer
