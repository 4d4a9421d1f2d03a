// SPDX-License-Identifier: BSD-3-Clause
// What calls of the operating system and the C library do to files, told by their names.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::dftracer {

enum class IoAction : std::uint8_t { none, read, write, flush, seek };

inline constexpr std::string_view posix_category = "POSIX";
inline constexpr std::string_view stdio_category = "STDIO";

constexpr IoAction io_action(std::string_view category, std::string_view name) {
  if (category != posix_category && category != stdio_category) return IoAction::none;
  // Fortified and 64-bit variants do the same.
  if (name.starts_with("__") && name.ends_with("_chk")) name = name.substr(2, name.size() - 6);
  if (name.ends_with("64")) name.remove_suffix(2);
  struct Known {
    std::string_view name;
    IoAction action;
  };
  constexpr Known known[] = {
      {"read", IoAction::read},
      {"pread", IoAction::read},
      {"readv", IoAction::read},
      {"preadv", IoAction::read},
      {"preadv2", IoAction::read},
      {"fread", IoAction::read},
      {"fread_unlocked", IoAction::read},
      {"write", IoAction::write},
      {"pwrite", IoAction::write},
      {"writev", IoAction::write},
      {"pwritev", IoAction::write},
      {"pwritev2", IoAction::write},
      {"fwrite", IoAction::write},
      {"fwrite_unlocked", IoAction::write},
      {"fsync", IoAction::flush},
      {"fdatasync", IoAction::flush},
      {"fflush", IoAction::flush},
      {"lseek", IoAction::seek},
      {"fseek", IoAction::seek},
      {"fseeko", IoAction::seek},
  };
  for (const Known& entry : known)
    if (entry.name == name) return entry.action;
  return IoAction::none;
}

}  // namespace weft::dftracer
