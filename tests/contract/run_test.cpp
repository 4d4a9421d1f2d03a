// SPDX-License-Identifier: BSD-3-Clause
// A run of several processes becomes one archive: whole, with what processes that were killed left, and however often
// completing it was interrupted.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>

#include "check/check.hpp"
#include "check/counts.hpp"
#include "check/groups.hpp"
#include "check/times.hpp"
#include "child.hpp"
#include "content.hpp"
#include "formats/otf2/repair.hpp"
#include "formats/otf2/run.hpp"
#include "formats/otf2/run_process.hpp"
#include "model/references.hpp"
#include "scratch.hpp"
#include "small_archive.hpp"
#include "test_run.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

class Run : public testing::Test {
 protected:
  Run() { fs::create_directories(paths_.locations()); }

  RunReport completed() {
    const auto report = complete_run(paths_.anchor(), {test_anchor(), {}});
    EXPECT_TRUE(report) << report.error().text();
    return report ? *report : RunReport{};
  }
  // The archive, in which nothing is wrong that completing a run should have seen to.
  std::unique_ptr<Archive> opened() { return opened(paths_.anchor()); }
  static std::unique_ptr<Archive> opened(const std::string& anchor) {
    auto archive = open_clean(anchor);
    if (!archive) return nullptr;
    Report findings;
    check::check_trace(*archive, {}, findings);
    for (const Rule& rule : {check::time_backwards, check::time_range, check::event_count, check::group_members,
             check::group_type, check::group_duplicate, check::shared_id, check::parent_cycle, undefined_reference})
      EXPECT_EQ(findings.count(rule.name), 0u) << text_of(findings);
    return archive;
  }
  std::string file(const std::string& name) const { return paths_.locations() + "/" + name; }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(paths_.locations()))
      names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
  static void expect_events(Archive& archive, const TestProcess& process, std::size_t count, std::uint32_t thread = 0) {
    auto expected = expected_events(process);
    expected.resize(count);
    EXPECT_EQ(events_by_name(archive, process.location(thread)), expected) << "process " << process.number;
    const auto* location = archive.definitions().find<def::Location>(process.location(thread));
    ASSERT_TRUE(location);
    EXPECT_EQ(location->number_of_events, count);
  }
  static void expect_events(Archive& archive, const TestProcess& process) {
    for (std::uint32_t thread = 0; thread < process.threads; ++thread)
      expect_events(archive, process, process.events(), thread);
  }

  Scratch scratch_;
  ArchivePaths paths_{scratch_ / "", "run"};
};

TEST_F(Run, OneProcessThatFinishedNeedsNoMaps) {
  const TestProcess process{.number = 0, .regions = {"main", "work"}, .threads = 2};
  write_process(paths_, process);
  const std::string events = file_content(file("0.evt"));
  const RunReport report = completed();
  EXPECT_EQ(report.processes, 1u);
  EXPECT_EQ(report.unfinished, 0u);
  EXPECT_TRUE(report.done.empty() && report.lost.empty());
  const auto archive = opened();
  ASSERT_TRUE(archive);
  expect_events(*archive, process);
  EXPECT_EQ(file_content(file("0.evt")), events) << "not even rewritten";
  for (const LocationRef location : archive->locations())
    EXPECT_TRUE(rows_of<LocalDefinitionRecords>(*archive->local_definitions(location)).empty());
  EXPECT_EQ(files(), (std::vector<std::string>{"0.def", "0.evt", "4294967296.def", "4294967296.evt"}));
  EXPECT_EQ(archive->anchor().machine_name, "test machine");
  EXPECT_EQ(archive->definitions().clock()->global_offset, 1000u);
  EXPECT_EQ(archive->definitions().clock()->realtime_timestamp, process.time.realtime_timestamp);
}

