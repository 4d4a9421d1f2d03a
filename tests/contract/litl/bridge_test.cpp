// SPDX-License-Identifier: BSD-3-Clause
// LiTL through the model: to OTF2 and back nothing is lost; from OTF2 and back what LiTL can say.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "check/check.hpp"
#include "child.hpp"
#include "content.hpp"
#include "convert/convert.hpp"
#include "formats/litl/mapping.hpp"
#include "formats/otf2/writer.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

using namespace litl_content;
using litl::EventType;
using litl::Layout;

void convert_file(const std::string& in, const std::string& out, LossReport& loss, std::size_t threads = 1) {
  Report report;
  CopyOptions options;
  options.threads = threads;
  const auto converted = convert(in, out, "", options, loss, report);
  EXPECT_TRUE(converted) << (converted ? "" : converted.error().text());
  EXPECT_TRUE(report.empty());
}

std::set<std::string> lost(const LossReport& loss) {
  std::set<std::string> names;
  for (const auto& [key, entry] : loss.entries())
    if (entry.fate == LossReport::Fate::lost) names.insert(key.first);
  return names;
}

// To OTF2 and back; the trace must be what it was.
void expect_round_trip(const Scratch& scratch, const SampleTrace& trace, std::size_t threads = 1) {
  for (const char* name : {"there", "there.otf2", "there.def", "back.litl", "back.litl.map"})
    fs::remove_all(scratch / name);
  LossReport loss;
  convert_file(scratch / "t.litl", scratch / "there.otf2", loss, threads);
  convert_file(scratch / "there.otf2", scratch / "back.litl", loss, threads);
  EXPECT_TRUE(lost(loss).empty()) << *lost(loss).begin();
  Report report;
  EXPECT_EQ(difference(trace, read_native(scratch / "back.litl", report)), "");
  EXPECT_TRUE(report.empty());
}

TEST(LitlBridge, NothingIsLostOnTheWayToOtf2AndBack) {
  const Scratch scratch;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const SampleTrace trace = random_trace(seed, {1 + seed % 3, seed % 6, 80, 8});
    write_file(scratch / "t.litl", file_bytes(trace, {}));
    expect_round_trip(scratch, trace, 1 + seed % 3);
  }
}

TEST(LitlBridge, OtherLayoutsComeBackInTheStandardOne) {
  const Scratch scratch;
  for (const Layout layout : {Layout{144, 8}, Layout{138, 4}, Layout{144, 4}}) {
    const SampleTrace trace = random_trace(9, {2, 3, 60, layout.word_bytes});
    write_file(scratch / "t.litl", file_bytes(trace, layout));
    expect_round_trip(scratch, trace);
  }
}

TEST(LitlBridge, TextsThatAreNoneComeBackAsTheyWere) {
  const Scratch scratch;
  SampleTrace trace = random_trace(1, {1, 1, 0, 8});
  auto& events = trace.processes[0].threads[0].events;
  for (const std::string& text : {std::string("\0", 1), std::string(), std::string("a\0b\0", 4), std::string("ab"),
           std::string("ab\0\0", 4), std::string("\xff\xfe\0", 3), std::string(5000, 'x') + '\0'})
    events.push_back({1, 2, EventType::raw, {}, text});
  trace.processes[0].buffer_bytes = 1 << 16;
  write_file(scratch / "t.litl", file_bytes(trace, {}));
  expect_round_trip(scratch, trace);
}

TEST(LitlBridge, ExtremeCodesTimesAndThreadsComeBack) {
  const Scratch scratch;
  const std::uint64_t most = ~std::uint64_t{0};
  SampleTrace trace;
  trace.version = "1234567";
  trace.sysinfo = "";
  trace.processes = {{"\xff", 0, {{most, {{most, ~0u, EventType::regular, {most, 0}, {}}}}}},
      {std::string(255, 'n'), ~0u, {}},
      {"p", 30, {{1, {{0, 0, EventType::packed, {}, ""}, {most, 12, EventType::raw, {}, "x"}}}, {1, {}}}}};
  write_file(scratch / "t.litl", file_bytes(trace, {}));
  Report report;
  EXPECT_EQ(difference(trace, read_native(scratch / "t.litl", report)), "");
  expect_round_trip(scratch, trace);
}

