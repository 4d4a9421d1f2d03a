// SPDX-License-Identifier: BSD-3-Clause
// What configurations call types.
#pragma once

#include <string_view>

#include "adios_types.h"

namespace weft::adios {

// Whatever the case of its letters; `adios_unknown` if it is none.
ADIOS_DATATYPES type_of_name(std::string_view name);

}  // namespace weft::adios
