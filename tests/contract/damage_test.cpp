// SPDX-License-Identifier: BSD-3-Clause
// Damage: every prefix of every file and every flipped byte. Nothing crashes or hangs, all complete records before a
// cut are delivered, and each kind of damage has its finding, with file and offset.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "check/check.hpp"
#include "check/references.hpp"
#include "check/times.hpp"
#include "content.hpp"
#include "formats/otf2/copy.hpp"
#include "formats/otf2/rules.hpp"
#include "formats/otf2/writer.hpp"
#include "raw_archive.hpp"
#include "small_archive.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

// The small archive, and a copy of it whose files are damaged and restored.
class Damage : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Scratch>();
    write_small_archive(shared_->path());
    auto archive = open_clean(*shared_ / "small.otf2");
    ASSERT_TRUE(archive);
    whole_ = content_of(*archive);
    definitions_ = rows_of(archive->definitions());
  }
  static void TearDownTestSuite() { shared_.reset(); }

  Damage() { copy_tree(shared_->path(), scratch_ / "d"); }

  std::string path(const std::string& file) const { return scratch_ / ("d/" + file); }
  std::string anchor() const { return path("small.otf2"); }
  void damage(const std::string& file, const std::string& content) { write_file(path(file), content); }
  std::string whole(const std::string& file) const { return file_content(*shared_ / file); }

  std::unique_ptr<Archive> open() {
    auto archive = Archive::open(anchor());
    EXPECT_TRUE(archive) << archive.error().text();
    return archive ? *std::move(archive) : nullptr;
  }

  // Everything that can be read is read; what comes out is of no interest.
  void read_all() {
    const auto archive = Archive::open(anchor());
    if (!archive) return;
    examine(**archive);
    for (const LocationRef location : (*archive)->locations()) {
      if (auto stream = (*archive)->events(location, {})) read_rows(**stream);
    }
    TextSink out;
    PrintOptions options;
    options.json = true;
    options.events = false;
    EXPECT_TRUE((*archive)->print(options, out));
  }
  static void read_rows(EventStream& stream) {
    EventBatch batch;
    Event event;
    while (stream.next(batch))
      for (std::size_t i = 0; i < batch.size(); ++i) static_cast<void>(batch.read(i, event));
  }

  // The one finding of a rule that names a file and an offset in it.
  static void expect_finding(
      Report& report, const Rule& rule, const std::string& file, std::optional<std::uint64_t> offset = {}) {
    const auto groups = report.groups();
    const auto group = groups.find(rule.name);
    ASSERT_NE(group, groups.end()) << "no finding of " << rule.name << "; found:\n" << text_of(report);
    for (const Finding& finding : group->second.first)
      if (finding.file == file && (!offset || finding.offset == offset)) return;
    FAIL() << "no " << rule.name << " at " << file << " " << (offset ? std::to_string(*offset) : "") << "; found:\n"
           << text_of(report);
  }

  static std::unique_ptr<Scratch> shared_;
  static Content whole_;
  static Rows definitions_;
  Scratch scratch_;
};

std::unique_ptr<Scratch> Damage::shared_;
Content Damage::whole_;
Rows Damage::definitions_;

// What a cut leaves, and what must be said about it.
struct Cut {
  std::size_t records;  // complete ones
  const Rule* rule;     // null: nothing is missing
  std::optional<std::size_t> at;
};

Cut cut_at(std::size_t length, const Frames& frames) {
  Cut cut{0, &record_overrun, {}};
  for (const std::size_t end : frames.record_ends) cut.records += end <= length;
  for (const std::size_t point : frames.resume_points)
    if (point <= length) cut.at = point;
  if (length == 0) return {0, &file_empty, 0};
  if (length < 18) return {0, &chunk_header, 0};
  if (length > frames.end_mark) return {cut.records, nullptr, {}};
  if (cut.at == length) cut.rule = &no_end_mark;
  return cut;
}

