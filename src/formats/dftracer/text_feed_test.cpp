// SPDX-License-Identifier: BSD-3-Clause
// Blocks that several threads take must be the text that one reader finds, whatever the members of a file are like.
#include "formats/dftracer/text_feed.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "base/file.hpp"
#include "base/parallel.hpp"
#include "base/test_directory_internal.hpp"
#include "base/zlib_stream.hpp"
#include "formats/dftracer/byte_source.hpp"
#include "formats/dftracer/count_newlines.hpp"

namespace weft::dftracer {
namespace {

std::string lines(std::size_t bytes, std::uint64_t seed) {
  std::string text;
  while (text.size() < bytes) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    text += fmt::format("{{\"id\":{},\"name\":\"read\",\"ph\":\"X\"}}\n", seed);
  }
  return text;
}

std::string findings(const Report& report) {
  std::string text;
  for (const auto& [rule, group] : report.groups())
    for (const Finding& finding : group.first) text += fmt::format("{} {}\n", rule, finding.text());
  return text;
}

class TextFeeds : public testing::Test {
 protected:
  // Stored members are as large as their text: several of them are not one piece.
  void add_member(const std::string& text, int level = 0) {
    append_gzip_member(std::as_bytes(std::span(text)), level, file_);
  }
  void add_bytes(std::string_view bytes) {
    const Bytes all = std::as_bytes(std::span(bytes));
    file_.insert(file_.end(), all.begin(), all.end());
  }

  void expect_the_same_text() {
    ASSERT_TRUE(replace_file(path_, file_));
    Report expected_report;
    auto source = ByteSource::open(path_, expected_report);
    ASSERT_TRUE(source);
    std::string expected, some(std::size_t{1} << 20, '\0');
    while (const std::size_t size = (*source)->read(some)) expected.append(some, 0, size);
    for (const std::size_t threads : {1u, 4u}) {
      Report report;
      TextFeed feed(path_, report);
      EXPECT_TRUE(text_of(feed, threads) == expected) << threads << " threads, " << expected.size() << " bytes";
      EXPECT_EQ(feed.text_bytes(), expected.size());
      EXPECT_EQ(findings(report), findings(expected_report));
    }
  }

  static std::string text_of(TextFeed& feed, std::size_t threads) {
    std::mutex mutex;
    std::map<std::uint64_t, std::string> blocks;
    parallel_for(threads, threads, [&](std::size_t, std::size_t) {
      Block block;
      while (feed.next(block)) {
        const std::lock_guard lock(mutex);
        blocks[block.number] = fmt::format("{} {} {}", block.offset, block.first_line, block.text);
      }
    });
    std::string text;
    std::uint64_t number = 0;
    for (const auto& [own, block] : blocks) {
      EXPECT_EQ(own, number++);
      const std::string places = fmt::format("{} {} ", text.size(), count_newlines(text) + 1);
      EXPECT_TRUE(block.starts_with(places)) << block.substr(0, 50) << " at " << places;
      text += std::string_view(block).substr(std::min(places.size(), block.size()));
    }
    EXPECT_EQ(feed.blocks(), number);
    return text;
  }

  TestDirectory directory_;
  std::string path_ = directory_ / "trace.pfw.gz";
  std::vector<std::byte> file_;
};

TEST_F(TextFeeds, ReadPlainText) {
  add_bytes(lines(std::size_t{5} << 20, 1) + "{\"a line without its end");
  expect_the_same_text();
}

// Looking for the end of a line must not begin anew at each of them.
TEST_F(TextFeeds, ReadTextsOfNothingButNewlines) {
  add_bytes("{\"ph\":\"X\",\"name\":\"" + std::string(std::size_t{3} << 20, '\n') + "\"}\n");
  expect_the_same_text();
}

TEST_F(TextFeeds, ReadEmptyFiles) { expect_the_same_text(); }

TEST_F(TextFeeds, ReadMembersThatEndWithTheirLines) {
  for (std::uint64_t i = 0; i < 12; ++i) add_member(lines(std::size_t{300} << 10, i));
  expect_the_same_text();
}

TEST_F(TextFeeds, ReadMembersThatEndAnywhere) {
  const std::string text = lines(std::size_t{3} << 20, 1);
  for (std::size_t at = 0; at < text.size(); at += 200'001) add_member(text.substr(at, 200'001));
  expect_the_same_text();
}

TEST_F(TextFeeds, ReadManySmallMembers) {
  for (std::uint64_t i = 0; i < 3000; ++i) add_member(lines(100, i), 6);
  expect_the_same_text();
}

TEST_F(TextFeeds, ReadMembersThatAreTooLargeToBeTakenAsAWhole) {
  add_member(lines(1000, 1));
  add_member(lines(std::size_t{25} << 20, 2), 1);
  add_member(lines(1000, 3));
  add_member(lines(std::size_t{1} << 20, 4));
  expect_the_same_text();
}