TEST_F(Run, ProcessesWithIdsOfTheirOwnBecomeOneTrace) {
  const std::vector<TestProcess> processes = {{.number = 0, .regions = {"main", "a"}, .world = 3},
      {.number = 1, .regions = {"b", "a", "main"}, .world = 3, .threads = 2},
      {.number = 2, .regions = {"a", "main", "c"}, .world = 3}};
  for (const TestProcess& process : processes) write_process(paths_, process);
  const RunReport report = completed();
  EXPECT_TRUE(report.done.empty() && report.lost.empty());
  const auto archive = opened();
  ASSERT_TRUE(archive);
  for (const TestProcess& process : processes) expect_events(*archive, process);
  const Definitions& definitions = archive->definitions();
  EXPECT_EQ(definitions.all<def::Region>().size(), 4u);
  EXPECT_EQ(definitions.all<def::Comm>().size(), 1u);
  EXPECT_EQ(definitions.all<def::Attribute>().size(), 1u);
  EXPECT_EQ(definitions.all<def::SystemTreeNode>().size(), 1u);
  EXPECT_EQ(definitions.all<def::LocationGroup>().size(), 3u);
}

TEST_F(Run, CutEventFilesKeepTheirCompleteEvents) {
  const TestProcess whole{.number = 0, .regions = {"main"}, .world = 2};
  const TestProcess killed{.number = 1, .regions = {"first", "main"}, .world = 2, .finished = false, .rounds = 3};
  write_process(paths_, whole);
  write_process(paths_, killed);
  const std::string events = file_content(file("1.evt")), part0 = file_content(file("0.part")),
                    part1 = file_content(file("1.part"));
  const Frames frames = frames_of(events, true, true);
  for (std::size_t length = 0; length <= frames.end_mark; ++length) {
    SCOPED_TRACE(length);
    write_file(file("0.part"), part0);
    write_file(file("1.part"), part1);
    write_file(file("1.evt"), events.substr(0, length));
    fs::remove(paths_.anchor());
    const RunReport report = completed();
    EXPECT_EQ(report.unfinished, 1u);
    EXPECT_TRUE(says(report.done, "process 1 did not finish"));
    const auto archive = opened();
    ASSERT_TRUE(archive);
    expect_events(*archive, whole);
    const auto complete = std::ranges::count_if(frames.record_ends, [&](std::size_t end) { return end <= length; });
    expect_events(*archive, killed, static_cast<std::size_t>(complete));
    if (HasFailure()) return;
  }
}

TEST_F(Run, WholeChunksSurvive) {
  const TestProcess killed{.number = 5, .regions = {"a", "b"}, .finished = false, .rounds = 20'000};
  write_process(paths_, killed);
  const std::string events = file_content(file("5.evt"));
  ASSERT_GT(events.size(), 2 * smallest_chunk);
  for (const std::uint64_t length :
      {smallest_chunk, smallest_chunk + 5, 2 * smallest_chunk - 1, 2 * smallest_chunk, 2 * smallest_chunk + 1000}) {
    SCOPED_TRACE(length);
    write_part(paths_, killed);
    write_file(file("5.evt"), events.substr(0, length));
    fs::remove(paths_.anchor());
    completed();
    const auto archive = opened();
    ASSERT_TRUE(archive);
    const auto found = events_by_name(*archive, killed.location());
    const auto expected = expected_events(killed);
    EXPECT_GE(found.size() * 40, length) << "an event takes fewer bytes";
    ASSERT_LE(found.size(), expected.size());
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin()));
  }
}

// What a killed process had defined is used; what it had not is made up, and is not taken for that of another process.
TEST_F(Run, PartsMayStopAnywhere) {
  const TestProcess whole{.number = 0, .regions = {"main", "b", "c", "d"}, .world = 2};
  const TestProcess killed{.number = 1, .regions = {"x", "y"}, .world = 2, .finished = false};
  write_part(paths_, killed);
  const std::string part1 = file_content(file("1.part"));
  const auto expected = expected_events(killed);
  for (std::size_t length = 0; length < part1.size(); ++length) {
    SCOPED_TRACE(length);
    fs::remove_all(paths_.locations());
    fs::remove(paths_.anchor());
    fs::create_directory(paths_.locations());
    write_process(paths_, whole);
    write_events(paths_, killed);
    write_file(file("1.part"), part1.substr(0, length));
    const RunReport report = completed();
    EXPECT_EQ(report.processes, 2u);
    EXPECT_EQ(report.unfinished, 1u);
    const auto archive = opened();
    ASSERT_TRUE(archive);
    expect_events(*archive, whole);
    const auto found = events_by_name(*archive, killed.location());
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i] != expected[i]) {
        EXPECT_NE(found[i].find("lost"), std::string::npos) << found[i] << " instead of " << expected[i];
        EXPECT_NE(found[i].find("of process 1"), std::string::npos) << found[i];
      }
    if (HasFailure()) return;
  }
}