TEST_F(Damage, EveryPrefixOfAnEventFileDeliversItsCompleteEvents) {
  const std::string file = whole("small/0.evt");
  const Frames frames = frames_of(file, true, true);
  const Rows& all = whole_.events[0];
  ASSERT_EQ(frames.record_ends.size(), all.size());
  for (std::size_t length = 0; length <= file.size(); ++length) {
    SCOPED_TRACE(length);
    damage("small/0.evt", file.substr(0, length));
    const auto archive = open();
    const Cut cut = cut_at(length, frames);
    auto reader = archive->event_reader({0}, {}, Adjust::no);
    ASSERT_TRUE(reader);
    ASSERT_TRUE(same_rows(rows_of(**reader), first_rows(all, cut.records)));
    if (cut.rule)
      expect_finding(archive->report(), *cut.rule, path("small/0.evt"), cut.at);
    else
      EXPECT_TRUE(archive->report().empty()) << text_of(archive->report());
    if (cut.rule && length >= 18 && cut.records < all.size())
      expect_finding(archive->report(), chunk_events, path("small/0.evt"), 0);
    if (HasFatalFailure()) return;
  }
}

TEST_F(Damage, EveryPrefixOfTheGlobalDefinitionsDeliversItsCompleteRecords) {
  const std::string file = whole("small.def");
  const Frames frames = frames_of(file, false, false);
  ASSERT_EQ(frames.record_ends.size(), whole_.definitions.size());
  for (std::size_t length = 0; length <= file.size(); ++length) {
    SCOPED_TRACE(length);
    damage("small.def", file.substr(0, length));
    const auto archive = open();
    const Cut cut = cut_at(length, frames);
    EXPECT_EQ(archive->definitions().size(), cut.records);
    if (cut.rule)
      expect_finding(archive->report(), *cut.rule, path("small.def"), cut.at);
    else
      EXPECT_TRUE(archive->report().empty()) << text_of(archive->report());
    auto stream = archive->global_definitions();
    ASSERT_TRUE(stream);
    ASSERT_TRUE(same_rows(rows_of<GlobalDefinitionRecords>(**stream), first_rows(whole_.definitions, cut.records)));
    examine(*archive);
    if (cut.records < whole_.definitions.size()) expect_finding(archive->report(), anchor_counts, anchor());
    if (HasFatalFailure()) return;
  }
}

TEST_F(Damage, EveryPrefixOfTheOtherFilesDeliversItsCompleteRecords) {
  auto check = [&](const std::string& name, bool is_timed, const Rows& all, auto&& rows_in) {
    SCOPED_TRACE(name);
    const std::string file = whole(name);
    const Frames frames = frames_of(file, is_timed, false);
    ASSERT_EQ(frames.record_ends.size(), all.size());
    for (std::size_t length = 0; length <= file.size(); ++length) {
      SCOPED_TRACE(length);
      damage(name, file.substr(0, length));
      const auto archive = open();
      const Cut cut = cut_at(length, frames);
      ASSERT_TRUE(same_rows(rows_in(*archive), first_rows(all, cut.records)));
      if (cut.rule)
        expect_finding(archive->report(), *cut.rule, path(name), cut.at);
      else
        EXPECT_TRUE(archive->report().empty()) << text_of(archive->report());
      if (HasFatalFailure()) return;
    }
    damage(name, file);
  };
  check("small/0.def", false, whole_.local[0],
      [](Archive& a) { return rows_of<LocalDefinitionRecords>(*a.local_definitions({0})); });
  check("small/0.snap", true, whole_.snapshots[0],
      [](Archive& a) { return rows_of<SnapshotRecords>(*a.snapshots({0})); });
  check("small.marker", false, whole_.markers, [](Archive& a) { return rows_of<MarkerRecords>(*a.markers()); });
  check("small.0.thumb", false, whole_.thumbnails[0],
      [](Archive& a) { return rows_of<ThumbnailRecords>(*a.thumbnail(0)); });
}

