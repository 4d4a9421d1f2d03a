// SPDX-License-Identifier: BSD-3-Clause
// The command-line tools of OTF under their own names: a link otfprint -> weft is all that installing one takes.
// Output, exit codes and errors are those of OTF 1.12.5 where that does something sensible.
#pragma once

#include <optional>

namespace weft::cli {

// Runs the tool that the last component of argv[0] names; nothing if it names none.
std::optional<int> run_as_otf_tool(int argc, char** argv);

}  // namespace weft::cli
