// SPDX-License-Identifier: BSD-3-Clause
// What the OTF tools have in common: how they are run, and the version they stand in for.
#pragma once

#include <span>
#include <string_view>

namespace weft::cli::otf_tools {

// Arguments without the name of the program.
using Words = std::span<const std::string_view>;

inline constexpr int success = 0;
inline constexpr int failure = 1;

int run_config(Words words);
int run_profile(Words words);
int run_profile_mpi(Words words);

// On standard output.
int print_text(std::string_view text);
int print_version();

}  // namespace weft::cli::otf_tools
