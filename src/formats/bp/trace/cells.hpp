// SPDX-License-Identifier: BSD-3-Clause
// Records as rows of columns: every number of a record has a column of its own, every list one for its counts and one
// for each number of its elements, and so have texts. What a record type has is drawn from its schema.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "formats/bp/types.hpp"
#include "model/code.hpp"
#include "model/values.hpp"

namespace weft::bptrace {

// A column before it has values.
struct ColumnShape {
  std::string name;
  bp::DataType type{};
  // The column that says how many values of this one belong to a row; none if it is always one.
  static constexpr std::size_t none = ~std::size_t{0};
  std::size_t counted_by = none;
};

namespace detail {

// A value that is one number: its type outside.
template <class T>
constexpr auto number_of() {
  if constexpr (std::is_same_v<T, Timestamp>)
    return std::type_identity<Ticks>{};
  else if constexpr (std::is_enum_v<T>)
    return std::type_identity<std::underlying_type_t<T>>{};
  else if constexpr (requires(T value) { value.value; })
    return std::type_identity<std::remove_cvref_t<decltype(T{}.value)>>{};
  else
    return std::type_identity<T>{};
}
template <class T>
using Number = typename decltype(number_of<T>())::type;

template <class T>
std::uint64_t bits_of(const T& value) {
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else if constexpr (requires { value.value; })
    return static_cast<std::uint64_t>(value.value);
  else
    return static_cast<std::uint64_t>(value);
}
template <class T>
T from_bits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else if constexpr (requires(T value) { value.value; })
    return T{static_cast<Number<T>>(bits)};
  else
    return static_cast<T>(bits);
}

template <class T>
constexpr bp::DataType data_type() {
  constexpr auto of = [](bool is_signed, bp::DataType with_sign, bp::DataType without) {
    return is_signed ? with_sign : without;
  };
  if constexpr (std::is_same_v<T, double>) return bp::DataType::double_;
  constexpr bool is_signed = std::is_signed_v<T>;
  if constexpr (sizeof(T) == 1) return of(is_signed, bp::DataType::byte, bp::DataType::unsigned_byte);
  if constexpr (sizeof(T) == 2) return of(is_signed, bp::DataType::short_, bp::DataType::unsigned_short);
  if constexpr (sizeof(T) == 4) return of(is_signed, bp::DataType::integer, bp::DataType::unsigned_integer);
  return of(is_signed, bp::DataType::long_, bp::DataType::unsigned_long);
}

class ShapeWalk {
 public:
  template <class R>
  void record() {
    R::schema.each([&](const auto& f) { field<std::remove_cvref_t<decltype(f)>>(f); });
  }
  std::vector<ColumnShape> take() { return std::move(shapes_); }

 private:
  template <class F>
  void field(const F& f) {
    using Value = typename F::Value;
    if constexpr (is_list_field<F>) {
      using Element = typename Value::element;
      add<std::uint64_t>(f.count_name);
      const std::size_t outer = std::exchange(counted_by_, shapes_.size() - 1);
      if constexpr (Record<Element>)
        record<Element>();
      else
        add<Number<Element>>(f.name);
      counted_by_ = outer;
    } else if constexpr (is_typed_field<F>) {
      add<Number<Type>>(f.type_name);
      add<std::uint64_t>(f.name);
    } else if constexpr (Record<Value>) {
      record<Value>();
    } else if constexpr (std::is_same_v<Value, std::string_view>) {
      add<std::uint64_t>(std::string(f.name) + "Length");
      shapes_.push_back({std::string(f.name), bp::DataType::unsigned_byte, shapes_.size() - 1});
    } else {
      add<Number<Value>>(f.name);
    }
  }
  template <class T>
  void add(std::string_view name) {
    shapes_.push_back({std::string(name), data_type<T>(), counted_by_});
  }

  std::vector<ColumnShape> shapes_;
  std::size_t counted_by_ = ColumnShape::none;
};

// How many columns a value takes.
template <class T>
constexpr std::size_t width_of() {
  if constexpr (std::is_same_v<T, TypedValue> || std::is_same_v<T, std::string_view>) {
    return 2;
  } else if constexpr (is_sequence<T>) {
    return 1 + width_of<typename T::element>();
  } else if constexpr (Record<T>) {
    std::size_t sum = 0;
    T::schema.each([&](const auto& f) { sum += width_of<typename std::remove_cvref_t<decltype(f)>::Value>(); });
    return sum;
  } else {
    return 1;
  }
}

}  // namespace detail

