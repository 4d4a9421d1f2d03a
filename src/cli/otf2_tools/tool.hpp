// SPDX-License-Identifier: BSD-3-Clause
// What the OTF2 tools have in common: how they are run, and the version they stand in for.
#pragma once

#include <span>
#include <string_view>

namespace weft::cli::otf2_tools {

// Arguments without the name of the program.
using Words = std::span<const std::string_view>;

inline constexpr int success = 0;
inline constexpr int failure = 1;

int run_print(Words words);
int run_marker(Words words);
int run_snapshots(Words words);
int run_estimator(Words words);
int run_config(Words words);

// "TOOL: version X.Y.Z" on standard output.
int print_version(std::string_view tool);
int print_help(std::string_view text);

}  // namespace weft::cli::otf2_tools
