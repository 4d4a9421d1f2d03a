// SPDX-License-Identifier: BSD-3-Clause
// Rules on attributes: those with a conventional name have the conventional type, and events keep to the definitions.
#pragma once

#include <span>
#include <string_view>

#include "check/findings.hpp"
#include "model/batch.hpp"

namespace weft::check {

inline constexpr Rule attribute_convention{"attribute-convention",
    "An attribute with a conventional name has another type.",
    "UINT64: ALLOCATION_SIZE, DEALLOCATION_SIZE, RESULT_ADDRESS, ARGUMENT_ADDRESS, Offset, ProcessId, ThreadId; "
    "LOCATION_GROUP: "
    "OTF2::MEMORY_SPACE_SOURCE, OTF2::MEMORY_SPACE_DESTINATION; SOURCE_CODE_LOCATION: SOURCE_CODE_LOCATION."};
inline constexpr Rule attribute_type{"attribute-type",
    "An event carries an attribute with another type than it is defined with.",
    "Tools that trust the definition will misread the value."};
inline constexpr Rule attribute_twice{"attribute-twice", "An event carries an attribute twice.",
    "Many tools refuse such an event, or see only one of the values."};

inline constexpr Rule attribute_rules[] = {attribute_convention, attribute_type, attribute_twice};

void check_attribute_conventions(const Definitions& definitions, Findings& findings);

// The attributes of one event.
void check_attributes(
    const Definitions& definitions, std::span<const AttributeEntry> attributes, const Place& at, Findings& findings);

}  // namespace weft::check
