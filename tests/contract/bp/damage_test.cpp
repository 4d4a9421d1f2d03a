// SPDX-License-Identifier: BSD-3-Clause
// Damaged BP files: never a crash, a hang or a flood; what is whole is delivered, what is wrong is named; a lost footer
// is built again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "formats/bp/bp_file.hpp"
#include "formats/bp/recover.hpp"
#include "formats/bp/rules.hpp"
#include "samples.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

using namespace bp;
using namespace bp_samples;

SampleOptions small(Layout layout = {}) {
  SampleOptions options;
  options.layout = layout;
  options.is_small = true;
  return options;
}

std::string sample_bytes(const Scratch& scratch, const SampleOptions& options) {
  write_sample(scratch / "whole.bp", options);
  return file_content(scratch / "whole.bp");
}

// Everything the commands do. False if the file could not be opened.
bool use(const std::string& path) {
  auto file = BpFile::open(path);
  if (!file) {
    EXPECT_FALSE(file.error().message.empty());
    return false;
  }
  for (const bool json : {false, true}) {
    TextSink described;
    EXPECT_TRUE((*file)->describe(json, true, described));
    TextSink printed;
    EXPECT_TRUE((*file)->print(json, printed));
    EXPECT_LT(printed.text().size(), 64u << 20);
  }
  (*file)->examine(1);
  return true;
}

std::uint64_t end_of_groups(const std::string& bytes, const Layout& layout) {
  return load<std::uint64_t>(std::as_bytes(std::span(bytes)).data() + bytes.size() - mini_footer_bytes, layout.order);
}

constexpr Layout all_layouts[] = {{1, ByteOrder::little}, {1, ByteOrder::big}, {2, ByteOrder::little},
    {2, ByteOrder::big}, {3, ByteOrder::little}, {3, ByteOrder::big}};

TEST(BpDamage, EveryPrefixIsAnErrorAndRepairedToTheGroupsItHolds) {
  std::size_t first = 0;
  for (const Layout& layout : all_layouts) {
    const Scratch scratch;
    const std::string bytes = sample_bytes(scratch, small(layout));
    Report report;
    const auto whole = Reader::open(scratch / "whole.bp", report).value();
    std::vector<std::uint64_t> ends;
    for (const GroupEntry& group : whole->groups())
      ends.push_back(parse_process_group(whole->bytes(), group.offset, layout, "").value().end);
    // Every byte of every layout would take long: each layout has other ones.
    for (std::size_t size = first++; size < bytes.size(); size += 83) {
      write_file(scratch / "cut.bp", bytes.substr(0, size));
      EXPECT_FALSE(use(scratch / "cut.bp")) << size;
      fs::remove(scratch / "mended.bp");
      const auto groups = static_cast<std::size_t>(std::ranges::count_if(ends, [&](auto end) { return end <= size; }));
      const auto repaired = repair_file(scratch / "cut.bp", scratch / "mended.bp", {});
      ASSERT_EQ(repaired.has_value(), groups > 0) << size;
      if (!repaired) continue;
      Report none;
      const auto mended = Reader::open(scratch / "mended.bp", none).value();
      EXPECT_EQ(mended->groups().size(), groups) << size;
      const Variable& variable = *mended->find_variable("/global/double");
      ASSERT_EQ(variable.blocks().size(), groups);
      std::vector<std::byte> out(rows * columns * 8);
      EXPECT_TRUE(mended->read(variable, WriterBlock{groups - 1, true}, {0, 1}, out));
      EXPECT_TRUE(none.empty());
    }
  }
}

TEST(BpDamage, AnyBitFlippedIsSurvived) {
  std::size_t first = 0;
  for (const Layout& layout : all_layouts) {
    const Scratch scratch;
    const std::string bytes = sample_bytes(scratch, small(layout));
    for (std::size_t at = first++; at < bytes.size(); at += 59) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 8);
      write_file(scratch / "d.bp", damaged);
      use(scratch / "d.bp");
    }
  }
}

TEST(BpDamage, RandomDamageIsSurvivedAndRepaired) {
  std::mt19937 random(3);
  for (const Layout& layout : all_layouts) {
    const Scratch scratch;
    const std::string bytes = sample_bytes(scratch, small(layout));
    for (int round = 0; round < 40; ++round) {
      std::string damaged = bytes;
      for (std::size_t n = 1 + random() % 8; n > 0; --n)
        damaged[random() % damaged.size()] = static_cast<char>(random());
      if (random() % 3 == 0) damaged.resize(random() % damaged.size());
      write_file(scratch / "d.bp", damaged);
      use(scratch / "d.bp");
      fs::remove(scratch / "mended.bp");
      if (repair_file(scratch / "d.bp", scratch / "mended.bp", {})) {
        EXPECT_TRUE(use(scratch / "mended.bp"));
      }
    }
  }
}

