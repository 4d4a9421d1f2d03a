// SPDX-License-Identifier: BSD-3-Clause
// Data types as C programs name them.
#pragma once

#include "adios_types.h"
#include "formats/bp/types.hpp"

namespace weft::adios {

// One that attributes have while what they refer to is not known is -1 in C.
inline ADIOS_DATATYPES c_type(bp::DataType type) {
  return type == bp::DataType::unknown ? adios_unknown : static_cast<ADIOS_DATATYPES>(type);
}

}  // namespace weft::adios
