// SPDX-License-Identifier: BSD-3-Clause
// The command-line tools of ADIOS under their own names: a link bpls -> weft is all that installing one takes. Output
// and exit codes are those of ADIOS 1.13.1 where that does something sensible.
#pragma once

#include <optional>

namespace weft::cli {

// Runs the tool that the last component of argv[0] names; nothing if it names none.
std::optional<int> run_as_adios_tool(int argc, char** argv);

}  // namespace weft::cli
