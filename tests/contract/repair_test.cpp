// SPDX-License-Identifier: BSD-3-Clause
// Repair: of everything damage_test.cpp breaks, an archive is made that opens with an empty report, and the events
// before the damage are those of the original.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "check/check.hpp"
#include "check/counts.hpp"
#include "check/references.hpp"
#include "check/times.hpp"
#include "content.hpp"
#include "formats/otf2/repair.hpp"
#include "formats/otf2/rules.hpp"
#include "formats/otf2/salvage.hpp"
#include "formats/otf2/writer.hpp"
#include "raw_archive.hpp"
#include "small_archive.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

class Repair : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Scratch>();
    write_small_archive(shared_->path());
    whole_ = content_of(*open_clean(*shared_ / "small.otf2"));
  }
  static void TearDownTestSuite() { shared_.reset(); }

  Repair() { copy_tree(shared_->path(), scratch_ / "d"); }

  std::string path(const std::string& file) const { return scratch_ / ("d/" + file); }
  std::string whole(const std::string& file) const { return file_content(*shared_ / file); }
  void damage(const std::string& file, const std::string& content) { write_file(path(file), content); }
  void restore(const std::string& file) { damage(file, whole(file)); }

  RepairReport repaired(const RepairOptions& options = {}) {
    fs::remove_all(scratch_ / "r");
    auto report = repair_archive(path("small.otf2"), scratch_ / "r/fixed.otf2", options);
    EXPECT_TRUE(report) << report.error().text();
    return report ? *report : RepairReport{};
  }
  // The repaired archive, which must have nothing wrong with it.
  std::unique_ptr<Archive> clean() {
    repaired();
    return open_clean(scratch_ / "r/fixed.otf2");
  }

  // What was lost is a tail of one file.
  void expect_events(Archive& archive, std::uint64_t location, std::size_t count) {
    EXPECT_TRUE(same_rows(stored_rows(archive, {location}), first_rows(whole_.events[location], count)));
    const auto* definition = archive.definitions().find<def::Location>(LocationRef{location});
    ASSERT_TRUE(definition);
    EXPECT_EQ(definition->number_of_events, count);
  }
  void expect_all_events(Archive& archive) {
    for (std::uint64_t location = 0; location < small_locations; ++location)
      expect_events(archive, location, whole_.events[location].size());
  }

  static std::unique_ptr<Scratch> shared_;
  static Content whole_;
  Scratch scratch_;
};

std::unique_ptr<Scratch> Repair::shared_;
Content Repair::whole_;

TEST_F(Repair, AnIntactArchiveStaysWhatItIs) {
  const auto archive = clean();
  ASSERT_TRUE(archive);
  Content content = content_of(*archive);
  // Locations that are only referred to are made up, and have no events.
  std::erase_if(content.local, [](const auto& entry) { return !whole_.local.contains(entry.first); });
  std::erase_if(content.events, [](const auto& entry) { return !whole_.events.contains(entry.first); });
  EXPECT_TRUE(same_rows(content.local, whole_.local));
  EXPECT_TRUE(same_rows(content.events, whole_.events));
  EXPECT_TRUE(same_rows(content.snapshots, whole_.snapshots));
  EXPECT_TRUE(same_rows(content.markers, whole_.markers));
  EXPECT_EQ(content.thumbnails, whole_.thumbnails);
  for (const Row& row : whole_.definitions)
    EXPECT_NE(std::ranges::find(content.definitions, row), content.definitions.end()) << row.name;
  EXPECT_EQ(archive->anchor().properties, (std::vector<std::pair<std::string, std::string>>{{"WEFT::SMALL", "true"}}));
  EXPECT_TRUE(repaired().lost.empty());
}

TEST_F(Repair, TheOriginalIsNeverTouched) {
  damage("small/0.evt", whole("small/0.evt").substr(0, 500));
  std::map<std::string, std::string> before;
  for (const std::string& name : small_files()) before[name] = file_content(path(name));
  repaired();
  for (const std::string& name : small_files()) EXPECT_EQ(file_content(path(name)), before[name]) << name;
}

