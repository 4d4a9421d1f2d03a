// SPDX-License-Identifier: BSD-3-Clause
// What the package otf2 is made from: records and enumerations, with all that it must know of them.
#pragma once

#include "object.hpp"

namespace weft::python {

// Adds `otf2_records(which)` and `otf2_enumerations()`.
void add_otf2_schema(PyObject* module);

}  // namespace weft::python
