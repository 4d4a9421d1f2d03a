// SPDX-License-Identifier: BSD-3-Clause
// The command-line tools of OTF2 under their own names. The program decides by the name it was started with, so a link
// otf2-print -> weft is all that installing one takes. Output, exit codes and errors are those of OTF2 3.0.2.
#pragma once

#include <optional>

namespace weft::cli {

// Runs the tool that the last component of argv[0] names; nothing if it names none.
std::optional<int> run_as_otf2_tool(int argc, char** argv);

}  // namespace weft::cli
