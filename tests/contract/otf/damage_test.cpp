// SPDX-License-Identifier: BSD-3-Clause
// Damaged OTF files: never a crash or a hang; what is whole is delivered, what is wrong is named with its place.
#include <gtest/gtest.h>

#include <algorithm>

#include "content.hpp"

namespace weft::contract {
namespace {

using namespace otf;

std::string events_file(const Scratch& scratch, int level) {
  WriteOptions options;
  options.buffer = {150, level};
  auto writer = TraceWriter::create(scratch / "t", options).value();
  KeyValues values;
  values.add(1, ValueType::uint32, 0xabc);
  values.add_bytes(2, std::string(30, '\x7f'));
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_TRUE(writer->write(100 + 2 * i, 1, Enter{i, i % 3}, i % 2 == 0 ? &values : nullptr));
    EXPECT_TRUE(writer->write(100 + 2 * i, 1, EventComment{"a remark"}));
    EXPECT_TRUE(writer->write(101 + 2 * i, 1, SendMsg{2, i, 3, 4, 5}));
  }
  EXPECT_TRUE(writer->close());
  return scratch / (level ? "t.1.events.z" : "t.1.events");
}

bool is_beginning(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

TEST(OtfDamage, EveryPrefixGivesItsWholeRecordsAndAFinding) {
  for (const int level : {0, 4}) {
    const Scratch scratch;
    const std::string path = events_file(scratch, level);
    const std::string bytes = file_content(path);
    Report none;
    const auto whole = read_one<EventFile>(path, none).lines;
    EXPECT_EQ(whole.size(), 18u);
    EXPECT_TRUE(none.empty());
    std::size_t before = 0, silent = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      write_file(path, bytes.substr(0, size));
      Report report;
      const auto found = read_one<EventFile>(path, report).lines;
      EXPECT_TRUE(is_beginning(found, whole)) << size;
      EXPECT_GE(found.size(), before);
      before = found.size();
      silent += report.empty();
    }
    // A cut behind one of the 13 process lines, or before the first, looks like a file of somebody who wrote no more.
    EXPECT_LE(silent, 15u);
  }
}

TEST(OtfDamage, EveryByteFlippedIsSurvived) {
  for (const int level : {0, 4}) {
    const Scratch scratch;
    const std::string path = events_file(scratch, level);
    const std::string bytes = file_content(path);
    Report none;
    const auto whole = read_one<EventFile>(path, none).lines;
    for (std::size_t at = 0; at < bytes.size(); ++at)
      for (const int flip : {0x01, 0x81}) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ flip);
        write_file(path, damaged);
        Report report;
        const auto found = read_one<EventFile>(path, report).lines;
        // A line of plain text harms itself and, when it carried state or a newline, those up to the next state.
        if (level == 0) {
          EXPECT_GE(found.size() + 5, whole.size()) << at;
        }
      }
  }
}

TEST(OtfDamage, LinesAroundADamagedOneAreDelivered) {
  const Scratch scratch;
  struct Case {
    std::string line, message;
  };
  const Case cases[] = {{"E5 ", "Enter: expected SCL, found ' '"}, {"S1L2", "SendMsg: expected TAG, found ''"},
      {"CNT1X2", "Counter: expected VALUE, found 'X2'"},
      {"K1Y99V1", "key-value: expected a type from 0 to b, found 'V1'"},
      {"K1Y6", "key-value: expected VALUE, found ''"}};
  for (const Case& c : cases) {
    write_file(scratch / "t.1.events", "5\n*1\nE1\n" + c.line + "\nE2\n5\n*1\n");
    Report report;
    const auto found = read_one<EventFile>(scratch / "t.1.events", report);
    EXPECT_EQ(found.lines.size(), 2u) << c.line;
    ASSERT_EQ(report.count(line_damaged.name), 1u) << c.line;
    const Finding finding = report.groups().at(line_damaged.name).first.front();
    EXPECT_EQ(finding.message, c.message);
    EXPECT_EQ(finding.file, scratch / "t.1.events");
    EXPECT_TRUE(finding.offset >= 8 && finding.offset <= 8 + c.line.size()) << *finding.offset;
  }
}

