// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/open_archive.hpp"

namespace weft::cli::otf2_tools {

Result<std::unique_ptr<otf2::Archive>> open_archive(const std::string& path) {
  auto paths = WEFT_TRY(otf2::ArchivePaths::from_anchor(path));
  const auto bytes = WEFT_TRY(read_file(path));
  auto anchor = WEFT_TRY(otf2::parse_anchor(bytes, path));
  WEFT_TRY(otf2::check_readable(anchor, path));
  return std::make_unique<otf2::Archive>(std::move(paths), std::move(anchor));
}

}  // namespace weft::cli::otf2_tools
