// SPDX-License-Identifier: BSD-3-Clause
// Where this program is installed, for the tools that tell others how to build with what stands beside it.
#pragma once

#include <filesystem>
#include <string_view>

namespace weft::cli {

// PREFIX of PREFIX/bin/weft.
std::filesystem::path prefix();

// The directory of libraries below the prefix: that of the distribution if this library is there.
std::filesystem::path library_directory(std::string_view library);

}  // namespace weft::cli