TEST(OtfDamage, WhatStandsBehindTimeAndProcessIsTold) {
  const Scratch scratch;
  write_file(scratch / "t.1.events", "5\n*1\nE1\n6g7\n*1\nE2\n7 \n*1x\nE3\n7\n*1\n");
  Report report;
  const auto found = read_one<EventFile>(scratch / "t.1.events", report);
  const std::vector<std::string> expected{
      "5 1 1 Enter function=1 source=0", "6 1 1 Enter function=2 source=0", "7 1 1 Enter function=3 source=0"};
  EXPECT_EQ(found.lines, expected);
  ASSERT_EQ(report.count(state_damaged.name), 2u);
  const auto groups = report.groups();
  const auto& findings = groups.at(state_damaged.name).first;
  EXPECT_EQ(findings[0].message, "expected a hexadecimal number alone, found 'g7' behind it");
  EXPECT_EQ(findings[0].offset, 9u);
  EXPECT_EQ(findings[1].message, "expected a hexadecimal number alone, found 'x' behind it");
}

TEST(OtfDamage, UnknownLinesAreHandedOut) {
  const Scratch scratch;
  write_file(scratch / "t.1.events", "5\n*1\nE1\nTQ5\n  ZZ 9\n\nE2\n6\n*1\nE3");
  Report report;
  const auto found = read_one<EventFile>(scratch / "t.1.events", report);
  EXPECT_EQ(found.lines.size(), 2u);
  EXPECT_EQ(found.unknowns, (std::vector<std::string>{"5 1 Q5", "5 1 ZZ 9", "6 1 E3"}));
  EXPECT_EQ(report.count(file_cut.name), 1u);
}

TEST(OtfDamage, FilesWithoutStateHaveNoRecords) {
  const Scratch scratch;
  write_file(scratch / "t.otf", "1:1\n");
  for (const char* content : {"", "E1\nE2\n", "5\nE1\n", "*1\nE1\n", "ffffffffffffffff\n*1\nE1\n"}) {
    write_file(scratch / "t.1.events", content);
    Report report;
    Recorder all;
    auto trace = TraceReader::open(scratch / "t", report).value();
    EXPECT_EQ(trace->merge<EventFile>().value().read(all), 0u);
    EXPECT_EQ(report.count(state_missing.name), 1u) << content;
  }
}

TEST(OtfDamage, AMissingEventFileIsAnErrorAndOthersAreNot) {
  const Scratch scratch;
  write_file(scratch / "t.otf", "1:1\n");
  Report report;
  auto trace = TraceReader::open(scratch / "t", report).value();
  EXPECT_FALSE(trace->merge<EventFile>());
  Recorder all;
  EXPECT_EQ(trace->merge<SnapshotFile>().value().read(all), 0u);
  EXPECT_EQ(trace->read_definitions(all).value(), 0u);
}

TEST(OtfDamage, AfterADamagedChunkReadingGoesOnAtTheNext) {
  const Scratch scratch;
  const std::string path = events_file(scratch, 4);
  std::string bytes = file_content(path);
  Report none;
  const auto whole = read_one<EventFile>(path, none).lines;
  const std::string mark("\0\0\xff\xff", 4);
  const std::size_t second = bytes.find(mark) + mark.size();
  bytes[second] = '\x07';  // a kind of block that does not exist
  write_file(path, bytes);
  Report report;
  const auto found = read_one<EventFile>(path, report).lines;
  EXPECT_EQ(report.count(compressed_damaged.name), 1u);
  EXPECT_LT(found.size(), whole.size());
  EXPECT_GT(found.size(), whole.size() / 2);
  for (const std::string& line : found) EXPECT_NE(std::ranges::find(whole, line), whole.end()) << line;
}

TEST(OtfDamage, MasterFilesKeepWhatIsUsable) {
  Report report;
  const auto master = Master::parse(" 1 : 1 , 2\n0:7\n1:3\n2:1\nnothing\n:5\n2:4,a\ni2:1:ff\n3:9", "t.otf", report);
  EXPECT_EQ(master.text(), "1:1,2,3\n2:4,a\ni2:1:ff\n");
  EXPECT_EQ(report.count(master_line.name), 5u);
}

TEST(OtfDamage, AFileWithoutNewlinesDoesNotFillTheMemory) {
  const Scratch scratch;
  write_file(scratch / "t.1.events", "5\n*1\nE1\n" + std::string(3 << 20, 'x') + "\nE2\n5\n*1\n");
  Report report;
  const auto found = read_one<EventFile>(scratch / "t.1.events", report);
  EXPECT_EQ(found.lines.size(), 2u);
  EXPECT_EQ(found.unknowns.size(), 1u);
}

}  // namespace
}  // namespace weft::contract
