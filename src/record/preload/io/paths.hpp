// SPDX-License-Identifier: BSD-3-Clause
// Which paths are recorded: those that begin with one of the prefixes, all if there are none.
#pragma once

#include <string_view>

namespace weft::recording::io {

// With colons between them. Before any thread asks.
void set_prefixes(std::string_view prefixes);
bool has_prefixes();

// The name as the program says it counts, and where it is relative, what it means in the current directory as well.
bool is_wanted(std::string_view path);

// Before the next question the current directory is looked up again.
void forget_directory();

}  // namespace weft::recording::io
