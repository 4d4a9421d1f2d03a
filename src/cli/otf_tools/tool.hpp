// SPDX-License-Identifier: BSD-3-Clause
// What the OTF tools have in common: how they are run, and the version they stand in for.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "model/report.hpp"

namespace weft::cli::otf_tools {

// Arguments without the name of the program.
using Words = std::span<const std::string_view>;

inline constexpr int success = 0;
inline constexpr int failure = 1;

int run_config(Words words);
int run_compress(Words words);
int run_decompress(Words words);
int run_info(Words words);
int run_merge(Words words);
int run_merge_mpi(Words words);
int run_print(Words words);
int run_aux(Words words);
int run_shrink(Words words);
int run_profile(Words words);
int run_profile_mpi(Words words);

// On standard output.
int print_text(std::string_view text);
int print_version();

// On standard error, behind the name of the tool. The exit code.
int fail(std::string_view tool, std::string_view message);
int fail(std::string_view tool, const Error& error);
// What is wrong with the trace, each with its place and rule, on standard error.
void tell(std::string_view tool, const Report& report);

// Whether this is a process of a parallel run, and not its first, as the launchers of MPI programs tell every process:
// the first one does all the work.
bool is_idle_rank();

// As the tools read numbers: what follows the digits is ignored, no digits are 0, negative ones count from the end of
// the 64 bits.
std::uint64_t number_in(std::string_view text);

}  // namespace weft::cli::otf_tools