TEST_F(Repair, CutEventFilesKeepTheirCompleteEvents) {
  const std::string file = whole("small/0.evt");
  const Frames frames = frames_of(file, true, true);
  for (std::size_t length = 0; length < file.size(); length += length < 60 ? 1 : 31) {
    SCOPED_TRACE(length);
    damage("small/0.evt", file.substr(0, length));
    const auto archive = clean();
    ASSERT_TRUE(archive);
    const auto complete = std::ranges::count_if(frames.record_ends, [&](std::size_t end) { return end <= length; });
    expect_events(*archive, 0, static_cast<std::size_t>(complete));
    expect_events(*archive, 1, whole_.events[1].size());
    if (HasFailure()) return;
  }
}

TEST_F(Repair, AnyOtherFileMayBeCut) {
  for (const std::string& name : small_files()) {
    if (name.ends_with(".evt")) continue;
    const std::string file = whole(name);
    for (std::size_t length = 0; length < file.size(); length += length < 30 ? 3 : 29) {
      SCOPED_TRACE(name + " cut to " + std::to_string(length));
      damage(name, file.substr(0, length));
      const auto archive = clean();
      ASSERT_TRUE(archive);
      expect_all_events(*archive);
      if (HasFailure()) return;
    }
    restore(name);
  }
}

TEST_F(Repair, AnyFileMayBeMissing) {
  for (const std::string& name : small_files()) {
    SCOPED_TRACE(name);
    fs::remove(path(name));
    const auto archive = clean();
    ASSERT_TRUE(archive);
    for (std::uint64_t location = 0; location < small_locations; ++location)
      expect_events(*archive, location,
          name == "small/" + std::to_string(location) + ".evt" ? 0 : whole_.events[location].size());
    restore(name);
  }
}

TEST_F(Repair, AnyFileMayBeginWithNonsense) {
  for (const std::string& name : small_files()) {
    SCOPED_TRACE(name);
    std::string file = whole(name);
    file[0] = 'X';
    damage(name, file);
    const auto archive = clean();
    ASSERT_TRUE(archive);
    restore(name);
  }
}

// A flipped byte may turn a record into another, even into one nobody knows: that one is kept, and is no damage.
TEST_F(Repair, FlippedBytesLeaveARepairableArchive) {
  for (const std::string& name : small_files()) {
    if (name == "small/1.evt" || name == "small.1.thumb") continue;  // the same as those of number 0
    const std::string file = whole(name);
    for (std::size_t at = 0; at < file.size(); at += 29) {
      SCOPED_TRACE(name + " flipped at " + std::to_string(at));
      std::string flipped = file;
      flipped[at] = static_cast<char>(flipped[at] ^ (at % 2 ? 0xff : 0x04));
      damage(name, flipped);
      fs::remove_all(scratch_ / "r");
      const auto report = repair_archive(path("small.otf2"), scratch_ / "r/fixed.otf2", {});
      if (!report) {
        EXPECT_EQ(name, "small.otf2") << report.error().text();  // it may now say SION, zlib or a newer format
        EXPECT_EQ(report.error().code, Errc::unsupported) << report.error().text();
        continue;
      }
      auto archive = Archive::open(scratch_ / "r/fixed.otf2");
      ASSERT_TRUE(archive) << archive.error().text();
      examine(**archive);
      for (const LocationRef location : (*archive)->locations()) rows_of(**archive, location);
      const Report& found = (*archive)->report();
      EXPECT_EQ(found.count(), found.count(unknown_record.name)) << text_of(found);
    }
    restore(name);
  }
}

TEST_F(Repair, WrongCountsAreCorrected) {
  Anchor wrong = Archive::open(path("small.otf2")).take()->anchor();
  wrong.number_of_locations = 77;
  wrong.number_of_global_definitions = 0;
  damage("small.otf2", text_of(serialize_anchor(wrong)));
  const auto archive = clean();
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->anchor().number_of_locations, archive->definitions().all<def::Location>().size());
  EXPECT_EQ(archive->anchor().number_of_global_definitions, archive->global_definition_records());
  expect_all_events(*archive);
}