TEST(LitlBridge, AMappingGivesCodesAMeaningAndTakesItBack) {
  const Scratch scratch;
  SampleTrace trace = random_trace(2, {1, 1, 0, 8});
  auto& events = trace.processes[0].threads[0].events;
  const std::string packed("\x2a\0\0\0\0\0\0\0\0\0\x04\x40", 12);
  events = {{10, 0x301, EventType::regular, {}, {}}, {11, 0x302, EventType::packed, {}, packed},
      {12, 0x303, EventType::regular, {5}, {}}, {13, 0x304, EventType::regular, {~std::uint64_t{0}}, {}},
      {14, 0x302, EventType::packed, {}, "too short"}, {15, 0x401, EventType::regular, {1, 2}, {}},
      {16, 0x501, EventType::raw, {}, std::string("text\0", 5)}, {17, 0x301, EventType::packed, {}, "xyz"},
      {18, 0x999, EventType::regular, {}, {}}, {19, 0x304, EventType::packed, {}, "\xff\xff"}};
  write_file(scratch / "t.litl", file_bytes(trace, {}));
  write_file(scratch / "t.litl.map",
      "# a comment\n0x301 enter main\n0x302 event \"two values\" i32:rank f64:seconds\n0x303 event \"two values\"\n"
      "0x304 event signed i16:n\n0x401 leave main  # another\n0x501 enter main\n");
  expect_round_trip(scratch, trace);

  // What other tools see: regions, named events, values with their types.
  auto opened = open_trace(scratch / "there.otf2").value();
  const Definitions& definitions = opened->definitions();
  ASSERT_EQ(definitions.all<def::Region>().size(), 1u);
  EXPECT_EQ(definitions.name(RegionRef{0}), "main");
  auto stream = opened->events(opened->locations()[0], {}).value();
  EventBatch batch;
  ASSERT_TRUE(stream->next(batch));
  ASSERT_EQ(batch.size(), events.size());
  EXPECT_EQ(batch.kind[0], kind_of<evt::Enter>);
  EXPECT_EQ(batch.kind[5], kind_of<evt::Leave>);
  Event event;
  ASSERT_TRUE(batch.read(1, event));
  ASSERT_EQ(event.attributes.size(), 3u);  // its size, and two values
  EXPECT_EQ(definitions.name(event.attributes[1].attribute), "rank");
  EXPECT_EQ(event.attributes[1].value.as_signed(), 42);
  EXPECT_EQ(definitions.name(event.attributes[2].attribute), "seconds");
  EXPECT_EQ(event.attributes[2].value.as_double(), 2.5);
  ASSERT_TRUE(batch.read(3, event));
  EXPECT_EQ(event.record.as<evt::ParameterInt>().value, -1);
  ASSERT_TRUE(batch.read(9, event));
  EXPECT_EQ(event.record.as<evt::ParameterInt>().value, -1);
}

// Everything the events of one location are: "time kind fields", and attributes that do not say how LiTL stores it.
std::vector<std::string> told(Trace& trace, LocationRef location) {
  std::vector<std::string> lines;
  const Definitions& definitions = trace.definitions();
  auto stream = trace.events(location, {}).value();
  EventBatch batch;
  Event event;
  const auto message = [&](const auto& record, std::uint32_t peer, std::uint64_t first_field) {
    return fmt::format("{} {} {} {} {}", first_field == peer ? "" : " column differs:", peer,
        definitions.name(record.communicator), record.msg_tag, record.msg_length);
  };
  while (stream->next(batch))
    for (std::size_t row = 0; row < batch.size(); ++row) {
      EXPECT_TRUE(batch.read(row, event));
      std::string line = fmt::format("{} {}", event.time, name_of(batch.kind[row]));
      if (const auto* const send = event.record.get_if<evt::MpiSend>())
        line += message(*send, send->receiver, batch.value[row]);
      if (const auto* const receive = event.record.get_if<evt::MpiRecv>())
        line += message(*receive, receive->sender, batch.value[row]);
      for (const AttributeEntry& entry : event.attributes)
        if (const std::string name = definitions.name(entry.attribute); !name.starts_with("litl."))
          line += fmt::format(" {}={}", name, entry.value.as_signed());
      lines.push_back(line);
    }
  return lines;
}

std::string mapping_of(const std::string& trace) { return file_content(trace + ".map"); }

