// SPDX-License-Identifier: BSD-3-Clause
// Publishing: what was written beside gets its name when it is whole, also for those who come when the machine has
// stopped meanwhile: bytes reach the disk first, then the name. Where a file system knows no such order, nothing is
// waited for.
#pragma once

#include <string>

#include "base/result.hpp"

namespace weft {

// Whatever had the name `path` before is replaced.
Result<> publish_file(const std::string& beside, const std::string& path);
// A directory with all that is in it. `path` is free, or an empty directory.
Result<> publish_directory(const std::string& beside, const std::string& path);

// The steps, for those who give many names. All files in a directory and below, and its own names.
Result<> sync_tree(const std::string& directory);
// The names in the directory that `path` is in.
Result<> sync_names_beside(const std::string& path);

}  // namespace weft