TEST_F(Run, PartsMayBeMissing) {
  const TestProcess whole{.number = 0, .regions = {"main"}}, lost{.number = 7, .regions = {"a", "b"}, .threads = 2};
  write_process(paths_, whole);
  write_events(paths_, lost);
  const RunReport report = completed();
  EXPECT_TRUE(says(report.lost, "process 7 left no definitions"));
  const auto archive = opened();
  ASSERT_TRUE(archive);
  expect_events(*archive, whole);
  EXPECT_EQ(archive->locations().size(), 3u);
  for (std::uint32_t thread = 0; thread < 2; ++thread) {
    EXPECT_EQ(events_by_name(*archive, lost.location(thread)).size(), lost.events());
    const auto* location = archive->definitions().find<def::Location>(lost.location(thread));
    ASSERT_TRUE(location);
    EXPECT_EQ(archive->definitions().name(location->location_group), "process 7");
  }
}

TEST_F(Run, NoPartsAtAllAreEnough) {
  const TestProcess lost{.number = 3, .regions = {"a", "b"}};
  write_events(paths_, lost);
  completed();
  const auto archive = opened();
  ASSERT_TRUE(archive);
  EXPECT_EQ(events_by_name(*archive, lost.location()).size(), lost.events());
}

// Killed between the first event of a thread and the definition of its location.
TEST_F(Run, AnEventFileWithoutALocationBelongsToItsProcess) {
  TestProcess process{.number = 2, .regions = {"a", "b"}, .finished = false, .threads = 3};
  write_events(paths_, process);
  TestProcess before = process;
  before.threads = 2;
  write_part(paths_, before);
  completed();
  const auto archive = opened();
  ASSERT_TRUE(archive);
  expect_events(*archive, process);
  const Definitions& definitions = archive->definitions();
  EXPECT_EQ(definitions.find<def::Location>(process.location(2))->location_group,
      definitions.find<def::Location>(process.location(0))->location_group);
}

TEST_F(Run, ALocationWithoutAnEventFileHasNoEvents) {
  const TestProcess process{.number = 2, .regions = {"a"}, .finished = false};
  write_part(paths_, process);
  completed();
  const auto archive = opened();
  ASSERT_TRUE(archive);
  expect_events(*archive, process, 0);
}

TEST_F(Run, MembersThatLeftNothingAreMadeUp) {
  for (const std::uint32_t number : {0u, 2u}) {
    TestProcess process{.number = number, .regions = {"main"}, .world = 4};
    write_process(paths_, process);
  }
  const RunReport report = completed();
  EXPECT_TRUE(says(report.lost, "2 of 4 members"));
  const auto archive = opened();
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->definitions().all<def::Comm>().size(), 1u);
  EXPECT_EQ(archive->locations().size(), 4u);
}

TEST_F(Run, ForeignClocksAreCorrected) {
  constexpr std::uint64_t second = 1'000'000'000;
  TestProcess here{.number = 0, .regions = {"main"}, .rounds = 5};
  TestProcess same{.number = 1, .regions = {"main"}};
  TestProcess there{.number = 2, .regions = {"main"}, .clock = "machine 2", .markers = {"kind"}};
  here.time.global_offset = 10 * second;
  same.time = {second, 11 * second, 10, 3};  // its time of day is of no use: the clock is known
  there.time = {second / 10, 500, 1000, here.time.realtime_timestamp + 4 * second};
  for (const TestProcess& process : {here, same, there}) write_process(paths_, process);
  EXPECT_TRUE(completed().lost.empty());
  const auto archive = opened();
  ASSERT_TRUE(archive);
  expect_events(*archive, here);
  expect_events(*archive, same);
  const auto found = events_by_name(*archive, there.location());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], "14000000000 Enter main name=main");
  EXPECT_EQ(found[1], "14000000010 Leave main") << "a tick there is ten here";
  const auto markers = rows_of<MarkerRecords>(*archive->markers());
  ASSERT_EQ(markers.size(), 2u);
  EXPECT_EQ(markers[1], row_of(0, Marker{14 * second, 100, 0, MarkerScope::location_group, 2, "of process 2"}));
  EXPECT_EQ(archive->definitions().clock()->timer_resolution, second);
  EXPECT_EQ(archive->definitions().clock()->global_offset, 10 * second);
}

