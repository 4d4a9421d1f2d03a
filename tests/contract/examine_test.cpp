// SPDX-License-Identifier: BSD-3-Clause
// What the files beside definitions and events must keep to: local definitions, snapshots, markers, thumbnails. Each
// test writes a sane archive with one thing wrong in it and asks the check, which must name that and nothing else.
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "content.hpp"
#include "formats/otf2/rules.hpp"
#include "formats/otf2/writer.hpp"
#include "model/references.hpp"
#include "raw_archive.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

constexpr LocationRef the_location{0};

// An archive with two regions and one location of four events, in which everything else is up to the test.
class Examined : public testing::Test {
 protected:
  Examined()
      : writer_(ArchiveWriter::create(path_, {}).take()),
        local_(writer_.local_definitions(the_location)),
        snapshots_(writer_.snapshots(the_location)),
        markers_(writer_.markers()) {
    define(def::ClockProperties{1'000'000, 0, 1000, 0});
    define(def::String{{0}, "text"});
    define(def::SystemTreeNode{{0}, {0}, {0}, {}});
    define(def::LocationGroup{{0}, {0}, LocationGroupType::process, {0}, {}});
    define(def::Location{the_location, {0}, LocationType::cpu_thread, 4, {0}});
    for (const std::uint32_t region : {0u, 1u}) define(def::Region{{region}, {0}, {0}, {0}, {}, {}, {}, {}, 0, 0});
    define(def::Group{{0}, {0}, GroupType::locations, Paradigm::none, {}, {}});
    define(def::Attribute{{0}, {0}, {0}, Type::region});
    auto events = writer_.events(the_location);
    for (const std::uint32_t region : {0u, 1u}) EXPECT_TRUE(events.append(10 + region, evt::Enter{{region}}));
    for (const std::uint32_t region : {1u, 0u}) EXPECT_TRUE(events.append(100 - region, evt::Leave{{region}}));
    EXPECT_TRUE(events.close());
    writer_.anchor().number_of_snapshots = 1;
  }

  template <class R>
  void define(const R& record) {
    EXPECT_TRUE(writer_.define(record));
  }
  void map(MappingType type, const std::vector<IdPair>& pairs) {
    EXPECT_TRUE(local_.write(MappingTable{type, {IdMapMode::sparse, pairs}}));
  }
  template <class R>
  void snap(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
    EXPECT_TRUE(snapshots_.append(time, record, attributes));
  }
  template <class R>
  void mark(const R& record) {
    EXPECT_TRUE(markers_.write(record));
  }
  void thumbnail(ThumbnailType type, const std::vector<std::uint64_t>& refs, const std::vector<std::uint64_t>& sample) {
    auto writer = writer_.thumbnail(writer_.anchor().number_of_thumbnails++);
    EXPECT_TRUE(writer.write(ThumbnailHeader{"name", "", type, 1, refs}));
    EXPECT_TRUE(writer.write(ThumbnailSample{0, sample}));
    EXPECT_TRUE(writer.close());
  }
  // Puts a file of one chunk in the place of the snapshots: for what a writer refuses.
  void replace_snapshots(const std::string& records, std::uint64_t count) {
    finish();
    write_file(scratch_ / "trace/0.snap", raw_chunk(records, count));
  }

  const Report& found() {
    finish();
    if (is_checked_) return report_;
    is_checked_ = true;
    auto archive = Archive::open(path_).take();
    check::check_trace(*archive, {1, {}}, report_);
    return report_;
  }
  // All rules that found something, with their numbers: "a:1 b:2".
  std::string summary() {
    std::string text;
    for (const auto& [rule, group] : found().groups())
      text += (text.empty() ? "" : " ") + std::string(rule) + ":" + std::to_string(group.count);
    return text;
  }
  // The first finding of a rule, without the directory of its file.
  std::string first(const Rule& rule) {
    const auto groups = found().groups();
    const auto group = groups.find(rule.name);
    if (group == groups.end()) return "";
    const std::string text = group->second.first.front().text();
    const std::string directory = scratch_ / "";
    return text.starts_with(directory) ? text.substr(directory.size()) : text;
  }

