// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"
#include "cli/litl_tools/tools.hpp"

// Builds with sanitizers need not have all of them.
#ifndef WEFT_WITHOUT_LARGE_TOOLS
#include "cli/adios_tools/tools.hpp"
#include "cli/otf2_tools/tools.hpp"
#include "cli/otf_tools/tools.hpp"
#endif

int main(int argc, char** argv) {
  if (const auto result = weft::cli::run_as_litl_tool(argc, argv)) return *result;
#ifndef WEFT_WITHOUT_LARGE_TOOLS
  for (const auto run_as_tool : {weft::cli::run_as_otf2_tool, weft::cli::run_as_otf_tool, weft::cli::run_as_adios_tool})
    if (const auto result = run_as_tool(argc, argv)) return *result;
#endif
  return weft::cli::run(argc, argv);
}
