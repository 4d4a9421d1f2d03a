// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"

// Builds that are there to be tested need not have everything.
#ifndef WEFT_WITHOUT_TOOLS
#include "cli/adios_tools/tools.hpp"
#include "cli/litl_tools/tools.hpp"
#include "cli/otf2_tools/tools.hpp"
#include "cli/otf_tools/tools.hpp"
#endif

int main(int argc, char** argv) {
#ifndef WEFT_WITHOUT_TOOLS
  for (const auto run_as_tool : {weft::cli::run_as_otf2_tool, weft::cli::run_as_litl_tool, weft::cli::run_as_otf_tool,
           weft::cli::run_as_adios_tool})
    if (const auto result = run_as_tool(argc, argv)) return *result;
#endif
  return weft::cli::run(argc, argv);
}
