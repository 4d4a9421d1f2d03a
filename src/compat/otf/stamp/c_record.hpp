// SPDX-License-Identifier: BSD-3-Clause
// A record of OTF as C sees it: the parameters of its functions in their order, and how the struct is made of them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "formats/otf/records.hpp"

namespace weft::otf::stamp {

enum class File { definition, marker, timed };

struct CRecord {
  std::string name;
  int id = 0;
  std::string doc;
  File file{};
  std::vector<std::string> parameters;  // without the stream of definitions
  std::vector<std::string> arguments;   // their names
  std::string value;                    // the struct, made of them
};

// Where C has an enumeration and the line a number.
struct CEnumeration {
  std::string_view record, field, type;
};
inline constexpr CEnumeration enumerations[] = {
    {"DefAttributeList", "array", "OTF_ATTR_TYPE*"},
    {"DefKeyValue", "type", "OTF_Type"},
    {"DefAuxSamplePoint", "type", "OTF_AuxSamplePointType"},
};

inline std::string_view enumeration_of(std::string_view record, std::string_view field) {
  for (const CEnumeration& one : enumerations)
    if (one.record == record && one.field == field) return one.type;
  return "";
}

template <class Value>
std::string_view c_type() {
  if constexpr (std::is_same_v<Value, std::string_view>) return "const char*";
  if constexpr (is_sequence<Value>) return "const uint32_t*";
  if constexpr (sizeof(Value) == 1) return "uint8_t";
  if constexpr (sizeof(Value) == 4) return "uint32_t";
  return "uint64_t";
}

// The struct's member from the parameters.
template <class Value>
std::string member_value(std::string_view name, bool is_enumeration) {
  if constexpr (std::is_same_v<Value, std::string_view>) return fmt::format("text_of({})", name);
  if constexpr (is_sequence<Value>) return fmt::format("numbers_of({0}_count, {0})", name);
  if (is_enumeration) return fmt::format("static_cast<std::uint32_t>({})", name);
  return std::string(name);
}

inline void add(CRecord& record, std::string_view type, std::string_view name) {
  record.parameters.push_back(fmt::format("{} {}", type, name));
  record.arguments.emplace_back(name);
}

template <class R, auto Argument>
void add_parameter(CRecord& record) {
  if constexpr (std::is_same_v<decltype(Argument), From>) {
    if (Argument == From::time) add(record, "uint64_t", "time");
    if (Argument == From::process) add(record, "uint32_t", "process");
  } else {
    R::schema.each([&](const auto& field) {
      if constexpr (std::is_same_v<std::remove_cv_t<decltype(field.member)>, decltype(Argument)>) {
        if (field.member != Argument) return;
        using Value = typename std::remove_cvref_t<decltype(field)>::Value;
        const std::string_view enumeration = enumeration_of(record.name, field.name);
        if (is_sequence<Value>) add(record, "uint32_t", fmt::format("{}_count", field.name));
        add(record, enumeration.empty() ? c_type<Value>() : enumeration, field.name);
      }
    });
  }
}

template <class R>
CRecord c_record() {
  using Kind = KindOf<R>;
  CRecord record{std::string(R::schema.name), R::schema.id, std::string(R::schema.doc), File::timed, {}, {}, {}};
  if (std::is_same_v<Kind, DefinitionFile>) record.file = File::definition;
  if (std::is_same_v<Kind, MarkerFile>) record.file = File::marker;
  [&]<auto... Arguments>(Passed<Arguments...>) { (add_parameter<R, Arguments>(record), ...); }
  (R::schema.arguments);
  R::schema.each([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    const bool is_enumeration = !enumeration_of(record.name, field.name).empty();
    record.value += (record.value.empty() ? "" : ", ") + member_value<Value>(field.name, is_enumeration);
  });
  record.value = fmt::format("{}{{{}}}", record.name, record.value);
  return record;
}

}  // namespace weft::otf::stamp