TEST(LitlBridge, MessagesOfTheMappingAreThoseOfMpiAndComeBack) {
  const Scratch scratch;
  SampleTrace trace;
  const std::uint64_t minus_one = ~std::uint64_t{0};
  const std::string packed("\x02\xff\xff\xff\xff\x10\0\0\0\0\0\0\0", 13);
  trace.processes = {
      {"first", 4096,
          {{1, {{10, 0x30, EventType::regular, {2, 7, 4096}, {}}, {11, 0x31, EventType::packed, {}, packed},
                   {9, 0x32, EventType::regular, {5, 0}, {}},               // late, and with more than a peer
                   {12, 0x33, EventType::regular, {64, 2, minus_one}, {}},  // another code of that name
                   {13, 0x30, EventType::regular, {1, 2, 3}, {}},           // a process without threads
                   {14, 0x30, EventType::regular, {minus_one, 2, 3}, {}},   // nobody
                   {15, 0x30, EventType::regular, {3}, {}}, {16, 0x30, EventType::packed, {}, "odd"},
                   {17, 0x30, EventType::raw, {}, std::string("text\0", 5)}}}}},
      {"empty", 4096, {}}, {"third", 4096, {{1, {}}, {2, {{20, 0x40, EventType::regular, {4096, 7, 0}, {}}}}}}};
  write_file(scratch / "t.litl", file_bytes(trace, {}));
  write_file(scratch / "t.litl.map",
      "0x30 send halo u32:peer u32:tag u64:size\n0x31 recv \"the rest\" u8:peer i32:tag u64:size\n"
      "0x32 send halo i32:step u32:peer\n0x33 send halo u64:size u32:peer u32:tag\n0x40 recv halo u64:size u8:tag "
      "i8:peer\n");
  expect_round_trip(scratch, trace);
  EXPECT_EQ(mapping_of(scratch / "back.litl"),
      "# What the codes of this LiTL trace mean: code, enter | leave | event | send | recv | marker, name, "
      "parameters.\n"
      "0x30 send halo u32:peer u32:tag u64:size\n0x31 recv \"the rest\" u8:peer i32:tag u64:size\n"
      "0x32 send halo i32:step u32:peer\n0x33 send halo u64:size u32:peer u32:tag\n0x40 recv halo u64:size u8:tag "
      "i8:peer\n");

  for (const char* const name : {"t.litl", "there.otf2"}) {
    auto opened = open_trace(scratch / name).value();
    // The last process is rank 1: the one without threads cannot have one.
    const std::string late = name == std::string("t.litl") ? "9" : "11";
    EXPECT_EQ(told(*opened, opened->locations()[0]),
        (std::vector<std::string>{"10 MpiSend 1 halo 7 4096",
            "11 MpiRecv 1 the rest 4294967295 16 peer=2 tag=-1 size=16", late + " MpiSend 0 halo 0 0 step=5 peer=0",
            "12 MpiSend 1 halo 4294967295 64 size=64 peer=2 tag=-1", "13 ParameterUnsignedInt peer=1 tag=2 size=3",
            "14 ParameterUnsignedInt peer=-1 tag=2 size=3", "15 ParameterUnsignedInt", "16 ParameterUnsignedInt",
            "17 ParameterString"}));
    EXPECT_EQ(told(*opened, opened->locations()[2]), (std::vector<std::string>{"20 MpiRecv 0 halo 7 4096"}));
    Report report;
    check::check_trace(*opened, {}, report);
    for (const char* const rule : {"group-members", "group-type", "comm-membership", "rank-range"})
      EXPECT_EQ(report.count(rule), 0u) << rule;
  }
}

// "time location category: text" of every marker, in the order of the trace.
std::vector<std::string> markers_of(Trace& trace) {
  Markers markers;
  trace.read_markers(markers);
  std::map<std::uint32_t, std::string> kinds;
  for (const DefMarker& kind : markers.kinds()) {
    EXPECT_EQ(kind.marker_group, "litl");
    EXPECT_TRUE(kinds.emplace(kind.self, kind.marker_category).second);
  }
  std::vector<std::string> lines;
  for (const Marker& marker : markers.markers()) {
    EXPECT_EQ(marker.marker_scope, MarkerScope::location);
    EXPECT_EQ(marker.duration, 0u);
    lines.push_back(fmt::format("{} {} {}: {}", marker.timestamp, marker.scope, kinds.at(marker.marker), marker.text));
  }
  return lines;
}

