// SPDX-License-Identifier: BSD-3-Clause
// The registry's entry for ADIOS BP.
#pragma once

#include "model/data_file.hpp"

namespace weft::bp {

extern const DataFormat format;

}  // namespace weft::bp
