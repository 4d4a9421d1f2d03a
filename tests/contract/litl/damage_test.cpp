// SPDX-License-Identifier: BSD-3-Clause
// Damaged LiTL files: never a crash, a hang or a flood; what is whole is delivered, what is wrong is named.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "check/check.hpp"
#include "content.hpp"
#include "convert/convert.hpp"
#include "formats/litl/rules.hpp"
#include "formats/registry.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

using namespace litl_content;
using litl::EventType;
using litl::Layout;

std::string word(std::uint64_t value, std::size_t bytes = 8) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text.push_back(static_cast<char>(value >> (8 * i)));
  return text;
}

// Reads everything through the model, as the verbs do. The number of events, or nothing if it is no trace.
std::optional<std::uint64_t> read_all(const std::string& path, Report& report) {
  auto trace = open_trace(path);
  if (!trace) return std::nullopt;
  std::uint64_t events = 0;
  EventBatch batch;
  Event event;
  for (const LocationRef location : (*trace)->locations()) {
    auto stream = (*trace)->events(location, {}).value();
    while (stream->next(batch))
      for (std::size_t row = 0; row < batch.size(); ++row) {
        EXPECT_TRUE(batch.read(row, event));
        ++events;
      }
  }
  report.take((*trace)->report());
  return events;
}

// How many events of `found` are, thread by thread, the first ones of `whole`. Fails if there are others.
std::uint64_t count_of_beginnings(const SampleTrace& whole, const SampleTrace& found) {
  std::uint64_t count = 0;
  EXPECT_LE(found.processes.size(), whole.processes.size());
  for (std::size_t p = 0; p < found.processes.size(); ++p) {
    EXPECT_LE(found.processes[p].threads.size(), whole.processes[p].threads.size());
    for (std::size_t t = 0; t < found.processes[p].threads.size(); ++t) {
      const auto& a = whole.processes[p].threads[t].events;
      const auto& b = found.processes[p].threads[t].events;
      EXPECT_LE(b.size(), a.size());
      EXPECT_TRUE(std::equal(b.begin(), b.end(), a.begin()));
      count += b.size();
    }
  }
  return count;
}

TEST(LitlDamage, EveryPrefixGivesWhatItHoldsAndAFinding) {
  const Scratch scratch;
  for (const Layout layout : {Layout{138, 8}, Layout{144, 4}}) {
    const SampleTrace whole = random_trace(11, {2, 3, 8, layout.word_bytes});
    const std::string bytes = file_bytes(whole, layout, 3, 1);
    std::uint64_t before = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      write_file(scratch / "t", bytes.substr(0, size));
      Report report;
      const auto events = read_all(scratch / "t", report);
      if (!events) {
        EXPECT_LT(size, layout.header_bytes(1));
        continue;
      }
      EXPECT_FALSE(report.empty()) << size;
      Report ignored;
      EXPECT_EQ(count_of_beginnings(whole, read_native(scratch / "t", ignored)), *events);
      // More bytes never give less.
      EXPECT_GE(*events, before);
      before = *events;
    }
  }
}

TEST(LitlDamage, AnyByteFlippedIsSurvived) {
  const Scratch scratch;
  for (const Layout layout : {Layout{138, 8}, Layout{138, 4}}) {
    const SampleTrace whole = random_trace(12, {2, 2, 6, layout.word_bytes});
    const std::string bytes = file_bytes(whole, layout, 3, 1);
    for (std::size_t at = 0; at < bytes.size(); ++at)
      for (const unsigned flip : {0x01u, 0x80u, 0xffu}) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ flip);
        write_file(scratch / "t", damaged);
        Report report;
        const auto events = read_all(scratch / "t", report);
        EXPECT_LE(events.value_or(0), 2 * bytes.size() / 10);
      }
  }
}

