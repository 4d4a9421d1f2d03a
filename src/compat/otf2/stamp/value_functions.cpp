// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/value_functions.hpp"

#include <fmt/format.h>

namespace weft::otf2::stamp {

namespace {

Parameter attribute() { return {"OTF2_AttributeRef", "attribute", "The key."}; }

}  // namespace

Function list_adder(const CValue& value) {
  return {"OTF2_ErrorCode", "OTF2_AttributeList_Add" + value.function,
      {{"OTF2_AttributeList*", "attributeList", ""}, attribute(), {value.c_type, value.parameter, ""}}, ""};
}

Function list_getter(const CValue& value) {
  return {"OTF2_ErrorCode", "OTF2_AttributeList_Get" + value.function,
      {{"const OTF2_AttributeList*", "attributeList", ""}, attribute(), {value.c_type + "*", value.parameter, ""}}, ""};
}

Function enum_setter(const CEnum& enumeration) {
  return {"OTF2_ErrorCode", "OTF2_AttributeValue_Set" + enumeration.name,
      {{enumeration.c_type, "enumValue", ""}, {"OTF2_Type*", "type", ""}, {"OTF2_AttributeValue*", "value", ""}}, ""};
}

Function enum_getter(const CEnum& enumeration) {
  return {"OTF2_ErrorCode", "OTF2_AttributeValue_Get" + enumeration.name,
      {{"OTF2_Type", "type", ""}, {"OTF2_AttributeValue", "value", ""}, {enumeration.c_type + "*", "enumValue", ""}},
      ""};
}

Function count_setter(const CRef& ref) {
  return {"OTF2_ErrorCode", fmt::format("OTF2_EventSizeEstimator_SetNumberOf{}Definitions", ref.name),
      {{"OTF2_EventSizeEstimator*", "estimator", ""},
          {ref.underlying, fmt::format("numberOf{}Definitions", ref.name), ""}},
      ""};
}

}  // namespace weft::otf2::stamp