TEST(LitlBridge, MarkersOfTheMappingAreThoseOfTheModelAndComeBackAsEvents) {
  const Scratch scratch;
  SampleTrace trace;
  const std::string packed("\x2a\0\0\0\0\0\0\0\0\0\x04\x40", 12);
  trace.processes = {{"p", 4096,
      {{1, {{10, 0x50, EventType::regular, {~std::uint64_t{0}, 7}, {}}, {11, 0x51, EventType::packed, {}, packed},
               {11, 0x52, EventType::raw, {}, std::string("said\0", 5)}, {11, 0x50, EventType::regular, {1, 2, 3}, {}},
               {12, 0x53, EventType::regular, {}, {}}, {9, 0x54, EventType::regular, {5}, {}}}},
          {2, {{10, 0x51, EventType::packed, {}, std::string("\x01\xff", 2)},
                  {13, 0x55, EventType::regular, {5}, {}}}}}}};
  write_file(scratch / "t.litl", file_bytes(trace, {}));
  // Names that events have as well, and several codes of one name.
  write_file(scratch / "t.litl.map",
      "0x50 marker step i32:rank u64:number\n0x51 marker two i32:rank f64:seconds\n0x52 marker said\n"
      "0x53 marker step\n0x54 event step\n0x55 event two\n");
  expect_round_trip(scratch, trace);
  EXPECT_EQ(mapping_of(scratch / "back.litl").substr(mapping_of(scratch / "back.litl").find('\n') + 1),
      "0x50 marker step i32:rank u64:number\n0x51 marker two i32:rank f64:seconds\n0x52 marker said\n"
      "0x53 marker step\n0x54 event step\n0x55 event two\n");
  for (const char* const name : {"t.litl", "there.otf2", "back.litl"})
    EXPECT_EQ(markers_of(*open_trace(scratch / name).value()),
        (std::vector<std::string>{"10 0 step: rank=-1 number=7", "10 1 two: 01 ff", "11 0 two: rank=42 seconds=2.5",
            "11 0 said: said", "11 0 step: 1 2 3", "12 0 step: "}))
        << name;
}

TEST(LitlBridge, NamesThatLookLikeCodesAreNotTakenForThem) {
  const Scratch scratch;
  SampleTrace trace = random_trace(2, {1, 1, 0, 8});
  trace.processes[0].threads[0].events = {{1, 0x42, EventType::regular, {1}, {}},
      {2, 0x77, EventType::regular, {2}, {}}, {3, 0x78, EventType::regular, {}, {}},
      {4, 0x79, EventType::raw, {}, std::string("t\0", 2)}};
  write_file(scratch / "t.litl", file_bytes(trace, {}));
  write_file(scratch / "t.litl.map", "0x77 event 0x42\n0x78 event litl.other\n0x79 event 0xd\n");
  expect_round_trip(scratch, trace);
}

TEST(LitlBridge, LinesOfAMappingThatMakeNoSenseAreReported) {
  Report report;
  const auto mapping = litl::parse_mapping(
      "0x1 enter a\nnonsense\n0x2\n0x3 jump b\n0x4 enter\n0x5 event \"open\n0x6 event x q99\n0x1 leave a\n0x7 event "
      "\"\\x41\\n\\\"\"\n99999999999 enter z\n",
      "file", report);
  EXPECT_EQ(report.count("map-damaged"), 8u);
  ASSERT_EQ(mapping.size(), 2u);
  EXPECT_EQ(mapping.at(7).name, "A\n\"");
  Report none;
  EXPECT_EQ(litl::parse_mapping(litl::mapping_text(mapping), "", none), mapping);
  EXPECT_TRUE(none.empty());
}

