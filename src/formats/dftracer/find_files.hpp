// SPDX-License-Identifier: BSD-3-Clause
// Which files a trace is: one, those of a directory, those that a pattern matches, or those that a list names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace weft::dftracer {

// In order of their names. `path` is a file, a directory (its .pfw and .pfw.gz files, or those below it if it has none
// itself), a pattern of the shell's kind, or @ and the name of a text with one file on each line; or several of these
// with newlines between them.
Result<std::vector<std::string>> find_files(const std::string& path);

// Whether it is an index by its name, ours or one of the reference's tools: it stands beside a trace, and patterns do
// not mean it.
bool is_beside_trace(std::string_view path);

// Whether a file looks like events in JSON, judged by its first bytes.
bool looks_like_trace(const std::string& path);

}  // namespace weft::dftracer
