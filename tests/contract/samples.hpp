// SPDX-License-Identifier: BSD-3-Clause
// Samples: instances of any record with edge values in every field, made by walking its schema. A record added to a
// schema is tested without another line. Texts and lists live in the arena.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "formats/otf2/records.hpp"
#include "schema/any_record.hpp"

namespace weft::contract {

template <class T>
std::vector<T> edge_values(Arena& arena);
template <Record R>
std::span<const R> samples(Arena& arena);

template <std::integral T>
std::vector<T> edge_integers() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_signed_v<T>)
    return {-300, 0, 1, -1, 127, -128, Limits::max(), Limits::min(), static_cast<T>(Limits::min() + 1)};
  else if constexpr (sizeof(T) == 1)
    return {1, 0, 127, 128, 254, 255};
  else
    return {256, 0, 1, 255, 0x01000000, static_cast<T>(Limits::max() - 1), Limits::max()};
}

// All named values, and some that have no name yet.
template <class E>
std::vector<E> edge_enumerators() {
  using Number = std::underlying_type_t<E>;
  std::vector<E> values;
  for (const Enumerator& e : enumerators<E>()) values.push_back(static_cast<E>(e.value));
  for (const Number unknown : {Number{200}, static_cast<Number>(~Number{0} - 1), static_cast<Number>(~Number{0})})
    if (std::ranges::find(values, static_cast<E>(unknown)) == values.end()) values.push_back(static_cast<E>(unknown));
  return values;
}

inline std::vector<double> edge_doubles() {
  using Limits = std::numeric_limits<double>;
  return {0.0, -0.0, 1.5, -1e300, Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), Limits::denorm_min()};
}

inline std::vector<std::string_view> edge_texts(Arena& arena) {
  std::vector<std::string_view> texts;
  for (const std::size_t length : {1u, 0u, 254u, 255u, 300u}) texts.push_back(arena.copy(std::string(length, 'x')));
  texts.push_back("gr\xc3\xbc\xc3\x9f dich, \xe2\x82\xac \xf0\x9f\x90\x99");
  texts.push_back("\xff\xfe lone \x80 cut \xe2\x82");  // not UTF-8
  texts.push_back("\"quoted\"\\ \t\n\r\x01\x7f");
  return texts;
}

// How many bits a value of a type has of its own (docs/formats/otf2.md, section 5.3).
inline unsigned value_bits(Type type) {
  switch (type) {
    case Type::uint8:
    case Type::int8:
      return 8;
    case Type::uint16:
    case Type::int16:
      return 16;
    case Type::none:
    case Type::uint64:
    case Type::int64:
    case Type::double_:
    case Type::location:
      return 64;
    default:
      return type <= Type::location_group ? 32 : 64;
  }
}

inline std::vector<TypedValue> edge_typed_values() {
  std::vector<TypedValue> values;
  for (const Type type : edge_enumerators<Type>()) {
    const std::uint64_t ones = ~std::uint64_t{0} >> (64 - value_bits(type));
    for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{1}, ones / 2, ones / 2 + 1, ones - 1, ones})
      values.push_back({type, bits});
  }
  for (const double real : edge_doubles()) {
    values.push_back({Type::double_, std::bit_cast<std::uint64_t>(real)});
    values.push_back({Type::float_, std::bit_cast<std::uint32_t>(static_cast<float>(real))});
  }
  return values;
}

// Elements run through all edge values of their type; the longest list has as many as its count can say, or 300.
template <class S>
std::vector<S> edge_sequences(Arena& arena) {
  constexpr std::uint64_t most = std::numeric_limits<typename S::count_type>::max();
  const auto elements = edge_values<typename S::element>(arena);
  std::vector<S> sequences;
  std::size_t next = 0;
  for (const std::uint64_t length : {std::uint64_t{2}, std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{24},
           std::uint64_t{25}, std::uint64_t{254}, std::min<std::uint64_t>(most, 300)}) {
    const auto list = arena.allocate_array<typename S::element>(static_cast<std::size_t>(length));
    for (auto& element : list) element = elements[next++ % elements.size()];
    sequences.push_back(S(list));
  }
  return sequences;
}