TEST(LitlDamage, RandomDamageIsSurvivedByEveryVerb) {
  const Scratch scratch;
  std::mt19937 random(5);
  const std::string bytes = file_bytes(random_trace(13, {3, 3, 20, 8}), {}, 4, 2);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = bytes;
    for (std::size_t n = 1 + random() % 6; n > 0; --n) damaged[random() % damaged.size()] = static_cast<char>(random());
    if (random() % 3 == 0) damaged.resize(random() % damaged.size());
    write_file(scratch / "t", damaged);
    auto trace = open_trace(scratch / "t");
    if (!trace) continue;
    Report report;
    check::check_trace(**trace, {1, {}}, report);
    TextSink out;
    EXPECT_TRUE((*trace)->print({}, out));
    const Format* format = format_of(scratch / "t").value();
    fs::remove(scratch / "repaired.litl");
    EXPECT_TRUE(format->repair(scratch / "t", scratch / "repaired.litl", {}));
    // What was repaired has nothing wrong with its structure, but for names, which nobody can make up.
    auto repaired = open_trace(scratch / "repaired.litl");
    ASSERT_TRUE(repaired);
    for (const auto& [rule, group] : (*repaired)->report().groups())
      EXPECT_TRUE(rule == litl::process_name.name || rule == litl::event_too_large.name)
          << rule << ": " << group.first[0].text();
  }
}

// A plain trace with the given body; its threads are those of the first table.
std::string plain_trace(std::uint16_t threads, std::uint16_t header_threads, const std::string& body) {
  std::string file = file_bytes(random_trace(0, {1, 0, 0, 8}), {}).substr(0, 418);
  file.replace(138 + 256, 2, word(threads, 2));
  file.replace(138 + 258, 2, word(header_threads, 2));
  return file + body;
}
std::string pair(std::uint64_t tid, std::uint64_t offset) { return word(tid) + word(offset); }
std::string mark(std::uint64_t next) { return encoded({0, 13, EventType::regular, {next}, {}}); }
const std::string small_event = encoded({5, 6, EventType::regular, {}, {}});  // 14 bytes

// The one rule that a file breaks, and how many events it has nevertheless.
void expect_finding(const std::string& file, const Rule& rule, std::uint64_t events) {
  const Scratch scratch;
  write_file(scratch / "t", file);
  Report report;
  EXPECT_EQ(read_all(scratch / "t", report), events) << rule.name;
  EXPECT_EQ(report.count(rule.name), report.count()) << rule.name;
  ASSERT_EQ(report.count(rule.name), 1u) << rule.name;
  const Finding finding = report.groups().begin()->second.first.at(0);
  EXPECT_TRUE(finding.offset.has_value());
  EXPECT_FALSE(finding.file.empty());
}

TEST(LitlDamage, EachKindOfDamageHasItsFinding) {
  const std::string table = pair(1, 32) + pair(0, 0);
  expect_finding(plain_trace(1, 1, table + small_event + small_event), litl::chunk_unterminated, 2);
  expect_finding(plain_trace(1, 1, table + small_event + small_event.substr(0, 9)), litl::chunk_unterminated, 1);
  expect_finding(plain_trace(1, 1, table + small_event + mark(9999)), litl::chunk_link, 1);
  expect_finding(plain_trace(1, 1, table + small_event + mark(32)), litl::chunk_link, 1);  // a loop
  expect_finding(plain_trace(1, 1, pair(1, 9999) + pair(0, 0)), litl::chunk_link, 0);
  expect_finding(plain_trace(1, 1, pair(1, 0) + pair(0, 0)), litl::thread_without_chunk, 0);
  expect_finding(plain_trace(2, 1, table + small_event + mark(0)), litl::thread_count, 1);
  expect_finding(plain_trace(1, 1, table + small_event + mark(68) + mark(0)), litl::chunk_empty, 1);
  expect_finding(plain_trace(1, 1, pair(1, 32) + pair(0, 16) + small_event + mark(0)), litl::pair_table, 1);  // a loop
  expect_finding(plain_trace(1, 1, pair(1, 32) + pair(0, 999) + small_event + mark(0)), litl::pair_table, 1);
  expect_finding(plain_trace(1, 1, pair(1, 32) + pair(2, 32) + small_event + mark(0)), litl::pair_table, 1);
  expect_finding(plain_trace(0, 0, ""), litl::pair_table, 0);
  std::string bad = small_event;
  bad[12] = 9;
  expect_finding(plain_trace(1, 1, table + small_event + bad + mark(0)), litl::event_damaged, 1);
  const std::string raw = encoded({5, 6, EventType::raw, {}, std::string(100, 'x')});
  expect_finding(plain_trace(1, 1, table + small_event + raw.substr(0, 90)), litl::event_damaged, 1);
  std::string large;
  for (int i = 0; i < 400; ++i) large += small_event;
  expect_finding(plain_trace(1, 1, table + large + mark(0)), litl::chunk_too_large, 400);
}

