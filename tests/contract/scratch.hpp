// SPDX-License-Identifier: BSD-3-Clause
// Scratch, and the plain file work tests do to damage things.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/test_directory_internal.hpp"

namespace weft::contract {

namespace fs = std::filesystem;

using Scratch = TestDirectory;

inline std::string file_content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::string& path, const std::string& content) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  EXPECT_TRUE(out) << path;
}

// A copy of everything below `from`.
inline void copy_tree(const std::string& from, const std::string& to) {
  fs::copy(from, to, fs::copy_options::recursive);
}

}  // namespace weft::contract