TEST_F(Damage, EveryPrefixOfTheAnchorIsRefused) {
  const std::string file = whole("small.otf2");
  // Of the end of the anchor, 02 01 00, only the first byte says anything.
  for (std::size_t length = 0; length + 2 < file.size(); ++length) {
    SCOPED_TRACE(length);
    damage("small.otf2", file.substr(0, length));
    const auto archive = Archive::open(anchor());
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error().code, Errc::corrupt) << archive.error().text();
    EXPECT_EQ(archive.error().file, anchor());
    EXPECT_TRUE(archive.error().offset);
  }
}

// Cut files through windows that are hardly larger than a record.
TEST_F(Damage, PrefixesThroughSmallWindowsDeliverTheSame) {
  const std::string file = whole("small/0.evt");
  const Frames frames = frames_of(file, true, true);
  for (std::size_t length = 0; length <= file.size(); length += 3) {
    SCOPED_TRACE(length);
    damage("small/0.evt", file.substr(0, length));
    const auto archive = open();
    StreamOptions options;
    options.window_bytes = 64;
    options.rows = 1 + length % 5;
    auto reader = archive->event_reader({0}, options, Adjust::no);
    ASSERT_TRUE(reader);
    const Cut cut = cut_at(length, frames);
    ASSERT_TRUE(same_rows(rows_of(**reader), first_rows(whole_.events[0], cut.records)));
    if (cut.rule) expect_finding(archive->report(), *cut.rule, path("small/0.evt"), cut.at);
    if (HasFatalFailure()) return;
  }
}

// A file whose bytes are changed where they are, so that an archive need not be opened anew to see it.
class InPlace {
 public:
  explicit InPlace(const std::string& path) : file_(path, std::ios::binary | std::ios::in | std::ios::out) {}
  void put(std::size_t at, int byte) {
    file_.seekp(static_cast<std::streamoff>(at));
    file_.put(static_cast<char>(byte)).flush();
    EXPECT_TRUE(file_);
  }

 private:
  std::fstream file_;
};

// Every byte of every file but the second location's, which hold the same as the first's.
class Flipped : public Damage, public testing::WithParamInterface<const char*> {
 protected:
  template <class Read>
  void flip_every_byte(Read&& read) {
    const std::string file = whole(GetParam());
    InPlace bytes(path(GetParam()));
    for (std::size_t at = 0; at < file.size(); ++at) {
      for (const int mask : {0x01, 0x80, 0xff}) {
        bytes.put(at, file[at] ^ mask);
        read();
      }
      bytes.put(at, file[at]);
    }
    EXPECT_TRUE(open_clean(anchor()));
  }
};

std::string file_as_name(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (c == '.' || c == '/') c = '_';
  return name;
}

// Files that decide how the others are read.
using FlippedFrame = Flipped;
INSTANTIATE_TEST_SUITE_P(Files, FlippedFrame, testing::Values("small.otf2", "small.def", "small/0.def"), file_as_name);

TEST_P(FlippedFrame, ByteDoesNoHarm) {
  flip_every_byte([&] { read_all(); });
}

using FlippedRecords = Flipped;
INSTANTIATE_TEST_SUITE_P(Files, FlippedRecords,
    testing::Values("small/0.evt", "small/0.snap", "small.marker", "small.0.thumb"), file_as_name);

TEST_P(FlippedRecords, ByteDoesNoHarm) {
  const auto archive = open();
  const std::string name = GetParam();
  flip_every_byte([&] {
    if (name == "small/0.evt") read_rows(**archive->events({0}, {}));
    if (name == "small/0.snap") rows_of<SnapshotRecords>(*archive->snapshots({0}));
    if (name == "small.marker") rows_of<MarkerRecords>(*archive->markers());
    if (name == "small.0.thumb") rows_of<ThumbnailRecords>(*archive->thumbnail(0));
  });
  EXPECT_FALSE(archive->report().empty());
}

