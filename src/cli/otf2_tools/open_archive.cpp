// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/open_archive.hpp"

namespace weft::cli::otf2_tools {

Result<std::unique_ptr<otf2::Archive>> open_archive(const std::string& path) {
  return otf2::Archive::open_anchor(WEFT_TRY(otf2::ArchivePaths::from_anchor(path)));
}

}  // namespace weft::cli::otf2_tools
