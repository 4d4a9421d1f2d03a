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

}  // namespace weft::otf