  void finish() {
    if (std::exchange(is_written_, true)) return;
    EXPECT_TRUE(local_.close());
    EXPECT_TRUE(snapshots_.close());
    EXPECT_TRUE(markers_.close());
    EXPECT_TRUE(writer_.close());
  }

  Scratch scratch_;
  std::string path_ = scratch_ / "trace.otf2";
  ArchiveWriter writer_;
  LocalDefinitionWriter local_;
  SnapshotWriter snapshots_;
  MarkerWriter markers_;
  Report report_;
  bool is_written_ = false;
  bool is_checked_ = false;
};

TEST_F(Examined, NothingIsWrongWithASaneArchive) {
  map(MappingType::region, {{5, 0}, {6, 1}, {7, ~std::uint64_t{0}}});
  map(MappingType::location, {{1, 0}});
  for (const Ticks time : {0u, 500u}) ASSERT_TRUE(local_.write(ClockOffset{{time}, 0, 0.0}));
  ASSERT_TRUE(local_.write(def::Callpath{{0}, {}, {77}})) << "local definitions speak of local ids";
  const AttributeEntry attributes[] = {{{0}, {Type::region, 1}}};
  snap(50, SnapshotStart{2});
  snap(50, Snap<evt::Enter>{{10}, {{0}}}, attributes);
  snap(50, Snap<evt::Enter>{{11}, {{1}}});
  snap(50, SnapshotEnd{3});
  snap(200, SnapshotStart{0});
  snap(200, SnapshotEnd{5});
  mark(Marker{1, 2, 3, MarkerScope::location, 0, "its kind comes behind it"});
  mark(DefMarker{3, "group", "category", MarkerSeverity::high});
  mark(Marker{1, 2, 3, MarkerScope::group, 0, ""});
  mark(Marker{1, 2, 3, MarkerScope::system_tree_node, 0, ""});
  mark(Marker{1, 2, 3, MarkerScope::location_group, 0, ""});
  mark(Marker{1, 2, 3, MarkerScope::global, ~std::uint64_t{0}, ""});
  thumbnail(ThumbnailType::region, {0, 1}, {4, 5});
  thumbnail(ThumbnailType::attributes, {0}, {1});
  EXPECT_EQ(summary(), "") << text_of(found());
}

TEST_F(Examined, MappingTablesLeadToDefinitions) {
  map(MappingType::region, {{3, 1}, {4, 9}, {8, 8}});
  EXPECT_EQ(summary(), "undefined-reference:1") << text_of(found());
  EXPECT_EQ(first(undefined_reference),
      "trace/0.def: at byte 18: location 0: MappingTable maps REGION 4 to 9, which is not defined")
      << "but 8 stays 8, as without an entry";
}

TEST_F(Examined, MappingTablesOfUnknownTypesLeadNowhere) {
  map(static_cast<MappingType>(15), {{0, 1}});
  EXPECT_EQ(summary(), "");
}

TEST_F(Examined, MappingTablesHaveALocalIdOnce) {
  map(MappingType::region, {{4, 0}, {4, 1}, {4, 0}});
  EXPECT_EQ(summary(), "mapping-repeats:1") << text_of(found());
  EXPECT_EQ(first(mapping_repeats),
      "trace/0.def: at byte 18: location 0: the table of REGION has 2 entries whose local id comes again");
}

TEST_F(Examined, ThereIsOneMappingTableOfAType) {
  map(MappingType::region, {{4, 0}});
  map(MappingType::region, {{4, 1}});
  EXPECT_EQ(summary(), "duplicate-mapping:1") << text_of(found());
  EXPECT_EQ(first(duplicate_mapping), "trace/0.def: at byte 27: a second mapping table of type 3");
}

TEST_F(Examined, ClockOffsetsAreInOrderOfTime) {
  for (const Ticks time : {7u, 7u}) ASSERT_TRUE(local_.write(ClockOffset{{time}, 0, 0.0}));
  EXPECT_EQ(summary(), "clock-order:1") << text_of(found());
  EXPECT_EQ(first(clock_order), "trace/0.def: at byte 37: the clock offset at 7 is not later than the one before");
}

