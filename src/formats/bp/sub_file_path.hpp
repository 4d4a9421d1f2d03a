// SPDX-License-Identifier: BSD-3-Clause
// The names of sub-files: DIR/out.bp has its data in DIR/out.bp.dir/out.bp.0 and so on; and which one a name is.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace weft::bp {

inline std::string sub_file_directory(const std::string& path) { return path + ".dir"; }

inline std::string sub_file_path(const std::string& path, std::uint32_t number) {
  return fmt::format("{}/{}.{}", sub_file_directory(path), std::filesystem::path(path).filename().string(), number);
}

// The number of a file that stands where sub-files do and has the name of one.
inline std::optional<std::uint32_t> sub_file_number(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(path, ignored).lexically_normal();
  const std::string name = whole.filename().string();
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || whole.parent_path().filename() != sub_file_directory(name.substr(0, dot)))
    return std::nullopt;
  const std::string_view digits = std::string_view(name).substr(dot + 1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc{} && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

}  // namespace weft::bp
