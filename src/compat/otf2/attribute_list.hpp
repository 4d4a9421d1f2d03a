// SPDX-License-Identifier: BSD-3-Clause
// OTF2_AttributeList: what a program adds to an event, and what a reader hands to a callback. Lists are used for one
// event after the other, so an emptied list keeps its memory. The functions that exist once per type or per enumeration
// are stamped and call the templates below.
#pragma once

#include <otf2/OTF2_AttributeList.h>
#include <otf2/OTF2_AttributeValue.h>

#include <bit>
#include <span>
#include <type_traits>
#include <vector>

#include "compat/otf2/errors.hpp"
#include "model/values.hpp"

struct OTF2_AttributeList_struct {
  // In the order they were added, no key twice. All 64 bits of a value are kept as the program gave them, also those
  // its type does not use: the program can ask for them, and encoders leave them out.
  std::vector<weft::AttributeEntry> entries;

  // Lists are short: looking at every entry is fastest.
  bool has(OTF2_AttributeRef attribute) const {
    for (const weft::AttributeEntry& entry : entries)
      if (entry.attribute.value == attribute) return true;
    return false;
  }
  bool is_full() const { return entries.size() == entries.capacity(); }

  void assign(std::span<const weft::AttributeEntry> attributes) {
    entries.assign(attributes.begin(), attributes.end());
  }
};

namespace weft::otf2::compat {

// Good until the list changes. No list is an empty one.
inline std::span<const AttributeEntry> entries(const OTF2_AttributeList* list) {
  if (!list) return {};
  return list->entries;
}

// The members of the union begin where its 64 bits do, so that a narrow member is in the lowest of them.
static_assert(std::endian::native == std::endian::little);
inline std::uint64_t bits_of(OTF2_AttributeValue value) { return value.uint64; }
inline OTF2_AttributeValue value_of(std::uint64_t bits) {
  OTF2_AttributeValue value;
  value.uint64 = bits;
  return value;
}

// OTF2_AttributeList_Add... and _Get... of one type: `member` of the union. What is in the way of adding is the affair
// of the function for all types.
template <auto member, class T>
OTF2_ErrorCode add_attribute(OTF2_AttributeList* list, OTF2_AttributeRef attribute, OTF2_Type type, T value) {
  OTF2_AttributeValue any = value_of(0);
  any.*member = value;
  if (list && !list->is_full() && !list->has(attribute)) [[likely]] {
    list->entries.push_back({{attribute}, {static_cast<Type>(type), bits_of(any)}});
    return OTF2_SUCCESS;
  }
  return OTF2_AttributeList_AddAttribute(list, attribute, type, any);
}

template <auto member, class T>
OTF2_ErrorCode get_attribute(
    const char* function, const OTF2_AttributeList* list, OTF2_AttributeRef attribute, OTF2_Type type, T* value) {
  if (!value) return fail_for_null(function);
  OTF2_Type found = OTF2_TYPE_NONE;
  OTF2_AttributeValue any;
  const OTF2_ErrorCode result = OTF2_AttributeList_GetAttributeByID(list, attribute, &found, &any);
  if (result != OTF2_SUCCESS) return result;
  if (found != type)
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_DATA, "attribute %u is of type %u", attribute, found);
  *value = any.*member;
  return OTF2_SUCCESS;
}

// OTF2_AttributeValue_Set... and _Get... of one enumeration, which is stored as the integer it is in C.
template <class Enum>
OTF2_ErrorCode set_enum(const char* function, Enum enumerator, OTF2_Type* type, OTF2_AttributeValue* value) {
  static_assert(std::is_same_v<Enum, std::uint8_t> || std::is_same_v<Enum, std::uint32_t>);
  if (!type || !value) return fail_for_null(function);
  if constexpr (sizeof(Enum) == 1) {
    *type = OTF2_TYPE_UINT8;
    value->uint8 = enumerator;
  } else {
    *type = OTF2_TYPE_UINT32;
    value->uint32 = enumerator;
  }
  return OTF2_SUCCESS;
}

template <class Enum>
OTF2_ErrorCode get_enum(const char* function, OTF2_Type type, OTF2_AttributeValue value, Enum* enumerator) {
  if (!enumerator) return fail_for_null(function);
  const OTF2_Type wanted = sizeof(Enum) == 1 ? OTF2_TYPE_UINT8 : OTF2_TYPE_UINT32;
  if (type != wanted)
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ATTRIBUTE_TYPE, "the value is of type %u", type);
  *enumerator = static_cast<Enum>(bits_of(value));
  return OTF2_SUCCESS;
}

}  // namespace weft::otf2::compat
