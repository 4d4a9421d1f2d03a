// SPDX-License-Identifier: BSD-3-Clause
// The small values records are made of: time stamps, values that carry their type, and the entries of lists.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <string_view>

#include "model/enums.hpp"
#include "model/refs.hpp"
#include "schema/schema.hpp"

namespace weft {

// A time inside a record. Clock correction applies to it as to the time of the event.
struct Timestamp {
  Ticks value = 0;
  friend constexpr auto operator<=>(const Timestamp&, const Timestamp&) = default;
};

// A value and its type. `bits` holds the value's own width, zero extended: an int8 of -1 is 0xff.
struct TypedValue {
  Type type = Type::none;
  std::uint64_t bits = 0;

  friend constexpr bool operator==(const TypedValue&, const TypedValue&) = default;

  static constexpr TypedValue of(std::uint64_t v) { return {Type::uint64, v}; }
  static constexpr TypedValue of(std::uint32_t v) { return {Type::uint32, v}; }
  static constexpr TypedValue of(std::int64_t v) { return {Type::int64, static_cast<std::uint64_t>(v)}; }
  static constexpr TypedValue of(double v) { return {Type::double_, std::bit_cast<std::uint64_t>(v)}; }
  static constexpr TypedValue of(StringRef v) { return {Type::string, v.value}; }

  constexpr std::int64_t as_signed() const {
    switch (type) {
      case Type::int8:
        return static_cast<std::int8_t>(bits);
      case Type::int16:
        return static_cast<std::int16_t>(bits);
      case Type::int32:
        return static_cast<std::int32_t>(bits);
      default:
        return static_cast<std::int64_t>(bits);
    }
  }
  constexpr double as_double() const {
    if (type == Type::float_) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    return std::bit_cast<double>(bits);
  }
};

constexpr bool is_signed(Type type) { return type >= Type::int8 && type <= Type::int64; }
constexpr bool is_floating(Type type) { return type == Type::float_ || type == Type::double_; }

// One attribute of an event.
struct AttributeEntry {
  AttributeRef attribute;
  TypedValue value;

  friend constexpr bool operator==(const AttributeEntry&, const AttributeEntry&) = default;

  static constexpr auto schema = record("AttributeEntry", "One attribute of an event.",
      field<&AttributeEntry::attribute>("attribute", "The key."),
      typed<&AttributeEntry::value>("type", "value", "The value, with its type."));
};

// One value of a metric event: 64 bits to be read as `type` says.
struct MetricValue {
  Type type{};
  std::uint64_t bits = 0;

  friend constexpr bool operator==(const MetricValue&, const MetricValue&) = default;

  static constexpr auto schema = record("MetricValue", "One value of a metric event.",
      field<&MetricValue::type>("typeIDs", "Signed, unsigned or floating point."),
      field<&MetricValue::bits>("metricValues", "The value."));
};

// One property of an I/O interface.
struct IoParadigmPropertyValue {
  IoParadigmProperty property{};
  TypedValue value;

  friend constexpr bool operator==(const IoParadigmPropertyValue&, const IoParadigmPropertyValue&) = default;

  static constexpr auto schema = record("IoParadigmPropertyValue", "One property of an I/O interface.",
      field<&IoParadigmPropertyValue::property>("properties", "Which property."),
      typed<&IoParadigmPropertyValue::value>("types", "values", "The value, with its type."));
};

}  // namespace weft