TEST_F(Examined, SnapshotsReferToDefinitions) {
  const AttributeEntry attributes[] = {{{0}, {Type::region, 9}}, {{7}, {Type::uint8, 1}}};
  snap(50, SnapshotStart{2});
  snap(50, Snap<evt::ParameterString>{{10}, {{3}, {4}}});
  snap(50, Snap<evt::Enter>{{10}, {{}}}, attributes);
  snap(50, SnapshotEnd{1});
  EXPECT_EQ(summary(), "missing-reference:1 undefined-reference:4") << text_of(found());
  EXPECT_EQ(first(undefined_reference),
      "trace/0.snap: at byte 31: location 0: ParameterString names Parameter 3 as its parameter, which is not defined");
  EXPECT_EQ(first(missing_reference), "trace/0.snap: at byte 45: location 0: Enter names no region");
  EXPECT_NE(text_of(found()).find("Enter names Region 9 as its attribute value"), std::string::npos);
  EXPECT_NE(text_of(found()).find("Enter names Attribute 7 as its attribute,"), std::string::npos);
}

TEST_F(Examined, SnapshotsHoldWhatTheyAnnounce) {
  snap(50, SnapshotStart{3});
  snap(50, Snap<evt::Enter>{{10}, {{0}}});
  ASSERT_TRUE(snapshots_.append_raw(50, 200, {})) << "a record of an unknown type is one, too";
  snap(50, SnapshotEnd{1});
  EXPECT_EQ(summary(), "snapshot-count:1 unknown-record:1") << text_of(found());
  EXPECT_EQ(first(snapshot_count),
      "trace/0.snap: at byte 27: location 0: the snapshot of 50 announces 3 records, there are 2");
}

TEST_F(Examined, SnapshotRecordsLieInSnapshots) {
  snap(50, Snap<evt::Enter>{{10}, {{0}}});
  snap(50, SnapshotStart{0});
  snap(50, SnapshotEnd{1});
  snap(60, Snap<evt::Enter>{{10}, {{0}}});
  EXPECT_EQ(summary(), "snapshot-frame:2") << text_of(found());
  EXPECT_EQ(first(snapshot_frame), "trace/0.snap: at byte 27: location 0: a record lies outside of any snapshot");
}

TEST_F(Examined, SnapshotsStartAndEnd) {
  snap(40, SnapshotEnd{1});
  snap(50, SnapshotStart{0});
  snap(60, SnapshotStart{0});
  EXPECT_EQ(summary(), "snapshot-frame:3") << text_of(found());
  EXPECT_EQ(first(snapshot_frame), "trace/0.snap: at byte 27: location 0: a snapshot ends that has not started");
  EXPECT_NE(text_of(found()).find("a snapshot starts before the end of the one of 50"), std::string::npos);
  EXPECT_NE(text_of(found()).find("the snapshot of 60 has no end"), std::string::npos);
}

TEST_F(Examined, SnapshotsAreInOrderOfTime) {
  const std::string start = raw_record(10, raw({0}));
  const std::string end = raw_record(11, raw({1, 1}));
  replace_snapshots(raw_time(50) + start + end + raw_time(30) + start + end, 4);
  EXPECT_EQ(summary(), "snapshot-time:1") << text_of(found());
  EXPECT_EQ(
      first(snapshot_time), "trace/0.snap: at byte 43: location 0: time 30 is 20 ticks before the record before it");
}

TEST_F(Examined, SnapshotRecordsHaveTheTimeOfTheirSnapshot) {
  snap(50, SnapshotStart{1});
  snap(50, Snap<evt::Enter>{{51}, {{0}}});
  snap(52, SnapshotEnd{1});
  EXPECT_EQ(summary(), "snapshot-time:2") << text_of(found());
  EXPECT_EQ(first(snapshot_time),
      "trace/0.snap: at byte 31: location 0: Enter happened at 51, after the time of its snapshot, 50");
  EXPECT_NE(text_of(found()).find("a record has time 52 in the snapshot of 50"), std::string::npos);
}

TEST_F(Examined, SnapshotsGoOnWithAnEventThatIsThere) {
  snap(50, SnapshotStart{0});
  snap(50, SnapshotEnd{6});
  EXPECT_EQ(summary(), "snapshot-position:1") << text_of(found());
  EXPECT_EQ(
      first(snapshot_position), "trace/0.snap: at byte 30: location 0: the snapshot of 50 goes on with event 6 of 4");
}