TEST(LitlBridge, RanksOfOtherFormatsAreToldAsProcesses) {
  const Scratch scratch;
  auto writer = otf2::ArchiveWriter::create(scratch / "in.otf2", otf2::Anchor{}).value();
  writer.define(def::ClockProperties{1'000'000'000, 0, 100, 0}).value();
  const char* const texts[] = {"machine", "p", "row of two", "all"};
  for (std::uint32_t i = 0; i < std::size(texts); ++i) writer.define(def::String{{i}, texts[i]}).value();
  writer.define(def::SystemTreeNode{{0}, {0}, {0}, {}}).value();
  for (std::uint32_t i = 0; i < 3; ++i) {
    writer.define(def::LocationGroup{{i}, {1}, LocationGroupType::process, {0}, {}}).value();
    writer.define(def::Location{{10 * i}, {1}, LocationType::cpu_thread, i == 2 ? 4u : 0u, {i}}).value();
  }
  const std::vector<std::uint64_t> locations = {0, 10, 20};
  const std::vector<std::uint64_t> row = {2, 1};
  writer.define(def::Group{{0}, {3}, GroupType::comm_locations, Paradigm::mpi, {}, locations}).value();
  writer.define(def::Group{{1}, {2}, GroupType::comm_group, Paradigm::mpi, {}, row}).value();
  writer.define(def::Comm{{5}, {2}, {1}, {}, {}}).value();
  auto events = writer.events({20});
  events.append(1, evt::MpiSend{1, {5}, 6, 7}).value();
  events.append(2, evt::MpiRecv{0, {5}, ~0u, ~std::uint64_t{0}}).value();
  events.append(3, evt::MpiSend{2, {5}, 0, 0}).value();  // no such rank
  events.append(4, evt::MpiIsend{1, {5}, 0, 0, 0}).value();
  events.close().value();
  for (const std::uint64_t location : {0u, 10u}) writer.events({location}).close().value();
  writer.close().value();

  LossReport loss;
  convert_file(scratch / "in.otf2", scratch / "t.litl", loss);
  EXPECT_EQ(lost(loss), (std::set<std::string>{"Comm.group", "Group", "Location.name", "MpiIsend", "MpiSend"}));
  auto back = open_trace(scratch / "t.litl").value();
  EXPECT_EQ(told(*back, back->locations()[2]), (std::vector<std::string>{"1 MpiSend 1 row of two 6 7",
                                                   "2 MpiRecv 2 row of two 4294967295 18446744073709551615"}));
}

// A small OTF2 trace with events LiTL can say, and one it cannot.
void write_otf2(const std::string& path, std::uint64_t resolution) {
  otf2::Anchor anchor;
  auto writer = otf2::ArchiveWriter::create(path, anchor).value();
  writer.define(def::ClockProperties{resolution, 1000, 100, 0}).value();
  const char* const texts[] = {"machine", "rank 0", "thread", "f(int, \"x\")", "tag", "note", "hello world", "key"};
  for (std::uint32_t i = 0; i < std::size(texts); ++i) writer.define(def::String{{i}, texts[i]}).value();
  writer.define(def::Attribute{{0}, {7}, {7}, Type::uint32}).value();
  writer.define(def::SystemTreeNode{{0}, {0}, {0}, {}}).value();
  writer.define(def::LocationGroup{{3}, {1}, LocationGroupType::process, {0}, {}}).value();
  writer.define(def::Location{{77}, {2}, LocationType::cpu_thread, 6, {3}}).value();
  writer.define(def::Region{{5}, {3}, {3}, {3}, RegionRole::function, Paradigm::user, {}, {}, 0, 0}).value();
  writer.define(def::Parameter{{0}, {4}, ParameterType::int64}).value();
  writer.define(def::Parameter{{1}, {5}, ParameterType::string}).value();
  auto events = writer.events({77});
  const AttributeEntry attribute[] = {{{0}, TypedValue::of(std::uint32_t{1})}};
  events.append(1000, evt::Enter{{5}}, attribute).value();
  events.append(1010, evt::ParameterInt{{0}, -7}).value();
  events.append(1020, evt::ParameterString{{1}, {6}}).value();
  events.append(1030, evt::MpiSend{}).value();
  events.append(1050, evt::Leave{{5}}).value();
  events.close().value();
  writer.close().value();
}

TEST(LitlBridge, WhatLitlCanSayOfOtf2ComesBackAndTheRestIsNamed) {
  const Scratch scratch;
  write_otf2(scratch / "in.otf2", 1'000'000'000);
  LossReport loss;
  convert_file(scratch / "in.otf2", scratch / "t.litl", loss);
  EXPECT_EQ(lost(loss),
      (std::set<std::string>{"Attribute", "Location.name", "MpiSend", "Region.description", "attribute key"}));
  convert_file(scratch / "t.litl", scratch / "out.otf2", loss);
  auto trace = open_trace(scratch / "out.otf2").value();
  ASSERT_EQ(trace->locations().size(), 1u);
  auto stream = trace->events(trace->locations()[0], {}).value();
  EventBatch batch;
  ASSERT_TRUE(stream->next(batch));
  ASSERT_EQ(batch.size(), 4u);
  const Definitions& definitions = trace->definitions();
  Event event;
  ASSERT_TRUE(batch.read(0, event));
  EXPECT_EQ(event.time, 1000u);
  EXPECT_EQ(definitions.name(event.record.as<evt::Enter>().region), "f(int, \"x\")");
  ASSERT_TRUE(batch.read(1, event));
  EXPECT_EQ(event.record.as<evt::ParameterInt>().value, -7);
  ASSERT_TRUE(batch.read(2, event));
  EXPECT_EQ(definitions.text(event.record.as<evt::ParameterString>().string), "hello world");
  EXPECT_EQ(definitions.name(event.record.as<evt::ParameterString>().parameter), "note");
  EXPECT_EQ(batch.kind[3], kind_of<evt::Leave>);
}

TEST(LitlBridge, ClocksOfAnotherSpeedAreToldInNanoseconds) {
  const Scratch scratch;
  write_otf2(scratch / "in.otf2", 1000);
  LossReport loss;
  convert_file(scratch / "in.otf2", scratch / "t.litl", loss);
  Report report;
  const SampleTrace trace = read_native(scratch / "t.litl", report);
  EXPECT_EQ(trace.processes[0].threads[0].events[0].time, 1'000'000'000u);
  EXPECT_EQ(trace.processes[0].threads[0].events[1].time, 1'010'000'000u);
}

TEST(LitlBridge, LocationsWithoutAProcessGetOne) {
  const Scratch scratch;
  const Format* format = format_for("x.litl", "").value();
  for (const std::uint64_t locations : {0u, 2u}) {
    const std::string path = scratch / ("t" + std::to_string(locations) + ".litl");
    LossReport loss;
    auto sink = format->create(path, loss).value();
    Definitions definitions;
    for (std::uint64_t i = 0; i < locations; ++i) definitions.add(def::Location{{i}, {}, {}, 0, {}});
    ASSERT_TRUE(sink->define(definitions));
    ASSERT_TRUE(sink->close());
    Report report;
    const SampleTrace trace = read_native(path, report);
    EXPECT_TRUE(report.empty());
    ASSERT_EQ(trace.processes.size(), 1u);
    EXPECT_EQ(trace.processes[0].name, fs::path(path).filename());
    EXPECT_EQ(trace.processes[0].threads.size(), locations);
  }
}

TEST(LitlBridge, NothingIsOverwritten) {
  const Scratch scratch;
  write_otf2(scratch / "in.otf2", 1000);
  write_file(scratch / "t.litl", "mine");
  write_file(scratch / "u.litl.map", "mine");
  LossReport loss;
  Report report;
  for (const char* name : {"t.litl", "u.litl"})
    EXPECT_EQ(convert(scratch / "in.otf2", scratch / name, "", {}, loss, report).error().code, Errc::exists);
  EXPECT_EQ(file_content(scratch / "t.litl"), "mine");
}

TEST(LitlBridge, ManyProcessesFitThroughFewHandles) {
  const Scratch scratch;
  const SampleTrace trace = random_trace(4, {400, 2, 6, 8});
  write_file(scratch / "t.litl", file_bytes(trace, {}));
  in_child([&] {
    limit(RLIMIT_NOFILE, 64);
    expect_round_trip(scratch, trace, 4);
  });
}

TEST(LitlBridge, PartsAreTheSameAsTheWhole) {
  const Scratch scratch;
  const SampleTrace sample = random_trace(6, {1, 1, 300, 8});
  write_file(scratch / "t.litl", file_bytes(sample, {}, 11));
  auto trace = open_trace(scratch / "t.litl").value();
  const LocationRef location = trace->locations()[0];
  auto read = [&](PartRange parts) {
    StreamOptions options;
    options.rows = 7;
    options.parts = parts;
    auto stream = trace->events(location, options).value();
    std::vector<std::pair<Ticks, std::size_t>> events;
    EventBatch batch;
    Event event;
    std::uint64_t next = ~std::uint64_t{0};
    while (stream->next(batch)) {
      EXPECT_TRUE(next == ~std::uint64_t{0} || next == batch.first_event);
      next = batch.first_event + batch.size();
      for (std::size_t row = 0; row < batch.size(); ++row) {
        EXPECT_TRUE(batch.read(row, event));
        events.emplace_back(event.time, event.attributes.size());
      }
    }
    return events;
  };
  const auto whole = read({});
  EXPECT_EQ(whole.size(), sample.processes[0].threads[0].events.size());
  decltype(read({})) pieces;
  const std::uint64_t parts = trace->parts(location);
  EXPECT_GT(parts, 3u);
  for (std::uint64_t i = 0; i < parts; i += 2) {
    const auto some = read({i, i + 2});
    pieces.insert(pieces.end(), some.begin(), some.end());
  }
  EXPECT_EQ(pieces, whole);
}

}  // namespace
}  // namespace weft::contract
