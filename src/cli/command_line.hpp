// SPDX-License-Identifier: BSD-3-Clause
// The command line of weft: finds the verb, fills its options, runs it, and turns what happened into an exit code and,
// at most, one line on stderr.
#pragma once

namespace weft::cli {

int run(int argc, char** argv);

}  // namespace weft::cli
