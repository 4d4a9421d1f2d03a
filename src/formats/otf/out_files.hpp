// SPDX-License-Identifier: BSD-3-Clause
// The files of a trace that is being written: none may be there before, and none stays behind when writing fails.
#pragma once

#include <string_view>

#include "formats/otf/paths.hpp"

namespace weft::otf {

// Whether a name is one of a trace's, behind the stub and its dot.
bool is_file_of_trace(std::string_view rest);

Result<> check_free(const TracePaths& paths);
void remove_files(const TracePaths& paths);

// Gives all files of one trace the names of another, the master file last. What is there under such a name, compressed
// or not, is replaced.
Result<> rename_files(const TracePaths& from, const TracePaths& to);
// Removes a file of a stream, compressed or not.
void remove_file(const TracePaths& paths, StreamId stream, std::string_view suffix);

}  // namespace weft::otf
