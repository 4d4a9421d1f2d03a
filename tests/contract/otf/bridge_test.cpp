// SPDX-License-Identifier: BSD-3-Clause
// What the bridge promises: every event record goes through the model, and through OTF2, and comes back the same;
// through small windows as well; what was not OTF before is there or counted.
#include <gtest/gtest.h>

#include <filesystem>

#include "content.hpp"
#include "convert/convert.hpp"
#include "formats/otf/vocabulary.hpp"
#include "formats/otf2/writer.hpp"
#include "formats/registry.hpp"

namespace weft::contract {
namespace {

class OtfBridge : public testing::Test {
 protected:
  // Every event record in every round of samples, with key-values, by two processes.
  void write_samples() {
    auto writer = otf::TraceWriter::create(path_, {});
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->define(0, otf::DefTimerResolution{1000}));
    for (const otf::ProcessId process : {1u, 2u})
      ASSERT_TRUE((*writer)->define(0, otf::DefProcess{process, "a process", 0}));
    const std::uint32_t members[] = {2, 1};
    ASSERT_TRUE((*writer)->define(0, otf::DefProcessGroup{7, otf::Numbers(members), "both"}));
    ASSERT_TRUE((*writer)->define(0, otf::DefFunction{40, 0, "main", 0}));
    ASSERT_TRUE((*writer)->define(0, otf::DefCounter{3, 0, "load", 256, "percent"}));
    each_sample([&](unsigned place, const auto& record, const otf::KeyValues& values) {
      using R = std::remove_cvref_t<decltype(record)>;
      if constexpr (otf::EventRecords::contains<R>) {
        ASSERT_TRUE((*writer)->write(100 + place / 7, 1 + place % 2, record, &values)) << place;
      }
    });
    ASSERT_TRUE((*writer)->write(5000, 1, otf::Enter{40, 0}));
    ASSERT_TRUE((*writer)->write(5001, 1, otf::SendMsg{2, 10, 1, 7, 0}));
    ASSERT_TRUE((*writer)->write(5001, 1, otf::Counter{3, 0x3fc00000}));
    ASSERT_TRUE((*writer)->write(5001, 1, otf::BeginCollectiveOperation{5, 77, 7, 2, 3, 4, 0}));
    ASSERT_TRUE((*writer)->write(5002, 1, otf::EventComment{"within"}));
    ASSERT_TRUE((*writer)->write(5003, 1, otf::EndCollectiveOperation{77}));
    ASSERT_TRUE((*writer)->write(5004, 1, otf::Leave{0, 0}));
    ASSERT_TRUE((*writer)->close());
  }

  static std::map<otf::ProcessId, std::vector<std::string>> events_of(const std::string& path) {
    Report report;
    std::map<otf::ProcessId, std::vector<std::string>> lines;
    auto reader = otf::TraceReader::open(path, report);
    EXPECT_TRUE(reader);
    if (!reader) return lines;
    auto merge = (*reader)->merge<otf::EventFile>();
    EXPECT_TRUE(merge);
    merge->read([&](const otf::At& at, const auto& record) {
      Recorder recorder;
      recorder({at.time, at.process, 0, at.values}, record);
      lines[at.process].push_back(recorder.lines.front());
    });
    EXPECT_TRUE(report.empty());
    return lines;
  }

  static void convert_to(const std::string& in, const std::string& out) {
    LossReport loss;
    Report report;
    const auto converted = convert(in, out, "", {}, loss, report);
    ASSERT_TRUE(converted) << converted.error().text();
    EXPECT_TRUE(loss.entries().empty()) << loss.entries().begin()->first.first;
    EXPECT_TRUE(report.empty());
  }

