// SPDX-License-Identifier: BSD-3-Clause
// Damaged BP files: never a crash, a hang or a flood; what is whole is delivered, what is wrong is named; a lost footer
// is built again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "formats/bp/bp_file.hpp"
#include "formats/bp/format.hpp"
#include "formats/bp/recover.hpp"
#include "formats/bp/rules.hpp"
#include "formats/bp/sub_file_path.hpp"
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

// What `print` shows of a file.
std::string printed(const std::string& path) {
  const auto file = BpFile::open(path);
  TextSink out;
  if (file) {
    EXPECT_TRUE((*file)->print(true, out));
  }
  return std::string(out.text());
}

// The file opens if it has groups, with a finding, and has these groups and no others.
void expect_first_groups(const std::string& path, const Reader& whole, std::size_t groups) {
  const auto file = BpFile::open(path);
  ASSERT_EQ(file.has_value(), groups > 0);
  if (!file) return;
  const Reader& reader = (*file)->reader();
  EXPECT_EQ((*file)->report().count(index_damaged.name), 1u);
  ASSERT_EQ(reader.groups().size(), groups);
  for (std::size_t i = 0; i < groups; ++i) EXPECT_EQ(reader.groups()[i].offset, whole.groups()[i].offset);
  for (const Variable& variable : whole.variables()) {
    const Variable* const found = reader.find_variable(variable.name());
    ASSERT_NE(found, nullptr) << variable.name();
    ASSERT_EQ(found->blocks().size(), groups) << variable.name();
    for (std::size_t i = 0; i < groups; ++i)
      EXPECT_TRUE(std::ranges::equal(
          reader.payload(*found, found->blocks()[i]).value(), whole.payload(variable, variable.blocks()[i]).value()))
          << variable.name();
  }
  EXPECT_EQ(reader.attributes().size(), whole.attributes().size());
}

TEST(BpDamage, EveryPrefixOfASmallFileIsReadAsFarAsItsGroupsGo) {
  const Scratch scratch;
  SampleOptions options = small();
  options.processes = 1;
  const std::string bytes = sample_bytes(scratch, options);
  Report report;
  const auto whole = Reader::open(scratch / "whole.bp", report).value();
  const auto second = static_cast<std::size_t>(whole->groups()[1].offset);
  const auto end = static_cast<std::size_t>(end_of_groups(bytes, {}));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    SCOPED_TRACE(size);
    write_file(scratch / "cut.bp", bytes.substr(0, size));
    expect_first_groups(scratch / "cut.bp", *whole, size < second ? 0 : size < end ? 1 : 2);
    if (size % 4 == 0) use(scratch / "cut.bp");
  }
}

TEST(BpDamage, ADamagedIndexIsMadeAnew) {
  const Scratch scratch;
  SampleOptions options = small();
  const std::string bytes = sample_bytes(scratch, options);
  Report report;
  const Footer footer = Reader::open(scratch / "whole.bp", report).value()->footer();
  const std::string expected = printed(scratch / "whole.bp");
  for (const std::uint64_t at : {footer.group_index + 16, footer.variable_index + 12, footer.attribute_index + 12}) {
    std::string damaged = bytes;
    damaged[static_cast<std::size_t>(at)] = static_cast<char>(damaged[static_cast<std::size_t>(at)] ^ 1);
    write_file(scratch / "d.bp", damaged);
    EXPECT_EQ(printed(scratch / "d.bp"), expected) << at;
    EXPECT_EQ(BpFile::open(scratch / "d.bp").value()->report().count(index_damaged.name), 1u);
    Report found;  // for those who want to know, nothing is made up
    const auto file = Reader::open(scratch / "d.bp", found).value();
    EXPECT_TRUE(file->groups().size() < 4 || file->variables().size() < 13 || file->attributes().size() < 10) << at;
  }
}