TEST(BpDamage, ALostFooterIsBuiltAgainByteForByte) {
  for (const Layout& layout : all_layouts) {
    if (layout.version == 2) continue;  // without a footer it looks like version 3
    const Scratch scratch;
    SampleOptions options;
    options.layout = layout;
    options.processes = 1;
    options.steps = 3;
    const std::string bytes = sample_bytes(scratch, options);
    write_file(scratch / "cut.bp", bytes.substr(0, static_cast<std::size_t>(end_of_groups(bytes, layout))));
    const auto report = repair_file(scratch / "cut.bp", scratch / "mended.bp", {});
    ASSERT_TRUE(report) << report.error().text();
    EXPECT_EQ(report->done.size(), 1u);
    EXPECT_TRUE(report->lost.empty());
    EXPECT_TRUE(file_content(scratch / "mended.bp") == bytes);
    expect_sample(scratch / "mended.bp", options);
  }
}

TEST(BpDamage, RepairOfAWholeFileChangesNothing) {
  const Scratch scratch;
  SampleOptions options;
  options.processes = 1;
  const std::string bytes = sample_bytes(scratch, options);
  const auto report = repair_file(scratch / "whole.bp", scratch / "same.bp", {}).value();
  EXPECT_TRUE(report.done.empty() && report.lost.empty());
  EXPECT_TRUE(file_content(scratch / "same.bp") == bytes);
  EXPECT_FALSE(repair_file(scratch / "whole.bp", scratch / "same.bp", {})) << "nothing is overwritten";
}

TEST(BpDamage, GroupsBehindDeadBytesAreFound) {
  const Scratch scratch;
  const SampleOptions options = small();
  const std::string bytes = sample_bytes(scratch, options);
  Report ignored;
  const auto whole = Reader::open(scratch / "whole.bp", ignored).value();
  const auto second = static_cast<std::size_t>(whole->groups()[1].offset);
  const auto end = static_cast<std::size_t>(end_of_groups(bytes, {}));
  write_file(scratch / "gap.bp", bytes.substr(0, second) + std::string(1000, 'n') + bytes.substr(second, end - second));
  const auto report = repair_file(scratch / "gap.bp", scratch / "mended.bp", {}).value();
  EXPECT_EQ(report.lost.size(), 1u);
  expect_sample(scratch / "mended.bp", options);
}

TEST(BpDamage, GroupsBehindADamagedOneAreFound) {
  for (const Layout& layout : all_layouts) {
    const Scratch scratch;
    std::string bytes = sample_bytes(scratch, small(layout));
    bytes.resize(static_cast<std::size_t>(end_of_groups(bytes, layout)));
    std::fill_n(bytes.begin(), 40, '\xff');
    write_file(scratch / "d.bp", bytes);
    const auto report = repair_file(scratch / "d.bp", scratch / "mended.bp", {});
    ASSERT_TRUE(report) << report.error().text();
    Report ignored;
    EXPECT_EQ(Reader::open(scratch / "mended.bp", ignored).value()->groups().size(), 3u);
  }
}

TEST(BpDamage, EachKindOfDamageHasItsFinding) {
  const Scratch scratch;
  const std::string bytes = sample_bytes(scratch, small());
  Report ignored;
  const auto whole = Reader::open(scratch / "whole.bp", ignored).value();
  const Variable& array = *whole->find_variable("/global/double");
  const Characteristics block = array.blocks()[1];
  const Footer footer = whole->footer();
  auto finds = [&](const Rule& rule, std::uint64_t at, std::uint64_t value, std::size_t size) {
    std::string damaged = bytes;
    for (std::size_t i = 0; i < size; ++i)
      damaged[static_cast<std::size_t>(at) + i] = static_cast<char>(value >> (8 * i));
    write_file(scratch / "d.bp", damaged);
    const auto file = BpFile::open(scratch / "d.bp");
    ASSERT_TRUE(file) << rule.name;
    (*file)->examine(2);
    EXPECT_GT((*file)->report().count(rule.name), 0u) << rule.name;
    for (const auto& [name, group] : (*file)->report().groups()) EXPECT_FALSE(group.first[0].file.empty()) << name;
  };
  const std::uint64_t set = static_cast<std::uint64_t>(array.entry().sets_offset);
  finds(index_damaged, footer.group_index + 16, 0xffff, 2);
  finds(index_damaged, footer.variable_index + 12, 0xffffffff, 4);
  finds(block_unreadable, set + 5, 77, 1);                                 // a characteristic that does not exist
  finds(payload_outside, set + 5 + 9 + 1, bytes.size(), 8);                // where its data are
  finds(group_damaged, whole->groups()[1].offset, 12345, 8);               // its length
  finds(index_differs, set + 5 + 1, *block.offset, 8);                     // the place of another block
  finds(statistics_differ, *block.payload_offset, 0x7fe0000000000000, 8);  // one of the numbers
}

TEST(BpDamage, HostileCountsTakeNoMemory) {
  const Scratch scratch;
  const std::string bytes = sample_bytes(scratch, small());
  Report ignored;
  const auto whole = Reader::open(scratch / "whole.bp", ignored).value();
  const Footer footer = whole->footer();
  for (const std::uint64_t at : {footer.group_index, footer.group_index + 8, footer.variable_index,
           footer.attribute_index, whole->variables().front().entry().sets_offset - 8}) {
    std::string damaged = bytes;
    for (std::size_t i = 0; i < 4; ++i) damaged[static_cast<std::size_t>(at) + i] = '\x7f';
    write_file(scratch / "d.bp", damaged);
    EXPECT_TRUE(use(scratch / "d.bp")) << at;
  }
}

}  // namespace
}  // namespace weft::contract
