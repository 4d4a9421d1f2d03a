// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <type_traits>
#include <vector>

namespace weft::bp {
namespace {

template <class T>
std::optional<Statistics> computed(
    DataType type, StatisticsLevel level, const std::vector<T>& values, ByteOrder order = ByteOrder::little) {
  ByteSink out(order);
  put_statistics(out, level, type, std::as_bytes(std::span(values)));
  Cursor in(out.bytes(), order);
  Characteristics block;
  block.bitmap = static_cast<std::uint32_t>(level);
  block.statistics = take_statistics(in, block.bitmap, type);
  EXPECT_TRUE(in.at_end() && !in.failed());
  return decode_statistics(block, type, order);
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(BpStatistics, AreTheSameInBothByteOrders) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    const auto found = computed<std::int16_t>(DataType::short_, StatisticsLevel::full, {3, -7, 4}, order);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->all().min, -7);
    EXPECT_EQ(found->all().max, 4);
    EXPECT_EQ(found->all().count, 3u);
    EXPECT_EQ(found->all().average(), 0);
    EXPECT_DOUBLE_EQ(*found->all().deviation(), std::sqrt(74.0 / 3));
  }
}

TEST(BpStatistics, BoundsKeepInfinitiesAndSkipNaN) {
  const auto found = computed<double>(DataType::double_, StatisticsLevel::min_max, {nan, nan, 2, -infinity, nan, 5});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->all().min, -infinity);
  EXPECT_EQ(found->all().max, 5);
}

// One after the other, as vectors and threads must find them, too.
template <class T>
void expect_plain_bounds(DataType type, const std::vector<T>& values) {
  T least = values.front(), most = values.front();
  for (const T value : values) {
    least = value < least ? value : least;
    most = most < value ? value : most;
  }
  const auto found = computed<T>(type, StatisticsLevel::min_max, values);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found->all().min, static_cast<long double>(least));
  EXPECT_EQ(*found->all().max, static_cast<long double>(most));
  if constexpr (std::is_floating_point_v<T>) {
    EXPECT_EQ(std::signbit(*found->all().min), std::signbit(least));
    EXPECT_EQ(std::signbit(*found->all().max), std::signbit(most));
  }
}

TEST(BpStatistics, BoundsAreTheSameHoweverTheyAreFound) {
  std::mt19937 random(11);
  for (std::size_t count = 1; count < 70; ++count) {
    std::vector<double> reals(count);
    std::vector<std::int8_t> bytes(count);
    for (double& real : reals) real = random() % 9 == 0 ? nan : (static_cast<double>(random() % 5) - 2) * 0.0;
    for (std::int8_t& byte : bytes) byte = static_cast<std::int8_t>(random());
    reals.front() = random() % 2 ? 0.0 : -0.0;
    expect_plain_bounds(DataType::double_, reals);
    expect_plain_bounds(DataType::byte, bytes);
  }
  std::vector<float> large(3 << 20, 1);
  for (const std::size_t place : {std::size_t{5}, large.size() / 2, large.size() - 1})
    large[place] = static_cast<float>(nan);
  large[large.size() / 3] = -4;
  large[large.size() - 2] = 9;
  expect_plain_bounds(DataType::real, large);
}

TEST(BpStatistics, FullOnesLookAtFiniteNumbersOnly) {
  const auto found = computed<double>(DataType::double_, StatisticsLevel::full, {nan, 2, -infinity, 5, infinity});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->all().min, 2);
  EXPECT_EQ(found->all().max, 5);
  EXPECT_EQ(found->all().count, 2u);
}

TEST(BpStatistics, ABlockWithoutNumbersHasNone) {
  EXPECT_FALSE(computed<double>(DataType::double_, StatisticsLevel::min_max, {nan, nan}));
  EXPECT_FALSE(computed<double>(DataType::double_, StatisticsLevel::full, {infinity}));
  EXPECT_FALSE(computed<int>(DataType::integer, StatisticsLevel::min_max, {}));
}

