// SPDX-License-Identifier: BSD-3-Clause
// The stamped parts of the headers, by the name a template asks for them with.
#pragma once

#include <map>
#include <string>

namespace weft::otf2::stamp {

// A line "@RECORDS EvtWriter@" in a template is replaced by the section "RECORDS EvtWriter". The sections:
//
//   REFS                 the type of each id space and its undefined value
//   ENUM Name            one enumeration
//   TYPE_MEMBERS         the members of OTF2_AttributeValue
//   TYPE_ADDERS          OTF2_AttributeList_Add... for each type
//   TYPE_GETTERS         OTF2_AttributeList_Get... for each type
//   ENUM_VALUES          OTF2_AttributeValue_Set... and _Get... for each enumeration
//   RECORDS Writer       the functions that write one record each
//   CALLBACKS Reader     a table of callbacks: its functions, the types of the callbacks, their setters
//   DEFINITION_COUNTS    OTF2_EventSizeEstimator_SetNumberOf...Definitions
//   EVENT_SIZES          OTF2_EventSizeEstimator_GetSizeOf...Event
std::map<std::string, std::string> sections();

}  // namespace weft::otf2::stamp
