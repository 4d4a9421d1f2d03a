// SPDX-License-Identifier: BSD-3-Clause
// The numbers of ADIOS BP (docs/formats/bp.md, sections 3, 8, 9): data types, characteristics and statistics, each said
// once. What depends on a data type is a visit with its C++ type.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace weft::bp {

enum class DataType : std::uint8_t {
  byte = 0,
  short_ = 1,
  integer = 2,
  long_ = 4,
  real = 5,
  double_ = 6,
  long_double = 7,
  string = 9,
  complex = 10,
  double_complex = 11,
  string_array = 12,
  unsigned_byte = 50,
  unsigned_short = 51,
  unsigned_integer = 52,
  unsigned_long = 54,
  unknown = 255,  // of attributes that refer to a variable
};

// What a type is called, and how its elements lie in a file. Complex numbers have two parts, each swapped alone.
struct TypeFacts {
  DataType type;
  std::string_view name;
  std::size_t bytes;  // of an element; 0 where elements have no fixed size
  std::size_t parts;
};

inline constexpr TypeFacts all_types[] = {
    {DataType::byte, "byte", 1, 1},
    {DataType::short_, "short", 2, 1},
    {DataType::integer, "integer", 4, 1},
    {DataType::long_, "long long", 8, 1},
    {DataType::real, "real", 4, 1},
    {DataType::double_, "double", 8, 1},
    {DataType::long_double, "long double", 16, 1},
    {DataType::string, "string", 0, 1},
    {DataType::complex, "complex", 8, 2},
    {DataType::double_complex, "double complex", 16, 2},
    {DataType::string_array, "string array", 0, 1},
    {DataType::unsigned_byte, "unsigned byte", 1, 1},
    {DataType::unsigned_short, "unsigned short", 2, 1},
    {DataType::unsigned_integer, "unsigned integer", 4, 1},
    {DataType::unsigned_long, "unsigned long long", 8, 1},
};

// Nothing for ids that are not assigned, and for `unknown`.
constexpr const TypeFacts* facts_of(DataType type) {
  for (const TypeFacts& facts : all_types)
    if (facts.type == type) return &facts;
  return nullptr;
}
constexpr std::string_view name_of(DataType type) {
  const TypeFacts* const facts = facts_of(type);
  return facts ? facts->name : "unknown";
}
constexpr std::size_t bytes_of(DataType type) {
  const TypeFacts* const facts = facts_of(type);
  return facts ? facts->bytes : 0;
}
// What is swapped as one between byte orders.
constexpr std::size_t swapped_bytes_of(DataType type) {
  const TypeFacts* const facts = facts_of(type);
  return facts && facts->bytes ? facts->bytes / facts->parts : 1;
}
constexpr bool is_text(DataType type) { return type == DataType::string || type == DataType::string_array; }
constexpr bool is_complex(DataType type) { return type == DataType::complex || type == DataType::double_complex; }

// Calls `visit` with std::type_identity of the C++ type of an element, and says so; false for types without one.
template <class Visit>
constexpr bool visit_element(DataType type, Visit&& visit) {
  // clang-format off
  switch (type) {
    case DataType::byte: visit(std::type_identity<std::int8_t>{}); return true;
    case DataType::short_: visit(std::type_identity<std::int16_t>{}); return true;
    case DataType::integer: visit(std::type_identity<std::int32_t>{}); return true;
    case DataType::long_: visit(std::type_identity<std::int64_t>{}); return true;
    case DataType::real: visit(std::type_identity<float>{}); return true;
    case DataType::double_: visit(std::type_identity<double>{}); return true;
    case DataType::long_double: visit(std::type_identity<long double>{}); return true;
    case DataType::complex: visit(std::type_identity<std::complex<float>>{}); return true;
    case DataType::double_complex: visit(std::type_identity<std::complex<double>>{}); return true;
    case DataType::unsigned_byte: visit(std::type_identity<std::uint8_t>{}); return true;
    case DataType::unsigned_short: visit(std::type_identity<std::uint16_t>{}); return true;
    case DataType::unsigned_integer: visit(std::type_identity<std::uint32_t>{}); return true;
    case DataType::unsigned_long: visit(std::type_identity<std::uint64_t>{}); return true;
    case DataType::string: case DataType::string_array: case DataType::unknown: break;
  }
  // clang-format on
  return false;
}

template <class T>
inline constexpr bool is_complex_value = false;
template <class T>
inline constexpr bool is_complex_value<std::complex<T>> = true;

enum class Characteristic : std::uint8_t {
  value = 0,
  min = 1,
  max = 2,
  offset = 3,
  dimensions = 4,
  var_id = 5,
  payload_offset = 6,
  file_index = 7,
  time_index = 8,
  bitmap = 9,
  stat = 10,
  transform = 11,
};

// Bits of the bitmap.
enum class Statistic : std::uint8_t { min, max, count, sum, sum_square, histogram, finite };

constexpr std::uint32_t bit(Statistic statistic) { return 1u << static_cast<unsigned>(statistic); }

// What a writer can store of each block.
enum class StatisticsLevel : std::uint32_t {
  none = 0,
  min_max = bit(Statistic::min) | bit(Statistic::max) | bit(Statistic::finite),
  full = min_max | bit(Statistic::count) | bit(Statistic::sum) | bit(Statistic::sum_square),
};
static_assert(static_cast<std::uint32_t>(StatisticsLevel::min_max) == 0x43);
static_assert(static_cast<std::uint32_t>(StatisticsLevel::full) == 0x5f);

inline constexpr std::uint32_t no_file = 0xffffffff;  // the file_index of a block that is in no sub-file
inline constexpr std::uint64_t joined_dimension = ~std::uint64_t{1};
inline constexpr std::size_t most_dimensions = 32;

}  // namespace weft::bp