TEST_F(Repair, AbsurdChunkSizesAreFoundAgain) {
  Anchor wrong = Archive::open(path("small.otf2")).take()->anchor();
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    wrong.event_chunk_bytes = wrong.definition_chunk_bytes = size;
    damage("small.otf2", text_of(serialize_anchor(wrong)));
    const auto archive = clean();
    ASSERT_TRUE(archive);
    expect_all_events(*archive);
    EXPECT_TRUE(says(repaired().done, "anchor"));
  }
}

TEST_F(Repair, UnsupportedArchivesAreStillRefused) {
  for (const auto& [substrate, compression] :
      {std::pair{FileSubstrate::sion, Compression::none}, {FileSubstrate::posix, Compression::zlib}}) {
    Anchor anchor;
    anchor.substrate = substrate;
    anchor.compression = compression;
    damage("small.otf2", text_of(serialize_anchor(anchor)));
    const auto report = repair_archive(path("small.otf2"), scratch_ / "r/fixed.otf2", {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::unsupported);
    EXPECT_FALSE(fs::exists(scratch_ / "r/fixed.otf2"));
  }
}

TEST_F(Repair, TimesThatGoBackAreMovedForward) {
  damage("small/0.evt",
      raw_chunk(raw_time(9) + raw({12, 0}) + raw_time(5) + raw({13, 0}) + raw_time(10) + raw({12, 1, 1}), 3));
  const auto archive = clean();
  ASSERT_TRUE(archive);
  EXPECT_TRUE(same_rows(stored_rows(*archive, {0}),
      {row_of(9, evt::Enter{{0}}), row_of(9, evt::Leave{{0}}), row_of(10, evt::Enter{{1}})}));
  EXPECT_TRUE(says(repaired().done, "backwards"));
}

TEST_F(Repair, TimesOfSnapshotsThatGoBackAreMovedForward) {
  damage("small/0.snap", raw_chunk(raw_time(9) + raw_record(10, raw({0})) + raw_time(5) + raw_record(11, raw({0})), 2));
  const auto archive = clean();
  ASSERT_TRUE(archive);
  EXPECT_TRUE(same_rows(
      rows_of<SnapshotRecords>(*archive->snapshots({0})), {row_of(9, SnapshotStart{0}), row_of(9, SnapshotEnd{0})}));
}

TEST_F(Repair, UndefinedIdsGetDefinitions) {
  fs::remove(path("small/0.def"));
  // An undefined region, and attributes that name an undefined attribute, text and location.
  const std::string attributes = raw({6, 13, 1, 2, 1, 99, 11, 2, 0, 9, 1, 98, 13, 1, 77});
  damage("small/0.evt", raw_chunk(raw_time(1) + attributes + raw({12, 2, 0x34, 0x12}), 1));
  const auto archive = clean();
  ASSERT_TRUE(archive);
  const Definitions& definitions = archive->definitions();
  EXPECT_TRUE(definitions.contains(RegionRef{0x1234}));
  EXPECT_FALSE(definitions.name(RegionRef{0x1234}).empty());
  EXPECT_TRUE(definitions.contains(AttributeRef{99}));
  EXPECT_TRUE(definitions.contains(AttributeRef{98}));
  EXPECT_TRUE(definitions.contains(StringRef{0x900}));
  EXPECT_TRUE(says(repaired().done, "Region"));
}

// What the check says of the repaired archive: none of the things a repair mends.
TEST_F(Repair, NothingOfWhatItMendsIsLeftForTheCheck) {
  const std::string definitions = raw_record(5, raw({1, 100, 1, 10, 1, 10, 0})) + raw_location(7);
  const std::string events = raw_time(5) + raw({12, 2, 0x34, 0x12}) + raw_time(3) + raw({13, 2, 0x34, 0x12}) +
                             raw_time(90) + raw_record(34, raw({1, 3, 1, 3}));
  RawAnchor anchor;
  anchor.locations = anchor.definitions = 9;
  const std::string in = lay(scratch_, "in", anchor, raw_chunk(definitions), raw_chunk(events, 3));
  ASSERT_TRUE(repair_archive(in, scratch_ / "out.otf2", {}));
  const auto archive = open_clean(scratch_ / "out.otf2");
  ASSERT_TRUE(archive);
  Report report;
  check::check_trace(*archive, {}, report);
  for (const Rule& rule : {check::time_backwards, check::time_range, undefined_reference, check::event_count})
    EXPECT_EQ(report.count(rule.name), 0u) << text_of(report);
}

// With a mapping table, what must be defined is the id it maps to.
TEST_F(Repair, MappedIdsNeedNoDefinitionOfTheirOwn) {
  {
    auto writer = LocalDefinitionWriter(ChunkWriter(path("small/0.def"), smallest_chunk, ByteOrder::little));
    const IdPair pairs[] = {{5555, 0}};
    for (const MappingType type : {MappingType::region, MappingType::string})
      ASSERT_TRUE(writer.write(MappingTable{type, {IdMapMode::sparse, pairs}}));
    ASSERT_TRUE(writer.close());
    auto events = EventWriter(ChunkWriter(path("small/0.evt"), smallest_chunk, ByteOrder::little));
    const StringRef arguments[] = {{5555}};
    ASSERT_TRUE(events.append(0, evt::Enter{{5555}}));
    ASSERT_TRUE(events.append(1, evt::ProgramBegin{{5555}, arguments}));
    ASSERT_TRUE(events.close());
  }
  const auto archive = clean();
  ASSERT_TRUE(archive);
  EXPECT_FALSE(archive->definitions().contains(RegionRef{5555}));
  EXPECT_FALSE(archive->definitions().contains(StringRef{5555}));
}

TEST_F(Repair, LocalDefinitionsThatReadersIgnoreAreLeftOut) {
  auto writer = LocalDefinitionWriter(ChunkWriter(path("small/0.def"), smallest_chunk, ByteOrder::little));
  const IdPair pairs[] = {{0, 1}};
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(writer.write(MappingTable{MappingType::region, {IdMapMode::dense, pairs}}));
  for (const Ticks time : {10u, 20u, 20u, 30u, 40u}) ASSERT_TRUE(writer.write(ClockOffset{{time}, 1, 0}));
  ASSERT_TRUE(writer.close());
  const Rows before = rows_of(*Archive::open(path("small.otf2")).take(), {0});
  const auto archive = clean();
  ASSERT_TRUE(archive);
  EXPECT_TRUE(same_rows(rows_of(*archive, {0}), before));
}

TEST_F(Repair, OpenRegionsAreClosedOnlyIfAsked) {
  fs::remove(path("small/0.def"));
  damage("small/0.evt", raw_chunk(raw_time(1) + raw({12, 1, 1}) + raw_time(2) + raw({12, 1, 2}) + raw_time(3) +
                                      raw({12, 1, 3}) + raw({13, 1, 3}),
                            4));
  auto archive = clean();
  ASSERT_TRUE(archive);
  EXPECT_EQ(stored_rows(*archive, {0}).size(), 4u);
  EXPECT_TRUE(says(repaired().lost, "never left"));

  RepairOptions options;
  options.close_regions = true;
  repaired(options);
  archive = open_clean(scratch_ / "r/fixed.otf2");
  ASSERT_TRUE(archive);
  const Rows rows = stored_rows(*archive, {0});
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[4], row_of(3, evt::Leave{{2}}));
  EXPECT_EQ(rows[5], row_of(3, evt::Leave{{1}}));
}