  Scratch scratch_;
  std::string path_ = scratch_ / "there.otf";
};

TEST_F(OtfBridge, BringsEveryEventBackThroughOtf2) {
  write_samples();
  convert_to(path_, scratch_ / "middle/trace.otf2");
  convert_to(scratch_ / "middle/trace.otf2", scratch_ / "back.otf");
  const auto before = events_of(path_);
  const auto after = events_of(scratch_ / "back.otf");
  ASSERT_EQ(before.size(), 2u);
  for (const auto& [process, lines] : before) {
    ASSERT_GT(lines.size(), 100u);
    ASSERT_EQ(after.at(process).size(), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(after.at(process)[i], lines[i]);
  }
}

TEST_F(OtfBridge, GivesTheSameRowsThroughSmallWindows) {
  write_samples();
  auto trace = open_trace(path_);
  ASSERT_TRUE(trace) << trace.error().text();
  const auto rows = [&](std::size_t window, std::size_t most) {
    auto stream = (*trace)->events({1}, {.window_bytes = window, .rows = most});
    EXPECT_TRUE(stream);
    std::vector<std::string> lines;
    EventBatch batch;
    Event event;
    while ((*stream)->next(batch))
      for (std::size_t i = 0; i < batch.size(); ++i) {
        EXPECT_TRUE(batch.read(i, event));
        EXPECT_EQ(static_cast<std::size_t>(batch.kind[i]), event.record.index());
        lines.push_back(fmt::format("{} {} {}", event.time, event.record.index(), batch.value[i]));
        for (const AttributeEntry& entry : event.attributes)
          lines.back() += fmt::format(" {}={}", entry.attribute.value, entry.value.bits);
      }
    return lines;
  };
  const auto expected = rows(1 << 17, 4096);
  const def::Location* const location = (*trace)->definitions().find<def::Location>(LocationRef{1});
  ASSERT_TRUE(location);
  EXPECT_EQ(location->number_of_events, expected.size());
  for (const std::size_t window : {1u, 5000u})
    for (const std::size_t most : {1u, 7u}) EXPECT_EQ(rows(window, most), expected);
}

TEST_F(OtfBridge, IsFoundByAnyOfItsFiles) {
  write_samples();
  const std::string stub = scratch_ / "there";
  for (const std::string& path : {path_, stub, stub + ".0.def", stub + ".1.events", std::string(scratch_ / "")}) {
    const auto format = format_of(path);
    ASSERT_TRUE(format) << path;
    EXPECT_EQ((*format)->name, "otf") << path;
  }
  EXPECT_FALSE(format_of(stub + ".9.events"));
}

TEST_F(OtfBridge, ReportsAStreamThatIsNotThere) {
  write_samples();
  Report unimportant;
  const auto reader = otf::TraceReader::open(path_, unimportant);
  ASSERT_TRUE(reader);
  const otf::StreamId stream_of_second = *(*reader)->master().stream_of(2);
  std::filesystem::remove((*reader)->paths().file(stream_of_second, otf::EventFile::suffix));
  auto trace = open_trace(path_);
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->report().count("stream-missing"), 1u);
  auto stream = (*trace)->events({2}, {});
  ASSERT_TRUE(stream);
  EventBatch batch;
  EXPECT_FALSE((*stream)->next(batch));
}

TEST_F(OtfBridge, RepairsWithoutAMasterFile) {
  write_samples();
  const auto before = events_of(path_);
  std::filesystem::remove(path_);
  const auto format = format_of(scratch_ / "there");
  ASSERT_TRUE(format);
  EXPECT_FALSE((*format)->open(scratch_ / "there"));
  RepairOptions options;
  options.close_regions = true;
  const auto report = (*format)->repair(scratch_ / "there", scratch_ / "mended.otf", options);
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_FALSE(report->done.empty());
  const auto after = events_of(scratch_ / "mended.otf");
  for (const auto& [process, lines] : before) {
    ASSERT_GE(after.at(process).size(), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(after.at(process)[i], lines[i]);
  }
}

// What is not OTF: an archive with one location, whose `count` events `append` writes after `define` has defined what
// they use.
class OtfBridgeFromOtf2 : public OtfBridge {
 protected:
  template <class Define, class Append>
  std::vector<std::string> converted(std::uint64_t count, Define&& define, Append&& append) {
    const std::string middle = scratch_ / "middle/trace.otf2";
    auto archive = otf2::ArchiveWriter::create(middle, {}).take();
    EXPECT_TRUE(archive.define(def::ClockProperties{1000, 0, 100, {}}));
    for (std::uint32_t i = 0; const char* const text : {"", "a thread", "step", "first", "second"})
      EXPECT_TRUE(archive.define(def::String{{i++}, text}));
    define(archive);
    auto events = archive.events(LocationRef{0});
    append(events);
    EXPECT_TRUE(archive.define(def::Location{{0}, {1}, LocationType::cpu_thread, count, {}}));
    EXPECT_TRUE(events.close());
    EXPECT_TRUE(archive.close());

    LossReport loss;
    Report report;
    EXPECT_TRUE(convert(middle, path_, "", {}, loss, report));
    std::vector<std::string> found;
    auto reader = otf::TraceReader::open(path_, report);
    if (!reader) return found;
    auto merge = (*reader)->merge<otf::EventFile>();
    merge->read([&](const otf::At& at, const auto& record) {
      using R = std::remove_cvref_t<decltype(record)>;
      if constexpr (std::is_same_v<R, otf::BeginCollectiveOperation>)
        found.push_back(fmt::format("{} begin {} {}", at.time, record.sent, record.received));
      else if constexpr (std::is_same_v<R, otf::EventComment>)
        found.push_back(fmt::format("{} {}", at.time, record.comment));
      else if constexpr (std::is_same_v<R, otf::Counter>)
        found.push_back(fmt::format("{} counter {} is {}", at.time, record.counter, record.value));
      else
        found.push_back(fmt::format("{} {}", at.time, R::schema.name));
    });
    return found;
  }
};

// What a collective operation is stands in its first record, and the model tells it last: everything between waits.
TEST_F(OtfBridgeFromOtf2, TellsCollectiveOperationsWholeWhateverHappensWithin) {
  const auto found = converted(
      4,
      [](auto& archive) {
        ASSERT_TRUE(archive.define(def::Parameter{{0}, {2}, ParameterType::string}));
      },
      [](auto& events) {
        ASSERT_TRUE(events.append(10, evt::MpiCollectiveBegin{}));
        ASSERT_TRUE(events.append(20, evt::ParameterString{{0}, {3}}));
        ASSERT_TRUE(events.append(30, evt::ParameterString{{0}, {4}}));
        ASSERT_TRUE(events.append(40, evt::MpiCollectiveEnd{CollectiveOp::bcast, {}, otf::no_root, 11, 12}));
      });
  EXPECT_EQ(found,
      (std::vector<std::string>{"10 begin 11 12", "20 step: first", "30 step: second", "40 EndCollectiveOperation"}));
}

TEST_F(OtfBridgeFromOtf2, EveryValueOfAMetricIsACounterAndParametersStandBehind) {
  const std::vector<MetricMemberRef> members{{1}, {0}};
  const std::vector<MetricValue> values{{Type::uint64, 7}, {Type::uint64, 8}};
  const auto found = converted(
      2,
      [&](auto& archive) {
        for (const std::uint32_t member : {0u, 1u})
          ASSERT_TRUE(archive.define(def::MetricMember{{member}, {3 + member}, {0}, MetricType::other,
              MetricMode::absolute_point, Type::uint64, Base::decimal, 0, {0}}));
        ASSERT_TRUE(
            archive.define(def::MetricClass{{0}, members, MetricOccurrence::asynchronous, RecorderKind::unknown}));
        ASSERT_TRUE(archive.define(def::Parameter{{0}, {2}, ParameterType::uint64}));
      },
      [&](auto& events) {
        ASSERT_TRUE(events.append(10, evt::Metric{{0}, values}));
        ASSERT_TRUE(events.append(20, evt::ParameterUnsignedInt{{0}, 9}));
      });
  EXPECT_EQ(found, (std::vector<std::string>{"10 counter 2 is 7", "10 counter 1 is 8", "20 counter 3 is 9"}));
}

}  // namespace
}  // namespace weft::contract
