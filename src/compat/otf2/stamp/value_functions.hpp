// SPDX-License-Identifier: BSD-3-Clause
// The functions of the C interface that exist once per type of a value, per enumeration or per id space.
#pragma once

#include "compat/otf2/stamp/c_enum.hpp"
#include "compat/otf2/stamp/c_signature.hpp"
#include "compat/otf2/stamp/c_value.hpp"

namespace weft::otf2::stamp {

// OTF2_AttributeList_AddUint8, OTF2_AttributeList_GetUint8.
Function list_adder(const CValue& value);
Function list_getter(const CValue& value);

// OTF2_AttributeValue_SetRegionRole, OTF2_AttributeValue_GetRegionRole.
Function enum_setter(const CEnum& enumeration);
Function enum_getter(const CEnum& enumeration);

// OTF2_EventSizeEstimator_SetNumberOfRegionDefinitions; for mapped id spaces.
Function count_setter(const CRef& ref);

}  // namespace weft::otf2::stamp