TEST(BpStatistics, LargeWholeNumbersStayExact) {
  constexpr std::uint64_t largest = ~std::uint64_t{0};
  const auto found = computed<std::uint64_t>(DataType::unsigned_long, StatisticsLevel::min_max, {largest - 1, largest});
  EXPECT_EQ(static_cast<std::uint64_t>(*found->all().min), largest - 1);
  EXPECT_EQ(static_cast<std::uint64_t>(*found->all().max), largest);
}

TEST(BpStatistics, ComplexNumbersHaveThree) {
  const std::vector<std::complex<float>> values{{3, 4}, {-1, 0}, {std::numeric_limits<float>::infinity(), 0}};
  const auto found = computed(DataType::complex, StatisticsLevel::full, values);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->parts[0].min, 1);
  EXPECT_EQ(found->parts[0].max, 5);
  EXPECT_EQ(found->parts[1].min, -1);
  EXPECT_EQ(found->parts[2].max, 4);
  EXPECT_EQ(found->parts[2].count, 2u);
}

TEST(BpStatistics, SquaresOfWholeNumbersWrapAsInC) {
  const auto found = computed<std::int32_t>(DataType::integer, StatisticsLevel::full, {65536, 3});
  EXPECT_EQ(found->all().sum_square, 9);
}

TEST(BpStatistics, HistogramsAreRead) {
  ByteSink out(ByteOrder::little);
  const double one = 1;
  out.put(std::uint32_t{2});
  for (int i = 0; i < 2; ++i) out.put(std::as_bytes(std::span(&one, 1)));
  for (std::uint32_t i = 0; i < 3; ++i) out.put(i);
  for (int i = 0; i < 2; ++i) out.put(std::as_bytes(std::span(&one, 1)));
  Characteristics block;
  block.bitmap = bit(Statistic::histogram);
  Cursor in(out.bytes(), ByteOrder::little);
  block.statistics = take_statistics(in, block.bitmap, DataType::double_);
  ASSERT_TRUE(in.at_end() && !in.failed());
  const auto found = decode_statistics(block, DataType::double_, ByteOrder::little);
  ASSERT_TRUE(found && found->all().histogram);
  EXPECT_EQ(found->all().histogram->frequencies, (std::vector<std::uint32_t>{0, 1, 2}));
  // One that says it is longer than all there is.
  Cursor cut(out.bytes().first(20), ByteOrder::little);
  take_statistics(cut, block.bitmap, DataType::double_);
  EXPECT_TRUE(cut.failed());
}

TEST(BpStatistics, AHistogramCountsBetweenBreaks) {
  const std::vector<double> values = {-1, 0, 1.5, 2, nan, 4, infinity, 9};
  const auto breaks = HistogramBreaks::even(0, 4, 2);
  EXPECT_EQ(breaks.breaks, (std::vector<double>{0, 2, 4}));
  ByteSink out(ByteOrder::big);
  put_statistics(out, StatisticsLevel::full, DataType::double_, std::as_bytes(std::span(values)), &breaks);
  Characteristics block;
  block.bitmap = bitmap_of(StatisticsLevel::full, DataType::double_, true);
  EXPECT_EQ(block.bitmap, 0x7fu);
  Cursor in(out.bytes(), ByteOrder::big);
  block.statistics = take_statistics(in, block.bitmap, DataType::double_);
  EXPECT_TRUE(in.at_end() && !in.failed());
  const auto found = decode_statistics(block, DataType::double_, ByteOrder::big);
  ASSERT_TRUE(found && found->all().histogram);
  EXPECT_EQ(found->all().histogram->breaks, breaks.breaks);
  EXPECT_EQ(found->all().histogram->frequencies, (std::vector<std::uint32_t>{1, 2, 1, 2}));
}

TEST(BpStatistics, OnlyFullOnesOfNumbersWithAnOrderHaveHistograms) {
  EXPECT_EQ(bitmap_of(StatisticsLevel::min_max, DataType::double_, true), 0x43u);
  EXPECT_EQ(bitmap_of(StatisticsLevel::full, DataType::complex, true), 0x5fu);
  EXPECT_EQ(bitmap_of(StatisticsLevel::full, DataType::integer, false), 0x5fu);
}

}  // namespace
}  // namespace weft::bp
