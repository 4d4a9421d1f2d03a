// SPDX-License-Identifier: BSD-3-Clause
// Clock offsets and mapping tables of locations, applied to their events (docs/formats/otf2.md, section 9).
#include <gtest/gtest.h>

#include "content.hpp"
#include "formats/otf2/copy.hpp"
#include "formats/otf2/rules.hpp"
#include "formats/otf2/writer.hpp"
#include "model/merge.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

constexpr LocationRef here{0};

// An archive with one location, its local definitions and its events.
class Adjusted : public testing::Test {
 protected:
  Adjusted()
      : writer_(ArchiveWriter::create(path_, small_chunks()).take()),
        local_(writer_.local_definitions(here)),
        events_(writer_.events(here)) {}

  static Anchor small_chunks() {
    Anchor anchor;
    anchor.event_chunk_bytes = smallest_chunk;
    return anchor;
  }

  void offset(Ticks time, std::int64_t offset) { ASSERT_TRUE(local_.write(ClockOffset{{time}, offset, 0.0})); }
  void map(MappingType type, IdMapMode mode, std::vector<IdPair> pairs) {
    ASSERT_TRUE(local_.write(MappingTable{type, {mode, pairs}}));
  }
  template <class R>
  void event(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
    ASSERT_TRUE(events_.append(time, record, attributes));
  }
  Archive& archive() {
    if (archive_) return *archive_;
    EXPECT_TRUE(local_.close());
    EXPECT_TRUE(events_.close());
    EXPECT_TRUE(writer_.define(def::Location{here, {}, LocationType::cpu_thread, events_.records(), {}}));
    EXPECT_TRUE(writer_.close());
    archive_ = Archive::open(path_).take();
    return *archive_;
  }
  Rows rows() { return rows_of(archive(), here); }
  std::vector<Ticks> times() {
    std::vector<Ticks> times;
    for (const Row& row : rows()) times.push_back(row.time);
    return times;
  }

  Scratch scratch_;
  std::string path_ = scratch_ / "adjusted.otf2";
  ArchiveWriter writer_;
  LocalDefinitionWriter local_;
  EventWriter events_;
  std::unique_ptr<Archive> archive_;
};

using Clock = Adjusted;
using Mapping = Adjusted;

TEST_F(Clock, InterpolatesBetweenTwoOffsetsAndBeyondThem) {
  offset(1000, 100);
  offset(2000, 200);  // a tenth of a tick per tick
  for (const Ticks t : {0u, 500u, 1000u, 1500u, 2000u, 3000u}) event(t, evt::Enter{{0}});
  EXPECT_EQ(times(), (std::vector<Ticks>{0, 550, 1100, 1650, 2200, 3300}));
}

TEST_F(Clock, RoundsHalvesToEven) {
  offset(0, 0);
  offset(10, 5);  // half a tick per tick
  for (Ticks t = 1; t <= 8; ++t) event(t, evt::Enter{{0}});
  // 0.5 -> 0, 1 -> 1, 1.5 -> 2, 2 -> 2, 2.5 -> 2, 3 -> 3, 3.5 -> 4, 4 -> 4
  EXPECT_EQ(times(), (std::vector<Ticks>{1, 3, 5, 6, 7, 9, 11, 12}));
}

TEST_F(Clock, ExtrapolatesBackwardsWithNegativeDistance) {
  offset(100, 50);
  offset(200, 40);  // minus a tenth per tick
  for (const Ticks t : {0u, 85u, 95u, 100u, 105u, 300u}) event(t, evt::Enter{{0}});
  // Before the first offset it grows: at 0 by 10, at 85 by 1.5 (to 2, even), at 95 by 0.5 (to 0, even).
  EXPECT_EQ(times(), (std::vector<Ticks>{60, 137, 145, 150, 155, 330}));
}

TEST_F(Clock, OneOffsetAloneHasNoEffect) {
  offset(1000, 100);
  event(1000, evt::Enter{{0}});
  EXPECT_EQ(times(), std::vector<Ticks>{1000});
}

TEST_F(Clock, MovesToTheNextIntervalBehindItsEnd) {
  offset(0, 0);
  offset(100, 0);
  offset(200, 100);
  offset(300, 0);
  for (const Ticks t : {100u, 101u, 200u, 201u, 300u, 400u}) event(t, evt::Enter{{0}});
  EXPECT_EQ(times(), (std::vector<Ticks>{100, 102, 300, 300, 300, 300}));
}

TEST_F(Clock, OffsetsMayBeNegativeAndWrapAround) {
  offset(0, -100);
  offset(1000, -100);
  event(50, evt::Enter{{0}});
  event(150, evt::Enter{{0}});
  EXPECT_EQ(times(), (std::vector<Ticks>{~Ticks{0} - 49, 50}));
}

