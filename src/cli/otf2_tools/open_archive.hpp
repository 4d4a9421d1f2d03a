// SPDX-License-Identifier: BSD-3-Clause
// Opening an archive the way the OTF2 tools do: by its anchor, definitions untouched.
#pragma once

#include <memory>
#include <string>

#include "formats/otf2/archive.hpp"

namespace weft::cli::otf2_tools {

// `path` must be an anchor. No definitions are read yet.
Result<std::unique_ptr<otf2::Archive>> open_archive(const std::string& path);

}  // namespace weft::cli::otf2_tools
