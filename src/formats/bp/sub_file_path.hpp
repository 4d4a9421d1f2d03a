// SPDX-License-Identifier: BSD-3-Clause
// The names of sub-files: DIR/out.bp has its data in DIR/out.bp.dir/out.bp.0 and so on.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace weft::bp {

inline std::string sub_file_directory(const std::string& path) { return path + ".dir"; }

inline std::string sub_file_path(const std::string& path, std::uint32_t number) {
  return fmt::format("{}/{}.{}", sub_file_directory(path), std::filesystem::path(path).filename().string(), number);
}

}  // namespace weft::bp