template <class R>
std::vector<ColumnShape> columns_of() {
  detail::ShapeWalk walk;
  walk.record<R>();
  return walk.take();
}

// The values of a column so far, each at the width of its type.
class Column {
 public:
  explicit Column(bp::DataType type) : width_(bp::bytes_of(type)) {}

  // Answers its width.
  std::size_t put(std::uint64_t bits) {
    const std::size_t end = bytes_.size();
    bytes_.resize(end + width_);
    std::memcpy(bytes_.data() + end, &bits, width_);  // little endian, as every machine we run on
    return width_;
  }
  void put(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  Bytes bytes() const { return bytes_; }
  std::uint64_t size() const { return bytes_.size() / width_; }
  void clear() { bytes_.clear(); }

 private:
  std::size_t width_;
  std::vector<std::byte> bytes_;
};
static_assert(std::endian::native == std::endian::little);

// Puts records into columns that have the shape of their type.
class RowPen {
 public:
  explicit RowPen(std::span<Column> columns) : columns_(columns) {}

  // Answers how many bytes it took.
  template <Record R>
  std::size_t put(const R& record) {
    R::schema.each([&](const auto& f) { put_value(record.*f.member); });
    return bytes_;
  }

 private:
  void put_number(std::uint64_t bits) { bytes_ += columns_[at_++].put(bits); }

  template <class T>
  void put_value(const T& value) {
    if constexpr (is_sequence<T>) {
      put_number(value.size());
      const std::size_t first = at_;
      for (const auto& element : value) {
        at_ = first;
        put_value(element);
      }
      at_ = first + detail::width_of<typename T::element>();
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      put_number(value.size());
      columns_[at_++].put(value);
      bytes_ += value.size();
    } else if constexpr (std::is_same_v<T, TypedValue>) {
      put_number(detail::bits_of(value.type));
      put_number(value.bits);
    } else if constexpr (Record<T>) {
      T::schema.each([&](const auto& f) { put_value(value.*f.member); });
    } else {
      put_number(detail::bits_of(value));
    }
  }

  std::span<Column> columns_;
  std::size_t at_ = 0;
  std::size_t bytes_ = 0;
};

// A column that has been read. Values that are counted begin, for each row, where `starts` says.
struct ColumnView {
  const std::byte* values = nullptr;
  std::uint64_t size = 0;
  std::size_t width = 0;
  bool is_swapped = false;            // of the other byte order
  std::vector<std::uint64_t> starts;  // of those that this column counts, if it counts some

  std::uint64_t operator[](std::uint64_t place) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, values + place * width, width);
    if (is_swapped) bits = __builtin_bswap64(bits) >> (64 - 8 * width);
    return bits;
  }
};

// Takes records out of columns that have been checked against the shape of their type.
class RowReader {
 public:
  RowReader(std::span<const ColumnView> columns, std::uint64_t row, Arena& arena)
      : columns_(columns), place_(row), arena_(arena) {}

  template <Record R>
  void take(R& record) {
    R::schema.each([&](const auto& f) { take_value(record.*f.member); });
  }

 private:
  std::uint64_t cell() { return columns_[at_++][place_]; }

  template <class T>
  void take_value(T& value) {
    if constexpr (is_sequence<T>) {
      using Element = typename T::element;
      const std::uint64_t row = place_, start = columns_[at_].starts[row];
      const std::uint64_t count = cell();
      const std::size_t first = at_;
      value = T(arena_.make_array<Element>(count, [&](std::size_t i) {
        at_ = first;
        place_ = start + i;
        Element element{};
        take_value(element);
        return element;
      }));
      at_ = first + detail::width_of<Element>();
      place_ = row;
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      const std::uint64_t start = columns_[at_].starts[place_];
      const std::uint64_t count = cell();
      value = {reinterpret_cast<const char*>(columns_[at_++].values) + start, count};
    } else if constexpr (std::is_same_v<T, TypedValue>) {
      value.type = detail::from_bits<Type>(cell());
      value.bits = cell();
    } else if constexpr (Record<T>) {
      take(value);
    } else {
      value = detail::from_bits<T>(cell());
    }
  }

  std::span<const ColumnView> columns_;
  std::uint64_t place_;
  Arena& arena_;
  std::size_t at_ = 0;
};

}  // namespace weft::bptrace