TEST(LitlDamage, SharedChunksAreReadAsOftenAsTheyFit) {
  // A thousand threads all lead to the same events.
  std::string body;
  for (std::uint64_t i = 0; i < 1000; ++i) body += pair(i + 1, 16 * 1001);
  body += pair(0, 0);
  for (int i = 0; i < 100; ++i) body += small_event;
  const Scratch scratch;
  write_file(scratch / "t", plain_trace(1000, 1000, body + mark(0)));
  Report report;
  const auto events = read_all(scratch / "t", report);
  EXPECT_LE(*events, body.size() / small_event.size() + 1);
  EXPECT_GE(*events, 100u);
  EXPECT_GT(report.count(litl::chunk_shared.name), 0u);
}

TEST(LitlDamage, LongChainsOfEmptyChunksEnd) {
  constexpr std::uint64_t threads = 2000;
  constexpr std::uint64_t marks = 20'000;
  std::string body;
  for (std::uint64_t i = 0; i < threads; ++i) body += pair(i + 1, 16 * (threads + 1));
  body += pair(0, 0);
  for (std::uint64_t i = 0; i < marks; ++i) body += mark(i + 1 == marks ? 0 : body.size() + 22);
  const Scratch scratch;
  write_file(scratch / "t", plain_trace(threads, threads, body));
  Report report;
  EXPECT_EQ(read_all(scratch / "t", report), 0u);
  EXPECT_GT(report.count(litl::chunk_shared.name), 0u);
}

TEST(LitlDamage, ManyHeadersOfOneBodyDoNotMultiplyIt) {
  // Sixty thousand processes that all claim the same threads.
  SampleTrace trace = random_trace(1, {1, 0, 0, 8});
  constexpr std::size_t processes = 60'000;
  std::string file = file_bytes(trace, {}).substr(0, 418);
  const std::string header = file.substr(138);
  file.resize(138);
  file.replace(136, 2, word(processes, 2));
  const std::uint64_t base = 138 + 280 * processes;
  std::string body;
  for (std::uint64_t i = 0; i < 5000; ++i) body += pair(i + 1, 16 * 5001);
  body += pair(0, 0) + mark(0);
  std::string one = header;
  one.replace(256, 2, word(5000, 2)).replace(258, 2, word(5000, 2));
  one.replace(264, 8, word(body.size())).replace(272, 8, word(base));
  for (std::size_t i = 0; i < processes; ++i) file += one;
  file += body;
  const Scratch scratch;
  write_file(scratch / "t", file);
  auto opened = open_trace(scratch / "t").value();
  EXPECT_LE(opened->locations().size(), 2 * file.size() / 16);
  EXPECT_GT(opened->report().count(litl::process_body.name), 0u);
}

TEST(LitlDamage, RepairMakesAKilledRecordingReadable) {
  const Scratch scratch;
  // As the reference leaves it: two threads in the header, one of which never wrote anything; the last chunk is cut.
  const std::string body = pair(1, 48) + pair(2, 0) + pair(0, 0) + small_event + mark(84) + small_event + small_event +
                           small_event.substr(0, 5);
  write_file(scratch / "t", plain_trace(2, 2, body));
  write_file(scratch / "t.map", "6 event six\n");
  const Format* format = format_of(scratch / "t").value();
  const auto done = format->repair(scratch / "t", scratch / "r.litl", {});
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->done.size(), 3u);  // the thread without a chunk, the missing end, and what was kept
  EXPECT_TRUE(done->lost.empty());
  Report report;
  EXPECT_EQ(read_all(scratch / "r.litl", report), 3u);
  EXPECT_TRUE(report.empty());
  EXPECT_TRUE(fs::exists(scratch / "r.litl.map"));
  EXPECT_FALSE(format->repair(scratch / "t", scratch / "r.litl", {}));
}

