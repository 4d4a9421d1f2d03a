// SPDX-License-Identifier: BSD-3-Clause
// The command-line tools of LiTL under their own names: a link litl_print -> weft is all that installing one takes.
// Output, exit codes and errors are those of LiTL 0.1.9 where that does something sensible.
#pragma once

#include <optional>

namespace weft::cli {

// Runs the tool that the last component of argv[0] names; nothing if it names none.
std::optional<int> run_as_litl_tool(int argc, char** argv);

}  // namespace weft::cli