TEST(BpDamage, AMetadataFileIsMadeOfItsSubFiles) {
  const Scratch scratch;
  SampleOptions options = small();
  options.has_sub_files = true;
  options.processes = 3;
  const std::string bytes = sample_bytes(scratch, options);
  const std::string expected = printed(scratch / "whole.bp");
  fs::create_directory(scratch / "other");
  for (const std::size_t size : {bytes.size() - 1, bytes.size() / 2, std::size_t{1}, std::size_t{0}}) {
    write_file(scratch / "whole.bp", bytes.substr(0, size));
    EXPECT_EQ(printed(scratch / "whole.bp"), expected) << size;
    EXPECT_EQ(BpFile::open(scratch / "whole.bp").value()->report().count(index_damaged.name), 1u);
    const std::string out = scratch / fmt::format("other/out{}.bp", size);
    const auto report = repair_file(scratch / "whole.bp", out, {});
    ASSERT_TRUE(report) << report.error().text();
    EXPECT_EQ(report->done.size(), 2u);
    EXPECT_TRUE(report->lost.empty());
    EXPECT_TRUE(file_content(out) == bytes);
    expect_sample(out, options);
  }
  fs::remove(scratch / "whole.bp");
  ASSERT_TRUE(repair_file(scratch / "whole.bp", scratch / "whole.bp", {}));
  expect_sample(scratch / "whole.bp", options);
  fs::remove(sub_file_path(scratch / "whole.bp", 1));
  const auto missing = repair_file(scratch / "whole.bp", scratch / "none.bp", {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().file, sub_file_path(scratch / "whole.bp", 1));
}

TEST(BpDamage, ARepairedMetadataFileMayMoveWithItsSubFiles) {
  const Scratch scratch;
  SampleOptions options = small();
  options.has_sub_files = true;
  for (const char* const name : {"here", "here/other", "there"}) fs::create_directory(scratch / name);
  write_sample(scratch / "here/whole.bp", options);
  ASSERT_TRUE(repair_file(scratch / "here/whole.bp", scratch / "here/beside.bp", {}));
  ASSERT_TRUE(repair_file(scratch / "here/whole.bp", scratch / "here/other/below.bp", {}));
  fs::rename(scratch / "here", scratch / "there/moved");
  expect_sample(scratch / "there/moved/beside.bp", options);
  expect_sample(scratch / "there/moved/other/below.bp", options);
  // Under another spelling of its name a file has its own sub-files.
  fs::remove(scratch / "there/moved/whole.bp");
  const auto report = repair_file(scratch / "there/moved/whole.bp", scratch / "there/../there/moved/whole.bp", {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->done.size(), 1u);
}

// The name is short enough for what belongs to the file, but not for what it is called until it is whole.
TEST(BpDamage, ARepairThatFailsLeavesNoLinks) {
  const Scratch scratch;
  SampleOptions options = small();
  options.has_sub_files = true;
  write_sample(scratch / "whole.bp", options);
  const std::string name = scratch / std::string(250, 'x');
  EXPECT_FALSE(repair_file(scratch / "whole.bp", name, {}));
  EXPECT_FALSE(fs::exists(name + ".dir"));
}

TEST(BpDamage, ASubFileThatIsMissingIsNamedAlsoWithoutTheFooter) {
  const Scratch scratch;
  SampleOptions options = small();
  options.has_sub_files = true;
  options.processes = 3;
  const std::string bytes = sample_bytes(scratch, options);
  write_file(scratch / "whole.bp", bytes.substr(0, bytes.size() - 9));
  fs::remove(sub_file_path(scratch / "whole.bp", 1));
  EXPECT_TRUE(format.recognises(scratch / "whole.bp"));
  const auto file = BpFile::open(scratch / "whole.bp");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().file, sub_file_path(scratch / "whole.bp", 1));
}

TEST(BpDamage, OfAnArrayThatLacksABlockTheOthersArePrinted) {
  const Scratch scratch;
  SampleOptions options = small();
  options.has_sub_files = true;
  options.processes = 3;
  sample_bytes(scratch, options);
  fs::remove(sub_file_path(scratch / "whole.bp", 1));
  const auto file = BpFile::open(scratch / "whole.bp").value();
  TextSink out;
  ASSERT_TRUE(file->print(true, out));
  for (const auto& [block, is_there] : {std::pair(0, true), {1, false}, {2, true}})
    EXPECT_EQ(out.text().find(fmt::format(
                  R"("variable":"/global/double","type":"double","step":1,"block":{},)", block)) != out.text().npos,
        is_there)
        << block;
  const auto findings = file->report().groups();
  ASSERT_TRUE(findings.contains(sub_file_missing.name));
  for (const Finding& finding : findings.at(sub_file_missing.name).first)
    EXPECT_EQ(finding.file, sub_file_path(scratch / "whole.bp", 1));
}

TEST(BpDamage, EveryPrefixIsReadAndRepairedToTheGroupsItHolds) {
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
      const auto groups = static_cast<std::size_t>(std::ranges::count_if(ends, [&](auto end) { return end <= size; }));
      SCOPED_TRACE(size);
      expect_first_groups(scratch / "cut.bp", *whole, groups);
      use(scratch / "cut.bp");
      fs::remove(scratch / "mended.bp");
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

TEST(BpDamage, SubFilesAreBuiltAgainByteForByte) {
  for (const Layout& layout : {Layout{3, ByteOrder::little}, Layout{1, ByteOrder::big}}) {
    const Scratch scratch;
    SampleOptions options = small(layout);
    options.has_sub_files = true;
    options.processes = 4;
    options.steps = 3;
    const std::string bytes = sample_bytes(scratch, options);
    for (std::uint32_t k = 0; k < options.processes; ++k) {
      const std::string path = sub_file_path(scratch / "whole.bp", k);
      const std::string original = file_content(path);
      write_file(path, original.substr(0, static_cast<std::size_t>(end_of_groups(original, layout))));
      ASSERT_TRUE(repair_file(path, scratch / "mended", {}));
      EXPECT_TRUE(file_content(scratch / "mended") == original) << k;
      fs::rename(scratch / "mended", path);
    }
    write_metadata_file(scratch / "whole.bp", options.processes).value();
    EXPECT_TRUE(file_content(scratch / "whole.bp") == bytes);
    expect_sample(scratch / "whole.bp", options);
  }
}

TEST(BpDamage, AMetadataFileKnowsItsSubFilesWhateverTheySay) {
  const Scratch scratch;
  SampleOptions options = small();
  options.has_sub_files = true;
  options.processes = 3;
  const std::string bytes = sample_bytes(scratch, options);
  for (std::uint32_t k = 0; k < options.processes; ++k) {  // each says that it is the first
    const std::string path = sub_file_path(scratch / "whole.bp", k);
    fs::copy_file(path, scratch / "alone.bp");
    ASSERT_TRUE(repair_file(scratch / "alone.bp", scratch / "mended.bp", {}));
    fs::rename(scratch / "mended.bp", path), fs::remove(scratch / "alone.bp");
  }
  write_metadata_file(scratch / "whole.bp", options.processes).value();
  Report report;
  const auto file = Reader::open(scratch / "whole.bp", report).value();
  for (const Variable& variable : file->variables())
    for (std::size_t i = 0; i < variable.blocks().size(); ++i)
      EXPECT_EQ(variable.blocks()[i].file_index, i % options.processes) << variable.name();
}

TEST(BpDamage, GroupsInAnyOrderAreListedInThatOfTime) {
  for (const Order order : {Order::by_process, Order::by_process_backwards}) {
    const Scratch scratch;
    SampleOptions options = small();
    options.processes = 8;
    options.steps = 3;
    options.order = order;
    const std::string bytes = sample_bytes(scratch, options);
    write_file(scratch / "cut.bp", bytes.substr(0, static_cast<std::size_t>(end_of_groups(bytes, {}))));
    ASSERT_TRUE(repair_file(scratch / "cut.bp", scratch / "mended.bp", {}));
    expect_sample(scratch / "mended.bp", options);
    Report report;
    const auto file = Reader::open(scratch / "mended.bp", report).value();
    for (const Variable& variable : file->variables()) {
      std::vector<std::uint32_t> times;  // as they are stored: decoded ones are sorted
      each_set(variable.entry(), ByteOrder::little, [&](Cursor set, unsigned count, std::uint64_t) {
        std::vector<Dimension> pool;
        times.push_back(
            decode_characteristics(set, count, {}, variable.entry().type, Place::index, pool).time_index.value());
      });
      EXPECT_TRUE(std::ranges::is_sorted(times)) << variable.name();
    }
    if (order == Order::by_process_backwards)
      EXPECT_TRUE(file_content(scratch / "mended.bp") == bytes);
    else  // as writers list them that collect steps
      EXPECT_TRUE(std::ranges::is_sorted(file->groups(), {}, &GroupEntry::offset));
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
  for (const Attribute& attribute : whole->attributes())  // the last byte of the last value, or of how long that is
    finds(attribute.name() == "/value/empty" ? block_unreadable : index_differs,
        attribute.entry().sets_offset + attribute.entry().sets.size() - 1, 77, 1);
}

// Not the number of a sub-file where there are none.
TEST(BpDamage, WhatIsSaidOfABlockTwiceIsCompared) {
  const Scratch scratch;
  SampleOptions options = small();
  options.processes = options.steps = 1;
  options.statistics = StatisticsLevel::full;
  const std::string bytes = sample_bytes(scratch, options);
  Report ignored;
  const auto whole = Reader::open(scratch / "whole.bp", ignored).value();
  std::vector<std::uint64_t> places;
  auto add = [&](std::uint64_t begin, std::uint64_t end) {
    for (; begin < end; begin += 3) places.push_back(begin);
  };
  std::vector<Dimension> unused;
  for (const Variable& variable : whole->variables())
    each_set(variable.entry(), ByteOrder::little, [&](Cursor set, unsigned count, std::uint64_t offset) {
      const std::uint64_t end = offset + set.left();
      const DataType type = variable.entry().type;
      const auto file = offset + decode_characteristics(set, count, {}, type, Place::index, unused).file_index_at;
      add(offset, file - 1);
      add(file + sizeof(std::uint32_t), end);
    });
  const auto group = parse_process_group(whole->bytes(), 0, {}, "").value();
  for (const StoredVariable& variable : group.variables)
    add(variable.payload_offset - variable.characteristics.size(), variable.payload_offset);
  EXPECT_GT(places.size(), 500u);
  for (const std::uint64_t at : places) {
    std::string damaged = bytes;
    damaged[static_cast<std::size_t>(at)] = static_cast<char>(damaged[static_cast<std::size_t>(at)] ^ 1 << at % 8);
    write_file(scratch / "d.bp", damaged);
    const auto file = BpFile::open(scratch / "d.bp");
    ASSERT_TRUE(file) << at;
    (*file)->examine(1);
    EXPECT_FALSE((*file)->report().empty()) << at;
  }
}

TEST(BpDamage, AGroupThatIsListedTwiceIsToldAndNotReadTwice) {
  const Scratch scratch;
  std::string bytes = sample_bytes(scratch, small());
  Report ignored;
  const auto whole = Reader::open(scratch / "whole.bp", ignored).value();
  std::string offset(sizeof(std::uint64_t), '\0');
  store(reinterpret_cast<std::byte*>(offset.data()), whole->groups()[1].offset, ByteOrder::little);
  const std::size_t at = bytes.find(offset, static_cast<std::size_t>(whole->footer().group_index));
  ASSERT_NE(at, bytes.npos);
  bytes.replace(at, offset.size(), offset.size(), '\0');  // that of the first
  write_file(scratch / "d.bp", bytes);
  const auto file = BpFile::open(scratch / "d.bp").value();
  file->examine(1);
  EXPECT_EQ(file->report().count(index_differs.name), 1u);
}

// What looks like a group of all that follows, again and again. Behind each head there is nothing, or variables that
// have the next heads as their values, and are not as many as it says.
TEST(BpDamage, AFileOfBeginningsIsGivenUp) {
  const Scratch scratch;
  SampleOptions options = small();
  options.processes = 1;
  const std::string bytes = sample_bytes(scratch, options);
  Report ignored;
  const auto first = static_cast<std::size_t>(Reader::open(scratch / "whole.bp", ignored).value()->groups()[1].offset);
  constexpr std::size_t cell_bytes = 64, cells = std::size_t{1} << 16;
  for (const bool has_variables : {false, true}) {
    ByteSink out(ByteOrder::little);
    for (std::size_t left = cells; left > 0; --left) {
      const std::size_t cell = out.size();
      if (has_variables) {
        out.put(std::uint64_t{cell_bytes});
        out.put(std::vector<std::byte>(9, std::byte{0}));  // id, name, path, type
        put_flag(out, false);
        out.put(std::vector<std::byte>(8, std::byte{0}));  // dimensions, characteristics
      }
      const std::size_t head = cell + (has_variables ? cell_bytes - 36 : 0);
      out.put(std::vector<std::byte>(head - out.size(), std::byte{0}));
      const std::uint64_t to_end = cell_bytes * left - (head - cell);
      out.put(to_end);
      put_flag(out, false);
      out.put(std::vector<std::byte>(15, std::byte{0}));  // names, time index, methods
      out.put(static_cast<std::uint32_t>(has_variables ? left : 2 * left));
      out.put(to_end - 24);
      out.put(std::vector<std::byte>(cell + cell_bytes - out.size(), std::byte{0xff}));
    }
    const Bytes made = out.bytes();
    write_file(scratch / "d.bp",
        bytes.substr(0, first) + std::string(reinterpret_cast<const char*>(made.data()), made.size()));
    const auto file = BpFile::open(scratch / "d.bp");
    ASSERT_TRUE(file);
    EXPECT_EQ((*file)->reader().groups().size(), 1u);
  }
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
