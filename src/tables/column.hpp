// SPDX-License-Identifier: BSD-3-Clause
// Column: what a table says of one of its columns. A table is declared as the struct of a row with its schema, as
// records are; the type of a member says what kind of column it becomes, and what a constraint on it means to a scan.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "model/event_types.hpp"
#include "schema/schema.hpp"

namespace weft::tables {

// How the values of a column lie in a block.
enum class ColumnType : std::uint8_t {
  int64,
  uint64,
  real,
  name,  // a number, the code of a name in a dictionary
  text,
};

// What it takes to leave out rows before they are made: fields of EventFilter. Of columns that are `either` a row has
// several: it is enough if the filter wants one of them.
enum class Meaning : std::uint8_t {
  plain,
  time,
  seconds,
  location,
  kind,
  region,
  region_name,
  either_time,
  either_location,
};

constexpr bool is_either(Meaning meaning) {
  return meaning == Meaning::either_time || meaning == Meaning::either_location;
}

struct Column {
  std::string_view name;
  std::string_view doc;
  ColumnType type;
  Meaning meaning;
  bool nullable;
};

// Seconds from the beginning of the trace.
struct Seconds {
  Ticks time = 0;
};

// A time, or location, of a row that has several.
struct EitherTime {
  Ticks value = 0;
};
struct EitherLocation {
  std::uint64_t value = 0;
};

// The name of what has the id.
template <class Id>
struct NameOf {
  Id id;
};

// The code of a name in the dictionary of everything that events refer to first.
struct AnyName {
  std::uint32_t code = ~std::uint32_t{0};
};

template <class T>
struct ColumnTraits;

template <>
struct ColumnTraits<std::uint64_t> {
  static constexpr Column column{{}, {}, ColumnType::uint64, Meaning::plain, false};
};
template <>
struct ColumnTraits<std::int64_t> {
  static constexpr Column column{{}, {}, ColumnType::int64, Meaning::plain, false};
};
template <>
struct ColumnTraits<double> {
  static constexpr Column column{{}, {}, ColumnType::real, Meaning::plain, false};
};
template <>
struct ColumnTraits<std::string_view> {
  static constexpr Column column{{}, {}, ColumnType::text, Meaning::plain, false};
};
template <>
struct ColumnTraits<Timestamp> {
  static constexpr Column column{{}, {}, ColumnType::uint64, Meaning::time, false};
};
template <>
struct ColumnTraits<Seconds> {
  static constexpr Column column{{}, {}, ColumnType::real, Meaning::seconds, false};
};
template <>
struct ColumnTraits<EitherTime> {
  static constexpr Column column{{}, {}, ColumnType::uint64, Meaning::either_time, false};
};
template <>
struct ColumnTraits<EitherLocation> {
  static constexpr Column column{{}, {}, ColumnType::uint64, Meaning::either_location, false};
};
template <>
struct ColumnTraits<Kind> {
  static constexpr Column column{{}, {}, ColumnType::name, Meaning::kind, false};
};
template <>
struct ColumnTraits<AnyName> {
  static constexpr Column column{{}, {}, ColumnType::name, Meaning::plain, true};
};
template <class Space, class Rep>
struct ColumnTraits<Ref<Space, Rep>> {
  static constexpr Meaning meaning = std::is_same_v<Space, LocationSpace> ? Meaning::location
                                     : std::is_same_v<Space, RegionSpace> ? Meaning::region
                                                                          : Meaning::plain;
  static constexpr Column column{{}, {}, ColumnType::uint64, meaning, true};
};
template <class Id>
struct ColumnTraits<NameOf<Id>> {
  static constexpr Meaning meaning = std::is_same_v<Id, RegionRef> ? Meaning::region_name : Meaning::plain;
  static constexpr Column column{{}, {}, ColumnType::name, meaning, true};
};
template <Enumeration E>
struct ColumnTraits<E> {
  static constexpr bool is_number = is_flag_set(E{});
  static constexpr Column column{{}, {}, is_number ? ColumnType::uint64 : ColumnType::name, Meaning::plain, !is_number};
};
// May be missing, and is then no bound of anything, unless there is another one.
template <class T>
struct ColumnTraits<std::optional<T>> {
  static constexpr Column of = ColumnTraits<T>::column;
  static constexpr Column column{{}, {}, of.type, is_either(of.meaning) ? of.meaning : Meaning::plain, true};
};

namespace detail {

template <class... Fields>
constexpr std::array<Column, sizeof...(Fields)> columns_of(const Schema<Fields...>& schema) {
  std::array<Column, sizeof...(Fields)> columns{};
  std::size_t i = 0;
  schema.each([&](const auto& f) {
    Column column = ColumnTraits<typename std::remove_cvref_t<decltype(f)>::Value>::column;
    column.name = f.name;
    column.doc = f.doc;
    columns[i++] = column;
  });
  return columns;
}

}  // namespace detail

// Those of a row.
template <Record Row>
inline constexpr auto columns_of = detail::columns_of(Row::schema);

// Which of them has the name.
template <Record Row>
consteval std::size_t place_of(std::string_view name) {
  std::size_t place = 0;
  while (columns_of<Row>.at(place).name != name) ++place;
  return place;
}

}  // namespace weft::tables