// A flipped byte costs the record it is in, and at most the rest of its chunk: never anything before it.
TEST_F(Damage, AFlippedByteTakesNothingBeforeIt) {
  const std::string file = whole("small/0.evt");
  const Frames frames = frames_of(file, true, true);
  const auto archive = open();
  InPlace bytes(path("small/0.evt"));
  for (std::size_t at = 18; at < file.size(); ++at) {
    SCOPED_TRACE(at);
    bytes.put(at, ~file[at]);
    std::size_t before = 0;
    for (const std::size_t end : frames.record_ends) before += end <= at;
    const Rows rows = stored_rows(*archive, {0});
    ASSERT_TRUE(same_rows(first_rows(rows, before), first_rows(whole_.events[0], before)));
    bytes.put(at, file[at]);
  }
}

TEST_F(Damage, AMissingEventFileIsNamed) {
  fs::remove(path("small/1.evt"));
  const auto archive = open();
  EXPECT_TRUE(rows_of(*archive, {1}).empty());
  EXPECT_EQ(rows_of(*archive, {0}).size(), whole_.events[0].size());
  expect_finding(archive->report(), file_missing, path("small/1.evt"));
  EXPECT_EQ(archive->report().count(), 1u);
}

TEST_F(Damage, AMissingGlobalDefinitionFileIsNamedAndEventsAreRead) {
  fs::remove(path("small.def"));
  const auto archive = open();
  expect_finding(archive->report(), file_missing, path("small.def"));
  ASSERT_EQ(archive->locations().size(), small_locations);
  EXPECT_TRUE(same_rows(stored_rows(*archive, {1}), whole_.events[1]));
}

TEST_F(Damage, AMissingLocalDefinitionFileIsFine) {
  fs::remove(path("small/0.def"));
  const auto archive = open_clean(anchor());
  ASSERT_TRUE(archive);
  EXPECT_TRUE(same_rows(rows_of(*archive, {0}), whole_.events[0]));
}

TEST_F(Damage, AMissingMarkerFileIsFine) {
  fs::remove(path("small.marker"));
  EXPECT_TRUE(open_clean(anchor()));
}

TEST_F(Damage, AMissingThumbnailIsNamed) {
  fs::remove(path("small.1.thumb"));
  const auto archive = open();
  examine(*archive);
  expect_finding(archive->report(), file_missing, path("small.1.thumb"));
}

TEST_F(Damage, AThumbnailWithOtherSamplesThanAnnouncedIsNamed) {
  const std::string file = whole("small.0.thumb");
  const Frames frames = frames_of(file, false, false);
  damage("small.0.thumb", file.substr(0, frames.record_ends[2]) + raw({2, 1}));
  Report report;
  open()->examine(report);
  expect_finding(report, thumbnail_samples, path("small.0.thumb"));
}

TEST_F(Damage, AMissingAnchorIsAnError) {
  fs::remove(anchor());
  const auto archive = Archive::open(anchor());
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().code, Errc::not_found);
  EXPECT_EQ(archive.error().file, anchor());
}

TEST_F(Damage, WrongCountsInTheAnchorAreNamed) {
  Anchor wrong = open()->anchor();
  ++wrong.number_of_locations;
  wrong.number_of_global_definitions -= 5;
  damage("small.otf2", text_of(serialize_anchor(wrong)));
  const auto archive = open();
  examine(*archive);
  EXPECT_EQ(archive->report().count(anchor_counts.name), 2u);
  expect_finding(archive->report(), anchor_counts, anchor());
}

TEST_F(Damage, AnEventFileNobodyDefinedIsNamed) {
  damage("small/77.evt", whole("small/0.evt"));
  const auto archive = open();
  examine(*archive);
  expect_finding(archive->report(), anchor_counts, path("small/77.evt"));
}