TEST_F(Examined, SnapshotsAreReadEvenIfTheAnchorAnnouncesNone) {
  writer_.anchor().number_of_snapshots = 0;
  snap(50, SnapshotStart{7});
  snap(50, SnapshotEnd{1});
  EXPECT_EQ(summary(), "snapshot-count:1") << text_of(found());
}

TEST_F(Examined, MarkersAreOfADefinedKind) {
  mark(DefMarker{0, "group", "category", MarkerSeverity::high});
  for (int i = 0; i < 3; ++i) mark(Marker{1, 2, 4, MarkerScope::global, ~std::uint64_t{0}, ""});
  mark(Marker{1, 2, ~std::uint32_t{0}, MarkerScope::global, ~std::uint64_t{0}, ""});
  EXPECT_EQ(summary(), "missing-reference:1 undefined-reference:1") << "once for each kind\n" << text_of(found());
  EXPECT_EQ(first(undefined_reference),
      "trace.marker: at byte 37: Marker names DefMarker 4 as its marker, which is not defined");
}

TEST_F(Examined, MarkersNameScopesThatAreDefined) {
  mark(DefMarker{0, "group", "category", MarkerSeverity::high});
  for (const MarkerScope scope : {MarkerScope::location, MarkerScope::location_group, MarkerScope::system_tree_node,
           MarkerScope::group, MarkerScope::comm})
    mark(Marker{1, 2, 0, scope, 8, ""});
  mark(Marker{1, 2, 0, MarkerScope::comm, ~std::uint64_t{0}, ""});
  EXPECT_EQ(summary(), "missing-reference:1 undefined-reference:5") << text_of(found());
  EXPECT_EQ(first(undefined_reference),
      "trace.marker: at byte 37: Marker names Location 8 as its scope, which is not defined");
  EXPECT_NE(text_of(found()).find("Marker names Comm 8 as its scope"), std::string::npos);
}

TEST_F(Examined, KindsOfMarkersHaveIdsOfTheirOwn) {
  mark(DefMarker{0, "group", "one", MarkerSeverity::high});
  mark(DefMarker{0, "group", "two", MarkerSeverity::high});
  EXPECT_EQ(summary(), "duplicate-definition:1") << text_of(found());
  EXPECT_EQ(first(duplicate_definition), "trace.marker: at byte 32: DefMarker 0 is defined twice");
}

TEST_F(Examined, ThumbnailsReferToDefinitions) {
  thumbnail(ThumbnailType::region, {0, 9}, {1, 1});
  thumbnail(ThumbnailType::metric, {0}, {1});
  EXPECT_EQ(summary(), "undefined-reference:2") << text_of(found());
  EXPECT_EQ(first(undefined_reference),
      "trace.0.thumb: at byte 18: ThumbnailHeader names Region 9 as its refsToDefs, which is not defined");
}

TEST_F(Examined, SamplesOfThumbnailsHaveAValueForEachReference) {
  thumbnail(ThumbnailType::region, {0, 1}, {1});
  EXPECT_EQ(summary(), "thumbnail-samples:1") << text_of(found());
}

TEST_F(Examined, FilesOfLocationsNobodyDefinedAreNamed) {
  finish();
  write_file(scratch_ / "trace/7.def", raw_chunk(""));
  write_file(scratch_ / "trace/8.snap", raw_chunk(""));
  EXPECT_EQ(summary(), "anchor-counts:2") << text_of(found());
  EXPECT_EQ(first(anchor_counts), "trace/7.def: a definition file of location 7, which is not defined");
}

TEST_F(Examined, DamageIsFoundInEveryFile) {
  thumbnail(ThumbnailType::region, {0}, {1});
  finish();
  for (const char* name : {"trace/0.def", "trace/0.snap", "trace.marker", "trace.0.thumb"})
    write_file(scratch_ / name, raw_chunk(raw({10, 200, 1})));
  EXPECT_EQ(summary(), "record-overrun:4 thumbnail-samples:1") << text_of(found());
}

}  // namespace
}  // namespace weft::contract
