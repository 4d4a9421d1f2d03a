// SPDX-License-Identifier: BSD-3-Clause
// A query in SQL as Python sees it: columns and rows. Runs without Python's lock and stops when Ctrl-C is pressed.
#pragma once

#include <string>

#include "block_reader.hpp"
#include "object.hpp"

namespace weft::python {

// ([column, ...], [(value, ...), ...]) of the last statement.
PyObject* run_sql(OpenTrace& of, const std::string& query);

}  // namespace weft::python