TEST_F(Run, MarkersAreMerged) {
  const TestProcess a{.number = 0, .regions = {"main"}, .markers = {"red", "green"}};
  const TestProcess b{.number = 1, .regions = {"main"}, .markers = {"blue", "red"}};
  for (const TestProcess& process : {a, b}) write_process(paths_, process);
  const std::string cut = file_content(file("1.marker"));
  write_file(file("1.marker"), cut.substr(0, cut.size() - 2));
  EXPECT_TRUE(completed().lost.empty());
  const auto archive = opened();
  ASSERT_TRUE(archive);
  std::vector<std::string> kinds, markers;
  archive->markers()->each<MarkerRecords>(
      [&](const auto& record) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, DefMarker>) {
          EXPECT_EQ(record.self, kinds.size());
          kinds.emplace_back(record.marker_category);
        } else {
          markers.push_back(fmt::format("{} {} {}", kinds.at(record.marker), record.scope, record.text));
        }
      },
      [](const RawRecord&) {});
  EXPECT_EQ(kinds, (std::vector<std::string>{"red", "green", "blue"}));
  EXPECT_EQ(markers, (std::vector<std::string>{
                         "red 0 of process 0", "green 0 of process 0", "blue 1 of process 1", "red 1 of process 1"}));
  EXPECT_EQ(files(), (std::vector<std::string>{"0.def", "0.evt", "1.def", "1.evt"}));
}

TEST_F(Run, ManyProcessesNeedFewHandles) {
  in_child([&] {
    constexpr std::uint32_t count = 1000;
    for (std::uint32_t number = 0; number < count; ++number)
      write_process(paths_, {.number = number,
                                .regions = {"main", "r" + std::to_string(number % 10), "s"},
                                .world = count,
                                .finished = number % 100 != 3});
    limit(RLIMIT_NOFILE, 32);
    const RunReport report = completed();
    EXPECT_EQ(report.processes, count);
    EXPECT_EQ(report.unfinished, count / 100);
    EXPECT_TRUE(report.lost.empty());
    auto archive = Archive::open(paths_.anchor()).take();
    EXPECT_EQ(archive->definitions().all<def::Region>().size(), 12u);
    EXPECT_EQ(archive->definitions().all<def::Comm>().size(), 1u);
    for (std::uint32_t number = 0; number < count; number += 37)
      expect_events(
          *archive, {.number = number, .regions = {"main", "r" + std::to_string(number % 10), "s"}, .world = count});
    EXPECT_TRUE(archive->report().empty());
  });
}

// Stopped by a full disk of every size: what is there then is completed later, as if nothing had happened.
TEST_F(Run, WhatWasInterruptedIsDoneAgain) {
  const TestProcess whole{.number = 0, .regions = {"main", "b"}, .world = 3, .markers = {"kind"}};
  const TestProcess killed{.number = 1, .regions = {"a", "main"}, .world = 3, .finished = false, .rounds = 50};
  for (const TestProcess& process : {whole, killed}) write_process(paths_, process);
  copy_tree(paths_.locations(), scratch_ / "before");
  completed();
  Content expected = content_of(*opened());
  bool succeeded = false;
  for (rlim_t bytes = 0; !succeeded; bytes += bytes < 64 ? 8 : 100) {
    SCOPED_TRACE(bytes);
    fs::remove_all(paths_.locations());
    for (const auto& path : {paths_.anchor(), paths_.global_definitions(), paths_.markers()}) fs::remove(path);
    copy_tree(scratch_ / "before", paths_.locations());
    in_child([&] {
      ::signal(SIGXFSZ, SIG_IGN);
      limit(RLIMIT_FSIZE, bytes);
      const auto report = complete_run(paths_.anchor(), {test_anchor(), {}});
      EXPECT_EQ(report.has_value(), fs::exists(paths_.anchor()));
    });
    succeeded = fs::exists(paths_.anchor());
    completed();
    const auto archive = opened();
    ASSERT_TRUE(archive);
    const Content content = content_of(*archive);
    EXPECT_TRUE(same_rows(content.events, expected.events));
    EXPECT_TRUE(same_rows(content.definitions, expected.definitions));
    EXPECT_TRUE(same_rows(content.local, expected.local));
    EXPECT_TRUE(same_rows(content.markers, expected.markers));
    EXPECT_TRUE(is_unfinished_run(paths_) == false);
    for (const std::string& name : files()) EXPECT_TRUE(name.ends_with(".evt") || name.ends_with(".def")) << name;
    if (HasFailure()) return;
  }
}