TEST_F(Damage, AWrongMagicIsNamed) {
  for (const char* name :
      {"small/0.evt", "small.def", "small/0.def", "small.marker", "small/0.snap", "small.0.thumb"}) {
    SCOPED_TRACE(name);
    const std::string file = whole(name);
    for (const std::size_t at : {0u, 1u}) {
      std::string wrong = file;
      wrong[at] = 'X';
      damage(name, wrong);
      const auto archive = open();
      examine(*archive);
      EXPECT_EQ(rows_of(*archive, {0}).empty(), std::string(name) == "small/0.evt");
      expect_finding(archive->report(), chunk_header, path(name), 0);
    }
    damage(name, file);
  }
}

TEST_F(Damage, ALengthPastTheEndIsNamed) {
  const std::string events = raw_time(1) + raw({12, 0}) + raw({14, 200, 0, 0});
  damage("small/0.evt", raw_chunk(events, 2));
  damage("small/0.def", raw_chunk(raw({10, 0xff}) + raw_number(~std::uint64_t{0} - 3, 8) + "x"));
  damage("small.marker", raw_chunk(raw({5, 0xff}) + raw_number(1 << 30, 8) + "x"));
  const auto archive = open();
  examine(*archive);
  EXPECT_TRUE(same_rows(stored_rows(*archive, {0}), {row_of(1, evt::Enter{{0}})}));
  expect_finding(archive->report(), record_overrun, path("small/0.evt"), 18 + 9 + 2);
  expect_finding(archive->report(), record_overrun, path("small/0.def"), 18);
  expect_finding(archive->report(), record_overrun, path("small.marker"), 18);
}

TEST_F(Damage, AnAttributeListWithoutEventIsNamed) {
  for (const std::string& behind : {raw({2, 1}), raw({0}), raw_time(5), raw({6, 1, 0})}) {
    const std::string events = raw_time(1) + raw({12, 0}) + raw({6, 5, 1, 1, 0, 1, 9});
    damage("small/0.evt", raw_chunk(events + behind, 1));
    const auto archive = open();
    EXPECT_TRUE(same_rows(stored_rows(*archive, {0}), {row_of(1, evt::Enter{{0}})}));
    expect_finding(archive->report(), record_damaged, path("small/0.evt"), 18 + 9 + 2);
  }
}

TEST_F(Damage, ADamagedAttributeListCostsOnlyItself) {
  // It says 200 entries and holds one.
  const std::string events = raw_time(1) + raw({6, 5, 1, 200, 0, 1, 9}) + raw({12, 0}) + raw({13, 0});
  damage("small/0.evt", raw_chunk(events, 2));
  const auto archive = open();
  EXPECT_TRUE(same_rows(stored_rows(*archive, {0}), {row_of(1, evt::Enter{{0}}), row_of(1, evt::Leave{{0}})}));
  expect_finding(archive->report(), record_damaged, path("small/0.evt"));
}

TEST_F(Damage, ARecordWhoseFieldsDoNotFitIsNamedAndSkipped) {
  const std::string events = raw_time(1) + raw_record(14, raw({1, 1, 9, 1})) + raw({13, 0});
  damage("small/0.evt", raw_chunk(events, 2));
  damage("small/0.def", raw_chunk(raw_record(23, raw({1, 1})) + raw_record(10, raw({1, 7, 'a', 0}))));
  const auto archive = open();
  EXPECT_TRUE(same_rows(stored_rows(*archive, {0}), {row_of(1, evt::Leave{{0}})}));
  expect_finding(archive->report(), record_damaged, path("small/0.evt"), 18 + 9);
  EXPECT_TRUE(
      same_rows(rows_of<LocalDefinitionRecords>(*archive->local_definitions({0})), {row_of(0, def::String{{7}, "a"})}));
  expect_finding(archive->report(), record_damaged, path("small/0.def"), 18);
}

TEST_F(Damage, ANumberLongerThanItsTypeIsNamed) {
  damage("small/0.evt", raw_chunk(raw_time(1) + raw({12, 5, 1, 1, 1, 1, 1}), 1));
  const auto archive = open();
  EXPECT_TRUE(rows_of(*archive, {0}).empty());
  expect_finding(archive->report(), record_damaged, path("small/0.evt"), 18 + 9);
}