TEST_F(Repair, NothingAtAllIsAnError) {
  Scratch empty;
  EXPECT_FALSE(repair_archive(empty.path(), scratch_ / "r/fixed.otf2", {}));
  EXPECT_FALSE(repair_archive(empty / "x.otf2", scratch_ / "r/fixed.otf2", {}));
  EXPECT_FALSE(fs::exists(scratch_ / "r/fixed.otf2"));
}

TEST_F(Repair, TheDirectoryOfAnArchiveWithoutAnchorWillDo) {
  fs::remove(path("small.otf2"));
  const auto report = repair_archive(path(""), scratch_ / "r/fixed.otf2", {});
  ASSERT_TRUE(report) << report.error().text();
  const auto archive = open_clean(scratch_ / "r/fixed.otf2");
  ASSERT_TRUE(archive);
  expect_all_events(*archive);
}

// An archive of many chunks whose anchor is gone: the size of its chunks is found from where their headers are.
struct Sizes {
  std::uint64_t event_chunk;
  std::uint64_t definition_chunk;

  friend std::ostream& operator<<(std::ostream& out, const Sizes& sizes) {
    return out << sizes.event_chunk << " and " << sizes.definition_chunk << " bytes";
  }
};

class RepairChunks : public testing::TestWithParam<Sizes> {};

