// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/trace_index.hpp"

#include <gtest/gtest.h>

namespace weft::dftracer {
namespace {

TraceIndex sample() {
  TraceIndex index;
  index.fingerprint = {.size = 5000, .modified = 1'700'000'000'000'000'000, .checksum = 0x1122334455667788};
  index.unit = 1;
  index.first_time = 7;
  index.first_span = 8;
  index.categories = {"POSIX", "", "with \\\"escapes\\\""};
  index.stretches = {
      {.place = {0, 2000, 0, 0}, .lines = {10, 1, 2, 3, 4}, .times = {7, 90}, .categories = {0, 2}},
      {.place = {2000, 5000, 60'000, 99}, .times = {80, 300}, .is_always_needed = true},
      {.place = {5000, 5000, 90'000, 120}},
  };
  index.metadata = {{0, 2, 1, "{\"name\":\"FH\"}"}, {1, 60'100, 101, "{}"}};
  return index;
}

Selection window(std::uint64_t first, std::uint64_t last) { return {.window = Times{first, last}, .categories = {}}; }

TEST(TraceIndex, IsReadAsItWasWritten) {
  const TraceIndex index = sample();
  const auto read = TraceIndex::decode(index.encoded());
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->fingerprint, index.fingerprint);
  EXPECT_EQ(read->categories, index.categories);
  ASSERT_EQ(read->metadata.size(), 2u);
  EXPECT_EQ(read->metadata[1].offset, 60'100u);
  EXPECT_EQ(read->metadata[0].text, index.metadata[0].text);
  EXPECT_EQ(read->encoded(), index.encoded());
}

TEST(TraceIndex, IsRefusedIfAnyBitOfItIsWrongOrAnyOfItIsMissing) {
  const std::vector<std::byte> good = sample().encoded();
  for (std::size_t at = 0; at < good.size(); ++at) {
    EXPECT_FALSE(TraceIndex::decode(Bytes(good).first(at))) << at;
    std::vector<std::byte> bad = good;
    bad[at] ^= std::byte{0x10};
    EXPECT_FALSE(TraceIndex::decode(bad)) << at;
  }
}

TEST(TraceIndex, IsRefusedIfItSaysWhatCannotBe) {
  const auto refused = [](auto&& change) {
    TraceIndex index = sample();
    change(index);
    return !TraceIndex::decode(index.encoded());
  };
  EXPECT_TRUE(refused([](TraceIndex& index) { index.stretches[0].place.end = 3000; }));
  EXPECT_TRUE(refused([](TraceIndex& index) { index.stretches[1].place.end = 5001; }));
  EXPECT_TRUE(refused([](TraceIndex& index) { index.stretches[0].categories = {3}; }));
  EXPECT_TRUE(refused([](TraceIndex& index) { index.metadata[0].stretch = 3; }));
  EXPECT_TRUE(refused([](TraceIndex& index) { index.unit = 0; }));
  EXPECT_FALSE(refused([](TraceIndex& index) { index.metadata.clear(); }));
}

TEST(TraceIndex, KnowsWhatAWindowNeeds) {
  const TraceIndex index = sample();
  EXPECT_TRUE(index.needs(index.stretches[0], window(90, 100)));
  EXPECT_TRUE(index.needs(index.stretches[0], window(0, 7)));
  EXPECT_FALSE(index.needs(index.stretches[0], window(91, 100)));
  EXPECT_FALSE(index.needs(index.stretches[0], window(0, 6)));
  EXPECT_TRUE(index.needs(index.stretches[1], window(0, 1)));  // whatever it is
  EXPECT_FALSE(index.needs(index.stretches[2], window(1, 1000)));
}

TEST(TraceIndex, KnowsWhatACategoryNeeds) {
  const TraceIndex index = sample();
  EXPECT_TRUE(index.needs(index.stretches[0], {.window = {}, .categories = {"STDIO", "POSIX"}}));
  EXPECT_TRUE(index.needs(index.stretches[0], {.window = {}, .categories = {"with \"escapes\""}}));
  EXPECT_FALSE(index.needs(index.stretches[0], {.window = {}, .categories = {""}}));
  EXPECT_FALSE(index.needs(index.stretches[0], {.window = Times{91, 92}, .categories = {"POSIX"}}));
}

}  // namespace
}  // namespace weft::dftracer
