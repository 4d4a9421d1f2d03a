// SPDX-License-Identifier: BSD-3-Clause
#include "schema/schema.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "schema/any_record.hpp"
#include "schema/compare.hpp"

namespace weft {
namespace {

struct Point {
  int x = 0;
  double y = 0;

  static constexpr auto schema = record(
      "Point", "A place.", field<&Point::x>("x", "To the right."), field<&Point::y>("y", "Upwards."));
};

struct Path {
  std::string_view name;
  Sequence<int, std::uint8_t> steps;

  static constexpr auto schema = record("Path", "A way.", field<&Path::name>("name", "Its name."),
      list<&Path::steps>("numberOfSteps", "steps", "The steps."));
};

struct Trip {
  Point start;
  Path way;

  static constexpr auto schema = record("Trip", "Records within a record.",
      field<&Trip::start>("start", "Where it begins."), field<&Trip::way>("way", "How it goes."));
};

struct Nothing {
  static constexpr auto schema = record("Nothing", "No fields at all.");
};

struct Forgetful {
  int listed = 0;
  int forgotten = 0;

  static constexpr auto schema = record("Forgetful", "One field is missing.", field<&Forgetful::listed>("listed", "."));
};

using Shapes = TypeList<Point, Path, Nothing>;
static_assert(well_formed(Shapes{}));
static_assert(!well_formed(TypeList<Forgetful>{}));
static_assert(Record<Point> && !Record<int>);

TEST(Schema, WalksItsFieldsInOrder) {
  std::string names;
  Path::schema.each([&](const auto& f) { names += std::string(f.name) + " "; });
  EXPECT_EQ(names, "name steps ");
  int fields = 0;
  Nothing::schema.each([&](const auto&) { ++fields; });
  EXPECT_EQ(fields, 0);
}

TEST(Schema, ReachesTheMembersOfARecord) {
  Point point{3, 4.5};
  double sum = 0;
  Point::schema.each([&](const auto& f) {
    sum += point.*f.member;
    point.*f.member = 1;
  });
  EXPECT_EQ(sum, 7.5);
  EXPECT_EQ(point.x, 1);
  EXPECT_EQ(point.y, 1.0);
}

TEST(Schema, TellsKindsOfFieldsApart) {
  Path::schema.each([&](const auto& f) {
    using F = std::remove_cvref_t<decltype(f)>;
    EXPECT_EQ(is_list_field<F>, f.name == "steps");
    EXPECT_FALSE(is_typed_field<F>);
  });
}

TEST(TypeList, CallsWithTheTypeAtAnIndex) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < Shapes::size; ++i)
    names.push_back(Shapes::dispatch(i, [](auto type) { return std::string(decltype(type)::type::schema.name); }));
  EXPECT_EQ(names, (std::vector<std::string>{"Point", "Path", "Nothing"}));
}

TEST(TypeList, KnowsItsMembers) {
  static_assert(Shapes::index_of<Path>() == 1);
  static_assert(Shapes::contains<Nothing> && !Shapes::contains<int>);
  static_assert(std::is_same_v<Concat<TypeList<int>, TypeList<char, long>>, TypeList<int, char, long>>);
  int visited = 0;
  Shapes::each([&](auto) { ++visited; });
  EXPECT_EQ(visited, 3);
}

using AnyShape = AnyRecord<Shapes>;

TEST(AnyRecord, HoldsOneOfManyTypes) {
  AnyShape any = Point{1, 2};
  EXPECT_TRUE(any.is<Point>());
  EXPECT_EQ(any.as<Point>().y, 2.0);
  EXPECT_EQ(any.get_if<Path>(), nullptr);
  any = Path{"p", {}};
  EXPECT_EQ(any.index(), 1u);
  EXPECT_EQ(any.get_if<Path>()->name, "p");
}

TEST(AnyRecord, IsTheFirstTypeWhenNothingWasPut) {
  const AnyShape any;
  EXPECT_EQ(any.as<Point>().x, 0);
}

TEST(AnyRecord, VisitsItsRecordAsItsOwnType) {
  for (const AnyShape& any : {AnyShape(Point{}), AnyShape(Path{}), AnyShape(Nothing{})})
    any.visit(
        [&](const auto& record) { EXPECT_EQ(any.index(), Shapes::index_of<std::remove_cvref_t<decltype(record)>>()); });
}

TEST(Same, LooksIntoListsAndTexts) {
  const int steps[] = {1, 2};
  const std::vector<int> copy(std::begin(steps), std::end(steps));
  const std::string name = "way";
  EXPECT_TRUE(same(Path{"way", steps}, Path{name, copy}));
  EXPECT_FALSE(same(Path{"way", steps}, Path{"other", steps}));
  EXPECT_FALSE(same(Path{"way", steps}, Path{"way", {}}));
  EXPECT_TRUE(same(Nothing{}, Nothing{}));
  EXPECT_FALSE(same(Point{1, 2}, Point{1, 3}));
}

TEST(Same, ComparesNumbersByTheirBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same(Point{1, nan}, Point{1, nan}));
  EXPECT_FALSE(same(Point{1, 0.0}, Point{1, -0.0}));
}

TEST(Same, LooksIntoRecordsWithinRecords) {
  const int steps[] = {1}, others[] = {2};
  EXPECT_TRUE(same(Trip{{1, 2}, {"a", steps}}, Trip{{1, 2}, {"a", steps}}));
  EXPECT_FALSE(same(Trip{{1, 2}, {"a", steps}}, Trip{{1, 3}, {"a", steps}}));
  EXPECT_FALSE(same(Trip{{1, 2}, {"a", steps}}, Trip{{1, 2}, {"a", others}}));
}

TEST(Kept, OwnsWhatTheRecordBorrowed) {
  Arena arena;
  std::string name = "way";
  std::vector<int> steps{1, 2, 3};
  const Path path = kept(Path{name, steps}, arena);
  name = "???";
  steps.assign(3, 0);
  EXPECT_EQ(path.name, "way");
  EXPECT_EQ(path.steps.size(), 3u);
  EXPECT_EQ(path.steps[2], 3);
}

TEST(Kept, OwnsWhatRecordsWithinBorrowed) {
  Arena arena;
  std::string name = "way";
  std::vector<int> steps{1, 2, 3};
  const Trip trip = kept(Trip{{}, {name, steps}}, arena);
  name = "???";
  steps.assign(3, 0);
  EXPECT_EQ(trip.way.name, "way");
  EXPECT_EQ(trip.way.steps[2], 3);
}

}  // namespace
}  // namespace weft