TEST_F(TextFeeds, AreNotMisledByTextThatLooksLikeAMember) {
  std::string text = lines(std::size_t{400} << 10, 1);
  std::vector<std::byte> member;
  append_gzip_member(std::as_bytes(std::span(text)), 6, member);
  text.append(reinterpret_cast<const char*>(member.data()), member.size()).append("\n");
  for (int i = 0; i < 4; ++i) add_member(text + lines(std::size_t{400} << 10, 7));
  expect_the_same_text();
}

TEST_F(TextFeeds, ReadLinesThatAreLongerThanPieces) {
  const std::string line = "{\"name\":\"" + std::string(std::size_t{3} << 20, 'x') + "\"}\n";
  for (int i = 0; i < 3; ++i) add_member(line + lines(1000, 1), i);
  expect_the_same_text();
}

TEST_F(TextFeeds, AreEnteredWithinMembers) {
  add_member(lines(100'000, 1), 6);
  add_member(lines(std::size_t{8} << 20, 2), 6);
  add_member(lines(100'000, 3), 6);
  ASSERT_TRUE(replace_file(path_, file_));
  Report report;
  TraceIndex index;
  std::string all;
  Block block;
  for (TextFeed feed(path_, report, {.finds_entries = true}); feed.next(block);) {
    if (!index.stretches.empty() && block.entry) index.stretches.back().place.end = *block.entry;
    if (block.entry)
      index.stretches.push_back(
          {.place = {*block.entry, file_.size(), block.offset, block.first_line - 1}, .within = block.within});
    all += block.text;
  }
  EXPECT_GT(index.stretches.size(), 5u);
  // Every pattern of parts: one alone, neighbours, all, and what the last one goes on with.
  for (const std::size_t step : {1u, 2u, 3u}) {
    for (std::size_t i = 0; i < index.stretches.size(); ++i) index.stretches[i].is_always_needed = i / step % 2 == 0;
    const Selection nothing{.window = Times{1, 0}, .categories = {}};
    for (const std::size_t threads : {1u, 4u}) {
      std::map<std::uint64_t, std::string> found;
      std::mutex mutex;
      TextFeed feed(path_, report, {&nothing, &index});
      parallel_for(threads, threads, [&](std::size_t, std::size_t) {
        Block own;
        while (feed.next(own)) {
          const std::lock_guard lock(mutex);
          EXPECT_EQ(own.first_line, count_newlines(std::string_view(all).substr(0, own.offset)) + 1);
          found[own.offset] = own.text;
        }
      });
      for (std::size_t i = 0; i < index.stretches.size(); ++i) {
        const std::uint64_t begin = index.stretches[i].place.text_begin;
        const std::uint64_t end = i + 1 < index.stretches.size() ? index.stretches[i + 1].place.text_begin : all.size();
        std::string text;
        for (auto at = found.lower_bound(begin); at != found.end() && at->first < end; ++at) text += at->second;
        const bool is_asked_for = index.stretches[i].is_always_needed;
        EXPECT_TRUE(text == (is_asked_for ? all.substr(begin, end - begin) : "")) << step << ' ' << i;
      }
    }
  }
  EXPECT_TRUE(report.empty());
}

TEST_F(TextFeeds, GoOnBehindDamage) {
  for (std::uint64_t i = 0; i < 8; ++i) add_member(lines(std::size_t{300} << 10, i), i % 2 ? 6 : 0);
  const std::vector<std::byte> good = file_;
  for (const std::size_t tenth : {1u, 2u, 3u, 5u, 7u, 9u}) {
    file_ = good;
    const std::size_t at = tenth * file_.size() / 10;
    for (std::size_t i = 0; i < 20; ++i) file_[at + i] ^= std::byte{0x5a};
    expect_the_same_text();
  }
}

TEST_F(TextFeeds, SalvageFilesThatAreCut) {
  for (std::uint64_t i = 0; i < 4; ++i) add_member(lines(std::size_t{300} << 10, i), i % 2 ? 6 : 0);
  const std::vector<std::byte> good = file_;
  for (std::size_t size = 3; size < good.size(); size += good.size() / 17) {
    file_.assign(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
    expect_the_same_text();
  }
}

TEST_F(TextFeeds, IgnoreZerosAndReportGarbageBehindMembers) {
  for (const std::string_view behind : {std::string_view("\0\0\0\0", 4), std::string_view("garbage")}) {
    file_.clear();
    for (std::uint64_t i = 0; i < 3; ++i) add_member(lines(std::size_t{200} << 10, i));
    add_bytes(std::string_view("\0\0", 2));
    add_member(lines(1000, 9));
    add_bytes(behind);
    expect_the_same_text();
  }
}

}  // namespace
}  // namespace weft::dftracer