TEST_F(Clock, AnOffsetOutOfOrderBeginsNoIntervalNorDoesItsPredecessor) {
  offset(0, 0);
  offset(100, 10);
  offset(100, 1000);  // not later
  offset(200, 20);
  offset(300, 120);
  for (const Ticks t : {50u, 150u, 250u}) event(t, evt::Enter{{0}});
  // The intervals are 0..100 and 200..300: 150 lies behind the first and is extrapolated backwards from the second.
  EXPECT_EQ(times(), (std::vector<Ticks>{55, 120, 320}));
  EXPECT_EQ(archive().report().count(clock_order.name), 1u);
}

TEST_F(Clock, CorrectsStopTimesInTheOrderTheyAreRead) {
  offset(0, 0);
  offset(100, 0);
  offset(200, 100);
  event(10, evt::BufferFlush{{150}});  // moves on to the second interval
  event(20, evt::Enter{{0}});          // so this one is extrapolated backwards from there: 20 + (-80)
  event(160, evt::BufferFlush{{170}});
  EXPECT_TRUE(same_rows(rows(), {row_of(10, evt::BufferFlush{{200}}), row_of(~Ticks{0} - 59, evt::Enter{{0}}),
                                    row_of(220, evt::BufferFlush{{240}})}));
}

TEST_F(Clock, ReadsInOnePieceWhenIntervalsDependOnWhatWasBefore) {
  offset(0, 0);
  offset(100, 0);
  offset(200, 100);
  for (std::uint32_t i = 0; i < 100'000; ++i) event(i, evt::Enter{{i}});
  EXPECT_EQ(archive().parts(here), 1u);
}

TEST_F(Clock, ReadsPartsWithOneIntervalAsTheWhole) {
  offset(0, 0);
  offset(100, 10);
  for (std::uint32_t i = 0; i < 100'000; ++i) event(i, evt::Enter{{i}});
  const std::uint64_t parts = archive().parts(here);
  ASSERT_GT(parts, 1u);
  Rows joined;
  for (std::uint64_t part = 0; part < parts; ++part) {
    StreamOptions options;
    options.parts = {part, part + 1};
    const Rows piece = rows_of(archive(), here, options);
    joined.insert(joined.end(), piece.begin(), piece.end());
  }
  EXPECT_TRUE(same_rows(joined, rows()));
}

TEST_F(Clock, CopiesKeepOrApplyTheCorrection) {
  offset(1000, 100);
  offset(2000, 200);
  event(1500, evt::BufferFlush{{1600}});
  for (const bool unify : {false, true}) {
    archive();
    CopyOptions options;
    options.unify = unify;
    LossReport loss;
    Report report;
    const std::string out = scratch_ / (unify ? "unified.otf2" : "kept.otf2");
    ASSERT_TRUE(copy_archive(path_, out, options, loss, report));
    const auto copy = open_clean(out);
    ASSERT_TRUE(copy);
    EXPECT_TRUE(same_rows(rows_of(*copy, here), {row_of(1650, evt::BufferFlush{{1760}})}));
    EXPECT_TRUE(same_rows(stored_rows(*copy, here),
        {unify ? row_of(1650, evt::BufferFlush{{1760}}) : row_of(1500, evt::BufferFlush{{1600}})}));
  }
}

// What a merge must do when correction makes the times of a location go backwards: keep the order of its file.
TEST(ClockMerge, KeepsTheOrderOfALocationWhoseTimesGoBack) {
  Scratch scratch;
  auto writer = ArchiveWriter::create(scratch / "m.otf2", {}).take();
  auto local = writer.local_definitions({1});
  for (const auto& [time, offset] : {std::pair{100, 0}, {110, 0}, {120, -30}, {130, -30}})
    ASSERT_TRUE(local.write(ClockOffset{{static_cast<Ticks>(time)}, offset, 0}));
  ASSERT_TRUE(local.close());
  for (const std::uint64_t location : {0u, 1u}) {
    auto events = writer.events({location});
    for (std::uint32_t i = 0; i < 8; ++i) ASSERT_TRUE(events.append(5 * i + 90 + 10 * location, evt::Enter{{i}}));
    ASSERT_TRUE(events.close());
    ASSERT_TRUE(writer.define(def::Location{{location}, {}, {}, 8, {}}));
  }
  ASSERT_TRUE(writer.close());
  auto archive = Archive::open(scratch / "m.otf2").take();

  // Step by step: the location whose next event is earliest, the smaller id among equals.
  std::vector<Rows> lanes{rows_of(*archive, {0}), rows_of(*archive, {1})};
  EXPECT_FALSE(std::ranges::is_sorted(lanes[1], {}, &Row::time)) << "the case this test is about";
  std::vector<std::size_t> next(2);
  auto merge = Merge::open(*archive, archive->locations()).take();
  while (merge.next()) {
    std::size_t lane = 0;
    if (next[0] == lanes[0].size() || (next[1] < lanes[1].size() && lanes[1][next[1]].time < lanes[0][next[0]].time))
      lane = 1;
    EXPECT_EQ(merge.batch().location.value, lane);
    EXPECT_EQ(merge.batch().time[merge.row()], lanes[lane][next[lane]].time);
    ++next[lane];
  }
  EXPECT_EQ(next, (std::vector<std::size_t>{8, 8}));
}

TEST_F(Mapping, DenseTablesMapTheirIdsAndLeaveOthers) {
  map(MappingType::region, IdMapMode::dense, {{0, 10}, {1, 300}});
  for (const std::uint32_t region : {0u, 1u, 2u, ~0u}) event(region, evt::Enter{{region}});
  EXPECT_TRUE(same_rows(rows(), {row_of(0, evt::Enter{{10}}), row_of(1, evt::Enter{{300}}), row_of(2, evt::Enter{{2}}),
                                    row_of(~0u, evt::Enter{{~0u}})}));
}

TEST_F(Mapping, SparseTablesMapTheirIdsAndLeaveOthers) {
  map(MappingType::region, IdMapMode::sparse, {{3, 0}, {7, 3}, {~0u, 5}});
  for (const std::uint32_t region : {0u, 3u, 5u, 7u, ~0u}) event(region, evt::Leave{{region}});
  EXPECT_TRUE(same_rows(rows(), {row_of(0, evt::Leave{{0}}), row_of(3, evt::Leave{{0}}), row_of(5, evt::Leave{{5}}),
                                    row_of(7, evt::Leave{{3}}), row_of(~0u, evt::Leave{{5}})}));
}

TEST_F(Mapping, UnsortedTablesAreSortedAndTheLastOfDuplicatesCounts) {
  map(MappingType::region, IdMapMode::sparse, {{9, 90}, {2, 20}, {5, 50}, {2, 21}, {9, 91}});
  for (const std::uint32_t region : {2u, 5u, 9u}) event(region, evt::Enter{{region}});
  EXPECT_TRUE(
      same_rows(rows(), {row_of(2, evt::Enter{{21}}), row_of(5, evt::Enter{{50}}), row_of(9, evt::Enter{{91}})}));
}

TEST_F(Mapping, TheUndefinedIdOf64BitsBecomesThatOf32) {
  map(MappingType::region, IdMapMode::dense, {{0, ~std::uint64_t{0}}});
  map(MappingType::string, IdMapMode::dense, {{0, 0x1234567890}});
  const StringRef arguments[] = {{0}, {1}};
  event(0, evt::Enter{{0}});
  event(1, evt::ProgramBegin{{0}, arguments});
  const StringRef mapped[] = {{0x34567890}, {1}};
  EXPECT_TRUE(same_rows(rows(), {row_of(0, evt::Enter{{}}), row_of(1, evt::ProgramBegin{{0x34567890}, mapped})}));
}

TEST_F(Mapping, TheFirstOfTwoTablesOfOneTypeIsUsed) {
  map(MappingType::region, IdMapMode::dense, {{0, 1}});
  map(MappingType::region, IdMapMode::dense, {{0, 2}});
  event(0, evt::Enter{{0}});
  EXPECT_TRUE(same_rows(rows(), {row_of(0, evt::Enter{{1}})}));
  EXPECT_EQ(archive().report().count(duplicate_mapping.name), 1u);
}

TEST_F(Mapping, UnknownTypesOfTablesAreIgnored) {
  map(static_cast<MappingType>(15), IdMapMode::dense, {{0, 1}});
  map(static_cast<MappingType>(255), IdMapMode::dense, {{0, 1}});
  event(0, evt::Enter{{0}});
  EXPECT_TRUE(same_rows(rows(), {row_of(0, evt::Enter{{0}})}));
  EXPECT_TRUE(archive().report().empty()) << text_of(archive().report());
}

TEST_F(Mapping, AttributesAreMappedByKeyAndByTypeOfValue) {
  map(MappingType::attribute, IdMapMode::dense, {{0, 5}, {1, 6}});
  map(MappingType::location, IdMapMode::dense, {{0, 0x123456789}});
  map(MappingType::comm, IdMapMode::dense, {{0, ~std::uint64_t{0}}});
  const AttributeEntry stored[] = {{{0}, {Type::attribute, 1}}, {{1}, {Type::location, 0}}, {{2}, {Type::comm, 0}},
      {{3}, {Type::uint32, 0}}, {{4}, {Type::region, 0}}};
  const AttributeEntry mapped[] = {{{5}, {Type::attribute, 6}}, {{6}, {Type::location, 0x123456789}},
      {{2}, {Type::comm, 0xffffffff}}, {{3}, {Type::uint32, 0}}, {{4}, {Type::region, 0}}};
  event(0, evt::Enter{{0}}, stored);
  EXPECT_TRUE(same_rows(rows(), {row_of(0, evt::Enter{{0}}, mapped)}));
}

// The types of values from STRING on name the same id spaces as the mapping types, in the same order.
TEST_F(Mapping, EveryReferenceTypeUsesItsOwnTable) {
  std::vector<AttributeEntry> stored, mapped;
  for (unsigned type = 0; type < mapping_types; ++type) {
    map(static_cast<MappingType>(type), IdMapMode::dense, {{0, 100 + type}});
    const auto value_type = static_cast<Type>(plain(Type::string) + type);
    stored.push_back({{type + 1}, {value_type, 0}});
    mapped.push_back({{type + 1}, {value_type, 100 + type}});
  }
  event(0, evt::RmaWinCreate{{7}}, stored);
  EXPECT_TRUE(same_rows(rows(), {row_of(0, evt::RmaWinCreate{{7}}, mapped)}));
}

// Every reference in every event, from the schema: all ids 0 become 100 + the number of their table.
template <class R>
R with_ids(bool mapped, Arena& arena) {
  R record{};
  R::schema.each([&](const auto& f) {
    auto& value = record.*f.member;
    using Value = std::remove_reference_t<decltype(value)>;
    auto id = [&]<class Id>(std::type_identity<Id>) {
      const auto type = mapping_of<Id>();
      return Id{static_cast<typename Id::rep>(mapped && type ? 100 + plain(*type) : 0)};
    };
    if constexpr (is_ref<Value>)
      value = id(std::type_identity<Value>{});
    else if constexpr (is_sequence<Value>)
      if constexpr (is_ref<typename Value::element>) {
        const auto list = arena.allocate_array<typename Value::element>(3);
        std::ranges::fill(list, id(std::type_identity<typename Value::element>{}));
        value = Value(list);
      }
  });
  return record;
}

TEST_F(Mapping, EveryReferenceOfEveryEventIsMapped) {
  for (unsigned type = 0; type < mapping_types; ++type)
    map(static_cast<MappingType>(type), IdMapMode::dense, {{0, 100 + type}});
  Arena arena;
  Rows expected;
  RecordsOf<EventRecords>::each([&](auto type) {
    using R = typename decltype(type)::type;
    event(0, with_ids<R>(false, arena));
    expected.push_back(row_of(0, with_ids<R>(true, arena)));
  });
  EXPECT_TRUE(same_rows(rows(), expected));
}

TEST_F(Mapping, SnapshotsAndLocalDefinitionsAreNotMapped) {
  map(MappingType::region, IdMapMode::dense, {{0, 9}});
  offset(0, 5);
  offset(10, 5);
  ASSERT_TRUE(local_.write(def::Callpath{{0}, {}, {0}}));
  auto snapshots = writer_.snapshots(here);
  ASSERT_TRUE(snapshots.append(3, Snap<evt::Enter>{{2}, {{0}}}));
  ASSERT_TRUE(snapshots.close());
  writer_.anchor().number_of_snapshots = 1;
  EXPECT_TRUE(
      same_rows(rows_of<SnapshotRecords>(*archive().snapshots(here)), {row_of(3, Snap<evt::Enter>{{2}, {{0}}})}));
  EXPECT_EQ(rows_of<LocalDefinitionRecords>(*archive().local_definitions(here)).back(),
      row_of(0, def::Callpath{{0}, {}, {0}}));
}

TEST_F(Mapping, UnifiedCopiesHoldGlobalIds) {
  map(MappingType::region, IdMapMode::dense, {{0, 9}});
  event(0, evt::Enter{{0}});
  archive();
  CopyOptions options;
  options.unify = true;
  LossReport loss;
  Report report;
  ASSERT_TRUE(copy_archive(path_, scratch_ / "unified.otf2", options, loss, report));
  const auto copy = open_clean(scratch_ / "unified.otf2");
  ASSERT_TRUE(copy);
  EXPECT_TRUE(same_rows(stored_rows(*copy, here), {row_of(0, evt::Enter{{9}})}));
  EXPECT_EQ(fs::file_size(copy->paths().local_definitions(here)), 20u) << "nothing but an empty chunk is left there";
}

}  // namespace
}  // namespace weft::contract