TEST_F(Damage, UnknownRecordsAreCountedAndKept) {
  damage("small/0.def", raw_chunk(raw_record(200, "abc") + raw_record(10, raw({1, 7, 'a', 0}))));
  const auto archive = open();
  examine(*archive);
  expect_finding(archive->report(), unknown_record, path("small/0.def"), 18);
  EXPECT_EQ(rows_of<LocalDefinitionRecords>(*archive->local_definitions({0})).size(), 2u);
}

TEST_F(Damage, ADefinitionGivenTwiceIsNamedAndTheFirstCounts) {
  std::string file = whole("small.def");
  file = file.substr(0, frames_of(file, false, false).end_mark) + raw_record(10, raw({0, 't', 'w', 'i', 'n', 0})) +
         raw({2, 1});
  damage("small.def", file);
  const auto archive = open();
  expect_finding(archive->report(), duplicate_definition, path("small.def"));
  EXPECT_NE(archive->definitions().text(StringRef{0}), "twin");
}

TEST_F(Damage, AChunkWithOtherEventsThanAnnouncedIsNamedAndRead) {
  std::string file = whole("small/0.evt");
  file[10] = static_cast<char>(file[10] + 1);
  damage("small/0.evt", file);
  const auto archive = open();
  EXPECT_TRUE(same_rows(stored_rows(*archive, {0}), whole_.events[0]));
  expect_finding(archive->report(), chunk_events, path("small/0.evt"), 0);
}

// Times that go backwards are delivered as they stand.
TEST_F(Damage, TimesThatGoBackAreDelivered) {
  damage("small/0.evt", raw_chunk(raw_time(9) + raw({12, 0}) + raw_time(5) + raw({13, 0}), 2));
  fs::remove(path("small/0.def"));
  EXPECT_TRUE(same_rows(rows_of(*open(), {0}), {row_of(9, evt::Enter{{0}}), row_of(5, evt::Leave{{0}})}));
}

// Events that are whole and in order are copied as they are stored, all others are written anew: a copy is sound, has
// what can be read of the original, and what is wrong with that is told once.
TEST_F(Damage, CopiesOfDamagedEventsAreSound) {
  const std::string list_of_200 = raw({6, 5, 1, 200, 0, 1, 9}), enter = raw({12, 0}), leave = raw({13, 0});
  const struct {
    std::string records;
    std::uint64_t events;
    Rows rows;
    std::size_t damaged;
    ByteOrder order = ByteOrder::little;
  } cases[] = {
      {raw_time(1) + list_of_200 + enter + leave, 2, {row_of(1, evt::Enter{{0}}), row_of(1, evt::Leave{{0}})}, 1},
      {raw_time(1) + enter + raw_record(14, raw({1, 1, 9, 1})) + leave, 3,
          {row_of(1, evt::Enter{{0}}), row_of(1, evt::Leave{{0}})}, 1},
      {raw_time(9) + enter + raw_time(5) + leave, 2, {row_of(9, evt::Enter{{0}}), row_of(9, evt::Leave{{0}})}, 0},
      {raw_time(7, ByteOrder::big) + enter + leave, 2, {row_of(7, evt::Enter{{0}}), row_of(7, evt::Leave{{0}})}, 0,
          ByteOrder::big},
  };
  fs::remove(path("small/0.def"));
  for (const auto& one : cases) {
    damage("small/0.evt", raw_chunk(one.records, one.events, one.order));
    const std::string out = scratch_ / ("copy" + std::to_string(&one - cases) + "/small.otf2");
    LossReport loss;
    Report report;
    ASSERT_TRUE(copy_archive(anchor(), out, {}, loss, report));
    EXPECT_EQ(report.count(record_damaged.name), one.damaged) << text_of(report);
    const auto copy = Archive::open(out);
    ASSERT_TRUE(copy) << copy.error().text();
    EXPECT_TRUE(same_rows(stored_rows(**copy, {0}), one.rows));
    EXPECT_TRUE((*copy)->report().empty()) << text_of((*copy)->report());
  }
}

