// SPDX-License-Identifier: BSD-3-Clause
// Definitions as tables: a record for each row, a column for each of its numbers.
#pragma once

#include "formats/bp/trace/stored_columns.hpp"
#include "model/definitions.hpp"
#include "model/markers.hpp"
#include "model/report.hpp"

namespace weft::bptrace {

// The process group that has all definitions, and what the file says of itself.
Result<bp::FinishedGroup> store_definitions(const Definitions& definitions, std::string_view creator);

// Markers in the same way, in a process group of their own.
Result<bp::FinishedGroup> store_markers(const Markers& markers);
void load_markers(const StoredColumns& columns, Markers& markers, Report& report);

// Tables that are damaged are reported and left out.
void load_definitions(const StoredColumns& columns, Definitions& definitions, Report& report);

}  // namespace weft::bptrace