inline std::vector<otf2::IdMap> edge_id_maps(Arena& arena) {
  const auto ids = edge_integers<std::uint64_t>();
  std::vector<otf2::IdMap> maps;
  for (const std::size_t length : {2u, 1u, 300u}) {
    const auto dense = arena.allocate_array<otf2::IdPair>(length);
    const auto sparse = arena.allocate_array<otf2::IdPair>(length);
    for (std::size_t i = 0; i < length; ++i) {
      dense[i] = {i, ids[i % ids.size()]};
      sparse[i] = {i * i * i, ids[(i + 3) % ids.size()]};
    }
    sparse[length - 1].local = ~std::uint64_t{0};
    maps.push_back({otf2::IdMapMode::dense, dense});
    maps.push_back({otf2::IdMapMode::sparse, sparse});
  }
  return maps;
}

template <class T>
std::vector<T> edge_values(Arena& arena) {
  if constexpr (std::is_same_v<T, std::string_view>)
    return edge_texts(arena);
  else if constexpr (std::is_same_v<T, double>)
    return edge_doubles();
  else if constexpr (std::is_same_v<T, TypedValue>)
    return edge_typed_values();
  else if constexpr (std::is_same_v<T, otf2::IdMap>)
    return edge_id_maps(arena);
  else if constexpr (is_sequence<T>)
    return edge_sequences<T>(arena);
  else if constexpr (Record<T>) {
    const auto all = samples<T>(arena);
    return {all.begin(), all.end()};
  } else if constexpr (std::is_enum_v<T>)
    return edge_enumerators<T>();
  else if constexpr (std::is_integral_v<T>)
    return edge_integers<T>();
  else {
    // References and time stamps: an integer in a type of its own.
    std::vector<T> values;
    for (const auto number : edge_integers<decltype(T::value)>()) values.push_back(T{number});
    return values;
  }
}

// Every edge value of every field appears at least twice, each time beside other values of the other fields.
template <Record R>
std::span<const R> samples(Arena& arena) {
  std::size_t most = 1;
  R::schema.each(
      [&]<class Field>(const Field&) { most = std::max(most, edge_values<typename Field::Value>(arena).size()); });
  const auto all = arena.allocate_array<R>(2 * most);
  std::size_t stride = 1;
  R::schema.each([&]<class Field>(const Field& field) {
    const auto values = edge_values<typename Field::Value>(arena);
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k].*field.member = values[(k % most + k / most * stride) % values.size()];
    stride += 2;
  });
  return all;
}

// One ordinary instance.
template <Record R>
R one_sample(Arena& arena) {
  return samples<R>(arena).front();
}

// Samples of all records of a list, in the order of the list.
template <class WireList>
std::vector<AnyRecord<otf2::RecordsOf<WireList>>> samples_of_list(Arena& arena) {
  std::vector<AnyRecord<otf2::RecordsOf<WireList>>> all;
  otf2::RecordsOf<WireList>::each([&](auto type) {
    for (const auto& record : samples<typename decltype(type)::type>(arena)) all.emplace_back(record);
  });
  return all;
}

// A list of `entries` attributes with values of every type.
inline std::span<const AttributeEntry> sample_attributes(std::size_t entries, Arena& arena) {
  const auto values = edge_typed_values();
  const auto list = arena.allocate_array<AttributeEntry>(entries);
  for (std::size_t i = 0; i < entries; ++i)
    list[i] = {
        AttributeRef{static_cast<std::uint32_t>(i ? i : ~std::uint32_t{0})}, values[(i * 7 + entries) % values.size()]};
  return list;
}

}  // namespace weft::contract