// Two threads: one is in two regions at its end, the other has left its only one.
SampleTrace unfinished_trace() {
  const auto event = [](std::uint64_t time, std::uint32_t code) { return SampleEvent{time, code, {}, {}, {}}; };
  SampleTrace trace;
  trace.processes = {{"p", 4096,
      {{1, {event(5, 0x301), event(6, 0x302), event(7, 0x402), event(8, 0x302), event(9, 0x20)}},
          {2, {event(6, 0x301), event(9, 0x401)}}}}};
  return trace;
}

TEST(LitlDamage, RepairClosesRegionsThatTheMappingNames) {
  for (const Layout layout : {Layout{}, Layout{144, 4}}) {
    const Scratch scratch;
    SampleTrace trace = unfinished_trace();
    write_file(scratch / "t", file_bytes(trace, layout, 2));
    write_file(scratch / "t.map", "0x301 enter main\n0x401 leave main\n0x302 enter inner\n0x402 leave inner\n");
    const auto done = format_of(scratch / "t").value()->repair(scratch / "t", scratch / "r.litl", {true, {}});
    ASSERT_TRUE(done) << done.error().text();
    EXPECT_EQ(std::ranges::count(done->done, "2 regions closed"), 1);
    std::vector<SampleEvent>& events = trace.processes[0].threads[0].events;
    for (const std::uint32_t code : {0x402u, 0x401u}) events.push_back({9, code, {}, {}, {}});
    Report report;
    EXPECT_EQ(difference(trace, read_native(scratch / "r.litl", report)), "");
    EXPECT_TRUE(report.empty());
  }
}

TEST(LitlDamage, RegionsAreNotClosedWithoutACode) {
  const Scratch scratch;
  write_file(scratch / "t", file_bytes(unfinished_trace(), {}));
  const Format* const format = format_of(scratch / "t").value();
  EXPECT_FALSE(format->repair(scratch / "t", scratch / "r.litl", {true, {}}));
  write_file(scratch / "t.map", "0x301 enter main\n0x401 leave main\n0x302 enter inner\n");
  const auto done = format->repair(scratch / "t", scratch / "r.litl", {true, {}});
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(std::ranges::count(done->done, "1 region closed"), 1);
  EXPECT_EQ(done->lost.size(), 1u);
}

TEST(LitlDamage, ACopyIsExactWhereNothingIsWrong) {
  const Scratch scratch;
  const std::string bytes = file_bytes(random_trace(21, {2, 3, 20, 8}), {}, 4, 1);
  write_file(scratch / "t", bytes);
  LossReport loss;
  Report report;
  ASSERT_TRUE(convert(scratch / "t", scratch / "c.litl", "", {}, loss, report));
  EXPECT_EQ(file_content(scratch / "c.litl"), bytes);
  EXPECT_TRUE(report.empty());
  // Narrow words become wide ones, and the events stay.
  const SampleTrace narrow = random_trace(22, {2, 3, 20, 4});
  write_file(scratch / "n", file_bytes(narrow, {144, 4}));
  ASSERT_TRUE(convert(scratch / "n", scratch / "w.litl", "", {}, loss, report));
  EXPECT_EQ(difference(narrow, read_native(scratch / "w.litl", report)), "");
}

TEST(LitlDamage, WhatIsNoTraceIsNotTakenForOne) {
  const Scratch scratch;
  for (const std::string& content : {std::string(), std::string(1000, '\0'), std::string(1000, 'x')}) {
    write_file(scratch / "t", content);
    EXPECT_FALSE(format_of(scratch / "t"));
  }
}

}  // namespace
}  // namespace weft::contract
