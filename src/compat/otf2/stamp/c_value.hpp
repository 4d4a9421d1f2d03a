// SPDX-License-Identifier: BSD-3-Clause
// What an attribute can hold and what ids are called in C: one entry a Type, one an id space.
#pragma once

#include <string>
#include <vector>

namespace weft::otf2::stamp {

// One type of an attribute's value.
struct CValue {
  std::string function;   // "Uint8", "StringRef": what OTF2_AttributeList_Add and _Get end in
  std::string c_type;     // "uint8_t", "OTF2_StringRef"
  std::string member;     // "uint8", "stringRef": member of OTF2_AttributeValue
  std::string parameter;  // "uint8Value", "stringRef"
  std::string type;       // "OTF2_TYPE_UINT8"
};

// All types but NONE, in the order of their values.
std::vector<CValue> c_values();

// One id space.
struct CRef {
  std::string name;        // "RmaWin"
  std::string c_type;      // "OTF2_RmaWinRef"
  std::string underlying;  // "uint32_t"
  std::string undefined;   // "OTF2_UNDEFINED_RMA_WIN"
  bool is_mapped;          // whether mapping tables translate it
};

std::vector<CRef> c_refs();

}  // namespace weft::otf2::stamp
