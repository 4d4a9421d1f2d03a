// SPDX-License-Identifier: BSD-3-Clause
// Statistics as bpls shows them: of a variable or a block in one line, of steps in a table.
#pragma once

#include <cstdint>

#include "base/text_sink.hpp"
#include "formats/bp/reader.hpp"

namespace weft::cli::adios_tools {

// "min / max / avg / std", or "null " in place of each that is not there.
void put_statistics(TextSink& out, const bp::Variable& variable);

// "min / max/ avg/ std"; "N/A " where the writer kept none, "null " where there was no number.
void put_block_statistics(TextSink& out, const bp::Variable& variable, const bp::Characteristics& block);

// A line for all steps and one for each of some, with nothing in those that the variable does not have.
void put_step_statistics(TextSink& out, const bp::Variable& variable, std::uint64_t first, std::uint64_t count);

}  // namespace weft::cli::adios_tools
