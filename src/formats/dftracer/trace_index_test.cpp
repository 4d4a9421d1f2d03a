// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/trace_index.hpp"

#include <gtest/gtest.h>

#include "base/zlib_stream.hpp"

namespace weft::dftracer {
namespace {

GzipEntry entry(std::uint64_t head) {
  std::vector<std::byte> window;
  append_gzip_member(std::vector<std::byte>(1000, std::byte{'x'}), 6, window);
  return {5, head, window};
}

TraceIndex sample() {
  TraceIndex index;
  index.fingerprint = {.size = 5000, .modified = 1'700'000'000'000'000'000, .checksum = 0x1122334455667788};
  index.adds_pid_to_tid = true;
  index.host = "node7";
  index.unit = 1;
  index.first_time = 7;
  index.first_span = 8;
  index.categories = {"POSIX", "", "with \\\"escapes\\\""};
  index.stretches = {
      {.place = {0, 2000, 0, 0}, .lines = {10, 1, 2, 3, 4}, .times = {7, 90}, .categories = {0, 2}},
      {.place = {2000, 5000, 60'000, 99}, .within = entry(70), .times = {80, 300}, .is_always_needed = true},
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
  EXPECT_EQ(read->host, index.host);
  EXPECT_TRUE(read->adds_pid_to_tid);
  EXPECT_EQ(read->categories, index.categories);
  ASSERT_EQ(read->metadata.size(), 2u);
  EXPECT_EQ(read->metadata[1].offset, 60'100u);
  EXPECT_EQ(read->metadata[0].text, index.metadata[0].text);
  ASSERT_TRUE(read->stretches[1].within);
  EXPECT_EQ(read->stretches[1].within->bits, 5u);
  EXPECT_EQ(read->stretches[1].within->head, 70u);
  EXPECT_FALSE(read->stretches[2].within);
  EXPECT_EQ(read->encoded(), index.encoded());
}

TEST(TraceIndex, ForgetsPlacesWithinMembersUntilItIsSmallEnough) {
  TraceIndex index;
  index.fingerprint.size = 9000;
  for (std::uint32_t i = 0; i < 9; ++i) {
    IndexedStretch stretch{.place = {i * 1000, (i + 1) * 1000, i * 5000, i * 7}, .lines = {.objects = 1}};
    stretch.times = {i * 10, i * 10 + 5};
    stretch.categories = {i % 2};
    if (i != 0 && i != 4) stretch.within = entry(i);
    index.stretches.push_back(stretch);
    index.metadata.push_back({i, i * 5000, i * 7 + 1, "{}"});
    index.categories.push_back(std::to_string(i));
  }
  const auto begins = [&] {
    std::vector<std::uint64_t> found;
    for (const IndexedStretch& stretch : index.stretches) found.push_back(stretch.place.begin / 1000);
    return found;
  };
  EXPECT_TRUE(index.shrink_to(index.encoded().size()));
  EXPECT_EQ(index.stretches.size(), 9u);
  EXPECT_TRUE(index.shrink_to(index.encoded().size() - 1));
  EXPECT_EQ(begins(), (std::vector<std::uint64_t>{0, 2, 4, 6, 8}));
  while (index.stretches.size() > 2) EXPECT_TRUE(index.shrink_to(index.encoded().size() - 1));
  EXPECT_EQ(begins(), (std::vector<std::uint64_t>{0, 4}));
  EXPECT_EQ(index.stretches[0].place.end, 4000u);
  EXPECT_EQ(index.stretches[1].place.end, 9000u);
  EXPECT_EQ(index.stretches[1].lines.objects, 5u);
  EXPECT_EQ(index.stretches[0].times.last, 35u);
  EXPECT_EQ(index.stretches[0].categories, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(index.metadata[3].stretch, 0u);
  EXPECT_EQ(index.metadata[7].stretch, 1u);
  EXPECT_TRUE(TraceIndex::decode(index.encoded()));
  EXPECT_FALSE(index.shrink_to(1));
}

TEST(TraceIndex, ForgetsMetadataOfPartsThatAreAlwaysNeededThen) {
  TraceIndex index;
  index.fingerprint.size = 4000;
  for (std::uint64_t i = 0; i < 4; ++i)
    index.stretches.push_back({.place = {i * 1000, (i + 1) * 1000, i * 1000, i * 7}});
  index.metadata.push_back({0, 0, 1, "{}"});
  std::uint64_t hash = 1;
  for (std::uint64_t i = 0; i < 50; ++i)
    index.metadata.push_back({2, 2020 + i, 16 + i, std::to_string(hash *= 0x9e3779b97f4a7c15)});
  EXPECT_TRUE(index.shrink_to(500));
  EXPECT_LE(index.encoded().size(), 500u);
  EXPECT_EQ(index.stretches.size(), 4u);
  for (std::size_t i = 0; i < index.stretches.size(); ++i) EXPECT_EQ(index.stretches[i].is_always_needed, i == 2) << i;
  ASSERT_EQ(index.metadata.size(), 1u);
  EXPECT_EQ(index.metadata[0].text, "{}");
  EXPECT_TRUE(TraceIndex::decode(index.encoded()));
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
  EXPECT_TRUE(refused([](TraceIndex& index) { index.stretches[1].place.text_begin = 90'001; }));
  EXPECT_TRUE(refused([](TraceIndex& index) { index.stretches[0].within = entry(1); }));
  EXPECT_TRUE(refused([](TraceIndex& index) { index.stretches[1].within->head = 1001; }));
  EXPECT_TRUE(refused([](TraceIndex& index) { index.stretches[1].within->bits = 8; }));
  EXPECT_TRUE(refused([](TraceIndex& index) { index.stretches[1].within->window.back() ^= std::byte{1}; }));
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
