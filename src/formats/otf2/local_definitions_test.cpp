// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/local_definitions.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace weft::otf2 {
namespace {

ClockCorrection clock_of(std::initializer_list<std::pair<Ticks, std::int64_t>> offsets) {
  ClockCorrection clock;
  for (const auto& [time, offset] : offsets) clock.add({{time}, offset, 0.0});
  return clock;
}

TEST(ClockCorrection, NeedsTwoOffsets) {
  EXPECT_FALSE(ClockCorrection{}.active());
  EXPECT_FALSE(clock_of({{10, 100}}).active());
  EXPECT_TRUE(clock_of({{10, 100}, {20, 100}}).active());
}

TEST(ClockCorrection, DrawsALineThroughTwoOffsets) {
  auto clock = clock_of({{100, 10}, {200, 20}});
  EXPECT_EQ(clock.correct(0), 0u);
  EXPECT_EQ(clock.correct(100), 110u);
  EXPECT_EQ(clock.correct(150), 165u);
  EXPECT_EQ(clock.correct(1000), 1100u);
}

TEST(ClockCorrection, RoundsHalvesToEven) {
  auto clock = clock_of({{0, 0}, {2, 1}});
  EXPECT_EQ(clock.correct(1), 1u);
  EXPECT_EQ(clock.correct(3), 5u);
  EXPECT_EQ(clock.correct(5), 7u);
}

TEST(ClockCorrection, NeverMovesBack) {
  auto clock = clock_of({{0, 0}, {10, 0}, {20, 10}});
  EXPECT_EQ(clock.correct(10), 10u);
  EXPECT_EQ(clock.correct(11), 12u) << "the second interval begins behind the end of the first";
  EXPECT_EQ(clock.correct(9), 8u) << "and stays in use";
}

TEST(ClockCorrection, PassesOverIntervalsNobodyUsed) {
  auto clock = clock_of({{0, 0}, {10, 50}, {20, -7}, {30, 3}, {40, 3}});
  EXPECT_EQ(clock.intervals(), 4u);
  EXPECT_EQ(clock.correct(35), 38u);
}

TEST(ClockCorrection, StartsAfreshBehindAnOffsetOutOfOrder) {
  ClockCorrection clock;
  EXPECT_TRUE(clock.add({{10}, 0, 0}));
  EXPECT_FALSE(clock.add({{10}, 0, 0}));
  EXPECT_TRUE(clock.add({{5}, 0, 0})) << "the first of a new sequence";
  EXPECT_FALSE(clock.active());
  EXPECT_TRUE(clock.add({{6}, 1, 0}));
  EXPECT_EQ(clock.intervals(), 1u);
}

TEST(ClockCorrection, SurvivesAbsurdOffsets) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  for (const auto& offsets : {std::pair{least, most}, {most, least}, {most, most}, {least, least}}) {
    auto clock = clock_of({{0, offsets.first}, {1, offsets.second}});
    for (const Ticks time : {Ticks{0}, Ticks{1}, Ticks{1} << 63, ~Ticks{0}}) clock.correct(time);
  }
  EXPECT_EQ(clock_of({{0, most}, {1, most}}).correct(5), Ticks{5} + static_cast<Ticks>(most));
}

TEST(LocalDefinitions, KeepTheFirstTableOfAType) {
  LocalDefinitions local;
  std::vector<IdPair> pairs{{0, 5}};
  EXPECT_FALSE(local.maps_anything());
  EXPECT_TRUE(local.add({MappingType::region, {IdMapMode::dense, pairs}}));
  pairs[0].global = 6;
  EXPECT_FALSE(local.add({MappingType::region, {IdMapMode::dense, pairs}}));
  EXPECT_EQ(local.global(MappingType::region, 0), 5u) << "and own its pairs";
  EXPECT_EQ(local.global(MappingType::comm, 0), 0u);
  EXPECT_TRUE(local.add({static_cast<MappingType>(15), {IdMapMode::dense, pairs}})) << "unknown types are no error";
}

TEST(LocalDefinitions, MapValuesByTheirType) {
  LocalDefinitions local;
  const IdPair pairs[] = {{0, 0x1'0000'0005}};
  local.add({MappingType::location, {IdMapMode::dense, pairs}});
  local.add({MappingType::string, {IdMapMode::dense, pairs}});
  EXPECT_EQ(local.global({Type::location, 0}), (TypedValue{Type::location, 0x1'0000'0005}));
  EXPECT_EQ(local.global({Type::string, 0}), (TypedValue{Type::string, 5})) << "ids of 32 bits are cut";
  EXPECT_EQ(local.global({Type::uint64, 0}), (TypedValue{Type::uint64, 0}));
  EXPECT_EQ(local.global({static_cast<Type>(200), 0}), (TypedValue{static_cast<Type>(200), 0}));
}

TEST(MappingOf, PairsTypesOfValuesWithIdSpaces) {
  EXPECT_EQ(mapping_of(Type::none), std::nullopt);
  EXPECT_EQ(mapping_of(Type::double_), std::nullopt);
  EXPECT_EQ(mapping_of(Type::string), mapping_of<StringRef>());
  EXPECT_EQ(mapping_of(Type::io_handle), mapping_of<IoHandleRef>());
  EXPECT_EQ(mapping_of(Type::location_group), mapping_of<LocationGroupRef>());
  EXPECT_EQ(mapping_of(static_cast<Type>(26)), std::nullopt);
  EXPECT_EQ(mapping_of<SystemTreeNodeRef>(), std::nullopt);
  EXPECT_EQ(mapping_of<IoParadigmRef>(), std::nullopt);
}

}  // namespace
}  // namespace weft::otf2
