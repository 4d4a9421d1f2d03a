// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"
#include "cli/otf2_tools/tools.hpp"

int main(int argc, char** argv) {
  if (const auto result = weft::cli::run_as_tool(argc, argv)) return *result;
  return weft::cli::run(argc, argv);
}
