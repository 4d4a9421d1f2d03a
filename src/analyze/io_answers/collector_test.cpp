// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/collector.hpp"

#include <gtest/gtest.h>

#include <random>

namespace weft {
namespace {

IoSpan call(std::uint64_t begin, std::uint64_t end, std::string_view category) {
  return {.begin = begin, .end = end, .process = 1, .category = category, .call = "read"};
}

struct Overlap {
  std::uint64_t io, compute, both;
};

// Short calls of one thread with gaps between them, while another computes now and then.
Overlap overlap_with(std::size_t most_stretches, std::uint64_t& resolution) {
  IoCommon common;
  IoCollector collector({.most_stretches = most_stretches}, 1, common);
  std::mt19937 random(7);
  std::uint64_t now = 1'000'000, computing = now;
  for (std::uint64_t run = 0; run < 50; ++run) {
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t end = now + 1000 + random() % 2000;
      collector.take(call(now, end, "POSIX"));
      now = end + 500 + random() % 3000;
    }
    for (; computing < now; computing += 40'000 + random() % 40'000)
      collector.take(call(computing, computing + 30'000, "compute"));
    collector.end_run(0, run, false);
  }
  collector.finish();
  resolution = collector.resolution();
  const auto& layers = collector.processes().begin()->second.layers;
  return {layers[0].covered(), layers[1].covered(), layers[0].covered_by_both(layers[1])};
}

TEST(IoCollector, KeepsSumsAndEstimatesOverlapsWhenMemoryIsShort) {
  std::uint64_t exact_resolution = 1, resolution = 0;
  const Overlap exact = overlap_with(1'000'000, exact_resolution);
  const Overlap coarse = overlap_with(500, resolution);
  EXPECT_EQ(exact_resolution, 0u);
  EXPECT_GT(resolution, 0u);
  EXPECT_EQ(coarse.io, exact.io);
  EXPECT_EQ(coarse.compute, exact.compute);
  EXPECT_NEAR(
      static_cast<double>(coarse.both), static_cast<double>(exact.both), 0.05 * static_cast<double>(exact.both));
}

// What one process does with a file, replayed in an order that is not that of the runs.
TEST(IoCollector, FollowsPositionsAcrossRuns) {
  IoCommon common;
  IoCollector collector({}, 1, common);
  IoSpan span = call(10, 20, "POSIX");
  span.file = {.text = "a"};
  span.io_class = IoClass::read;
  span.placing = IoPlacing::follows;
  span.bytes = 4096;
  collector.take(span);
  collector.take(span);
  collector.end_run(0, 1, false);
  span.placing = IoPlacing::at_offset;
  span.offset = 4096;
  collector.take(span);
  collector.end_run(0, 2, true);
  span.placing = IoPlacing::opens;
  span.io_class = IoClass::metadata;
  span.offset = 0;
  span.bytes.reset();
  collector.take(span);
  collector.end_run(0, 0, false);
  collector.finish();
  ASSERT_EQ(collector.files().size(), 1u);
  const IoPattern& pattern = collector.files().begin()->second.pattern;
  EXPECT_EQ(pattern.sequential, 1u);
  EXPECT_EQ(pattern.random, 1u);
  EXPECT_EQ(pattern.unaligned, 0u);
  EXPECT_EQ(pattern.bytes_read_again(), 4096u);
}

// Of calls that are known as sums, everything is added up but what needs each of them.
TEST(IoCollector, TakesSumsOfCalls) {
  IoCommon common;
  IoCollector collector({}, 1, common), other({}, 1, common);
  IoSpan like = call(1000, 1000, "POSIX");
  like.io_class = IoClass::read;
  like.file = {.text = "a"};
  like.bytes = 5000;
  collector.take(IoFold{like, 7, 90});
  like.bytes.reset();
  other.take(IoFold{like, 2, 10});
  IoSpan single = call(1005, 1025, "POSIX");
  single.io_class = IoClass::read;
  single.bytes = 100;
  other.take(single);
  collector.merge(std::move(other));
  collector.finish();
  EXPECT_EQ(collector.events(), 10u);
  EXPECT_EQ(collector.total().calls, 10u);
  EXPECT_EQ(collector.total().reads, 10u);
  EXPECT_EQ(collector.total().time, 120u);
  EXPECT_EQ(collector.total().bytes_read, 5100u);
  EXPECT_EQ(collector.total().transfers, 1u);
  EXPECT_EQ(collector.folded().events, 9u);
  EXPECT_EQ(collector.folded().without_bytes, 2u);
  EXPECT_EQ(collector.folded().tally.bytes_read, 5000u);
  EXPECT_EQ(collector.files().begin()->second.tally.folded, 9u);
  EXPECT_EQ(collector.calls().begin()->second.folded, 9u);
  EXPECT_EQ(collector.calls().begin()->second.sizes.summary().count, 1u);
  EXPECT_EQ(collector.processes().begin()->second.layers[0].covered(), 20u);
  EXPECT_EQ(collector.zero(), 1000u);
}

// Files that are too many are told together: nothing that was added up is lost, and the longest stay.
TEST(IoCollector, TellsTheShortestFilesTogetherWhenThereAreTooMany) {
  IoCommon common;
  IoCollector collector({.most_files = 100}, 1, common), other({.most_files = 100}, 1, common);
  constexpr std::uint64_t files = 1000;
  for (std::uint64_t i = 0; i < 2 * files; ++i) {
    const std::string name = "file " + std::to_string(i % files);
    IoSpan span = call(10 * i, 10 * i + 1 + (i % files == 7 ? 5 : 0), "POSIX");
    span.file = {.text = name};
    span.io_class = IoClass::read;
    span.placing = IoPlacing::at_offset;
    span.bytes = 4096;
    span.offset = 0;
    (i % 2 ? other : collector).take(span);
    if (i % 500 == 499) {
      collector.end_run(i / 500, 0, true);
      other.end_run(100 + i / 500, 0, true);
    }
  }
  collector.merge(std::move(other));
  collector.finish();
  EXPECT_LE(collector.files().size(), 100u);
  const IoFurtherFiles& further = collector.files().further();
  EXPECT_GE(further.files + collector.files().size(), files);
  std::uint64_t calls = further.tally.calls, again = further.bytes_read_again;
  bool is_longest_kept = false;
  for (const auto& [number, facts] : collector.files()) {
    calls += facts.tally.calls;
    again += facts.pattern.bytes_read_again();
    is_longest_kept |= facts.file.text == "file 7" && facts.tally.calls == 2;
  }
  EXPECT_EQ(calls, 2 * files);
  EXPECT_EQ(again, files * 4096);
  EXPECT_TRUE(is_longest_kept);
}

}  // namespace
}  // namespace weft