INSTANTIATE_TEST_SUITE_P(Sizes, RepairChunks,
    testing::Values(Sizes{smallest_chunk, smallest_chunk}, Sizes{300'001, 270'007}, Sizes{1 << 20, 1 << 20}),
    [](const auto& param) { return "Of" + std::to_string(param.param.event_chunk); });

TEST_P(RepairChunks, FindsChunkSizesWithoutAnAnchor) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    Scratch scratch;
    Anchor anchor;
    anchor.order = order;
    anchor.event_chunk_bytes = GetParam().event_chunk;
    anchor.definition_chunk_bytes = GetParam().definition_chunk;
    auto writer = ArchiveWriter::create(scratch / "many.otf2", anchor).take();
    const std::uint64_t count = GetParam().event_chunk / 4;
    for (const std::uint64_t location : {0u, 1u}) {
      auto events = writer.events({location});
      for (std::uint32_t i = 0; i < (location ? count : 10); ++i) ASSERT_TRUE(events.append(i, evt::Enter{{i % 7}}));
      ASSERT_TRUE(events.close());
      ASSERT_TRUE(writer.define(def::Location{{location}, {}, {}, events.records(), {}}));
    }
    for (std::uint32_t i = 0; i * 1000 < 3 * GetParam().definition_chunk; ++i)
      ASSERT_TRUE(writer.define(def::String{{i}, std::string(1000, 'x')}));
    ASSERT_TRUE(writer.close());
    const Content before = content_of(*open_clean(scratch / "many.otf2"));
    ASSERT_GT(fs::file_size(scratch / "many.def"), 2 * GetParam().definition_chunk);
    ASSERT_GT(fs::file_size(scratch / "many/1.evt"), 2 * GetParam().event_chunk);

    fs::remove(scratch / "many.otf2");
    const auto found = reconstruct_anchor({scratch / "", "many"});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->event_chunk_bytes, GetParam().event_chunk);
    EXPECT_EQ(found->definition_chunk_bytes, GetParam().definition_chunk);
    ASSERT_TRUE(repair_archive(scratch / "many.otf2", scratch / "fixed.otf2", {}));
    const auto archive = open_clean(scratch / "fixed.otf2");
    ASSERT_TRUE(archive);
    EXPECT_TRUE(same_rows(content_of(*archive).events, before.events));
  }
}

// The other files that share a chunk size can tell it, too.
TEST(RepairWithoutAnchor, FindsChunkSizesInLocalDefinitionsAndSnapshots) {
  Scratch scratch;
  Anchor anchor;
  anchor.event_chunk_bytes = 300'001;
  anchor.definition_chunk_bytes = 270'007;
  anchor.number_of_snapshots = 1;
  auto writer = ArchiveWriter::create(scratch / "many.otf2", anchor).take();
  auto events = writer.events({0});
  ASSERT_TRUE(events.append(0, evt::Enter{{0}}));
  ASSERT_TRUE(events.close());
  auto snapshots = writer.snapshots({0});
  for (std::uint64_t i = 0; i < 100'000; ++i) ASSERT_TRUE(snapshots.append(i, SnapshotStart{i}));
  ASSERT_TRUE(snapshots.close());
  auto local = writer.local_definitions({0});
  for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_TRUE(local.write(def::String{{i}, std::string(1000, 'x')}));
  ASSERT_TRUE(local.close());
  ASSERT_TRUE(writer.define(def::Location{{0}, {}, {}, 1, {}}));
  ASSERT_TRUE(writer.close());
  fs::remove(scratch / "many.otf2");
  const auto found = reconstruct_anchor({scratch / "", "many"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->event_chunk_bytes, 300'001u);
  EXPECT_EQ(found->definition_chunk_bytes, 270'007u);
}

}  // namespace
}  // namespace weft::contract