// Killed while the parts were being removed.
TEST_F(Run, ACompleteArchiveOnlyLosesItsParts) {
  const TestProcess a{.number = 0, .regions = {"main", "a"}}, b{.number = 1, .regions = {"b", "main"}};
  for (const TestProcess& process : {a, b}) write_process(paths_, process);
  completed();
  write_part(paths_, b);
  const std::string anchor = file_content(paths_.anchor()), definitions = file_content(paths_.global_definitions());
  completed();
  EXPECT_EQ(file_content(paths_.anchor()), anchor);
  EXPECT_EQ(file_content(paths_.global_definitions()), definitions);
  EXPECT_FALSE(fs::exists(paths_.part(1)));
  const auto archive = opened();
  ASSERT_TRUE(archive);
  expect_events(*archive, a);
  expect_events(*archive, b);
}

TEST_F(Run, ARunThatIsNotThereIsAnError) {
  EXPECT_FALSE(complete_run(scratch_ / "nothing.otf2", {test_anchor(), {}}));
  EXPECT_FALSE(complete_run(scratch_ / "nothing", {test_anchor(), {}}));
  EXPECT_FALSE(fs::exists(scratch_ / "nothing.otf2"));
}

TEST_F(Run, RepairMakesAnArchiveAndLeavesTheRunAlone) {
  const TestProcess whole{.number = 0, .regions = {"main", "b"}, .world = 2, .markers = {"kind"}};
  const TestProcess killed{.number = 1, .regions = {"a", "main"}, .world = 2, .finished = false, .rounds = 9};
  for (const TestProcess& process : {whole, killed}) write_process(paths_, process);
  const std::string events = file_content(file("1.evt"));
  const Frames frames = frames_of(events, true, true);
  write_file(file("1.evt"), events.substr(0, frames.record_ends[6] + 1));
  // As if completing it had been interrupted.
  write_file(file("0.def"), "nonsense");
  write_file(paths_.global_definitions(), "nonsense");
  std::map<std::string, std::string> before;
  for (const std::string& name : files()) before[name] = file_content(file(name));
  for (const std::string& in : {paths_.anchor(), scratch_.path()}) {
    SCOPED_TRACE(in);
    Scratch out;
    const auto report = repair_archive(in, out / "sub/fixed.otf2", {});
    ASSERT_TRUE(report) << report.error().text();
    EXPECT_TRUE(says(report->done, "2 processes, 1 of which did not finish"));
    EXPECT_TRUE(says(report->lost, file("1.evt"))) << "by the name it has, not that of a copy";
    const auto archive = opened(out / "sub/fixed.otf2");
    ASSERT_TRUE(archive);
    expect_events(*archive, whole);
    expect_events(*archive, killed, 7);
    EXPECT_TRUE(archive->markers());
    for (const auto& entry : fs::directory_iterator(out / "sub"))
      EXPECT_TRUE(entry.path().filename().string().starts_with("fixed")) << entry.path();
    EXPECT_FALSE(fs::exists(out / "sub/fixed/0.part"));
    std::map<std::string, std::string> after;
    for (const std::string& name : files()) after[name] = file_content(file(name));
    EXPECT_EQ(after, before);
    EXPECT_FALSE(fs::exists(paths_.anchor()));
  }
}

}  // namespace
}  // namespace weft::contract
