// SPDX-License-Identifier: BSD-3-Clause
#include "cli/installation.hpp"

namespace weft::cli {

namespace fs = std::filesystem;

fs::path prefix() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path("/usr") : self.parent_path().parent_path();
}

fs::path library_directory(std::string_view library) {
  fs::path plain = prefix() / "lib";
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(plain, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with("-linux-gnu") && fs::exists(entry.path() / library, ignored)) return entry.path();
  }
  return plain;
}

}  // namespace weft::cli
