// SPDX-License-Identifier: BSD-3-Clause
// Values of attributes from texts, as programs and configurations give them.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "formats/bp/group_definition.hpp"

namespace weft::adios {

// `unsupported` if the type has no spelling, `invalid_argument` if this is none of it.
Result<bp::AttributeContent> attribute_of_text(bp::DataType type, std::string_view text);

// Elements in memory, one or more.
Result<bp::AttributeContent> attribute_of_elements(bp::DataType type, std::size_t count, const void* elements);

}  // namespace weft::adios