// What is well-formed but cannot be is named by the rules of the check.
TEST(DamagedMeaning, TimesThatGoBackAndUndefinedIdsAreNamed) {
  Scratch scratch;
  const std::string definitions = raw_record(5, raw({1, 100, 0, 1, 100, 0})) + raw_location(2);
  const std::string events = raw_time(9) + raw({12, 2, 0x34, 0x12}) + raw_time(5) + raw({13, 2, 0x34, 0x12});
  RawAnchor anchor;
  anchor.locations = 1;
  anchor.definitions = 2;
  auto archive = Archive::open(lay(scratch, "meaning", anchor, raw_chunk(definitions), raw_chunk(events, 2))).take();
  for (const std::size_t threads : {1u, 8u}) {
    Report report;
    check::Options options;
    options.threads = threads;
    EXPECT_EQ(check::check_trace(*archive, options, report).events, 2u);
    for (const Rule& rule : {check::time_backwards, undefined_reference}) {
      const auto groups = report.groups();
      ASSERT_TRUE(groups.contains(rule.name)) << text_of(report);
      EXPECT_EQ(groups.at(rule.name).first.front().location, 0u);
    }
  }
}

// Damage in one chunk of many: what lies in the others is delivered.
TEST_F(Damage, ADamagedChunkCostsOnlyItself) {
  Anchor anchor;
  anchor.event_chunk_bytes = smallest_chunk;
  const std::string name = scratch_ / "chunks.otf2";
  auto writer = ArchiveWriter::create(name, anchor).take();
  auto events = writer.events({0});
  for (std::uint32_t i = 0; i < 100'000; ++i) ASSERT_TRUE(events.append(i, evt::Enter{{i}}));
  ASSERT_TRUE(events.close());
  ASSERT_TRUE(writer.define(def::Location{{0}, {}, {}, 100'000, {}}));
  ASSERT_TRUE(writer.close());
  const std::string file_name = scratch_ / "chunks/0.evt";
  const std::string file = file_content(file_name);
  ASSERT_GT(file.size(), 4 * smallest_chunk);
  const Rows all = rows_of(**Archive::open(name), {0});
  const auto in_chunk = [&](std::size_t chunk) {
    StreamOptions options;
    options.parts = {chunk, chunk + 1};
    return rows_of(**Archive::open(name), {0}, options);
  };
  const std::size_t first = in_chunk(0).size(), second = in_chunk(1).size();

  std::string damaged = file;
  damaged[smallest_chunk] = 'X';  // the header of the second chunk
  write_file(file_name, damaged);
  auto archive = Archive::open(name).take();
  Rows expected = first_rows(all, first);
  expected.insert(expected.end(), all.begin() + static_cast<std::ptrdiff_t>(first + second), all.end());
  EXPECT_TRUE(same_rows(rows_of(*archive, {0}), expected));
  expect_finding(archive->report(), chunk_header, file_name, smallest_chunk);

  damaged = file;
  damaged[smallest_chunk + 10] ^= 1;  // its number of the last event
  write_file(file_name, damaged);
  archive = Archive::open(name).take();
  EXPECT_TRUE(same_rows(rows_of(*archive, {0}), all));
  expect_finding(archive->report(), chunk_events, file_name, smallest_chunk);

  damaged = file;
  damaged[smallest_chunk + 18] = 1;  // the first record of the second chunk: its time stamp becomes an end of buffer
  write_file(file_name, damaged);
  archive = Archive::open(name).take();
  EXPECT_TRUE(same_rows(rows_of(*archive, {0}), expected));
  expect_finding(archive->report(), record_damaged, file_name, smallest_chunk + 18);
}

}  // namespace
}  // namespace weft::contract
