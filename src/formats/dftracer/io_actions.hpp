// SPDX-License-Identifier: BSD-3-Clause
// Which calls become I/O events of the model.
#pragma once

#include "formats/dftracer/io_calls.hpp"
#include "model/enums.hpp"

namespace weft::dftracer {

enum class IoAction : std::uint8_t { none, read, write, flush, seek };

inline constexpr std::string_view posix_category = "POSIX";
inline constexpr std::string_view stdio_category = "STDIO";

inline IoAction io_action(std::string_view category, std::string_view name) {
  if (category != posix_category && category != stdio_category) return IoAction::none;
  const IoCall call = io_call(name);
  if (call.placing == IoPlacing::moves) return IoAction::seek;
  switch (call.io_class) {
    case IoClass::read:
      return IoAction::read;
    case IoClass::write:
      return IoAction::write;
    case IoClass::sync:
      return IoAction::flush;
    default:
      return IoAction::none;
  }
}

// What a region of this category and name does.
inline RegionRole role_of(std::string_view category, std::string_view name) {
  if (io_action(category, name) != IoAction::none) return RegionRole::file_io;
  const bool is_file = category == posix_category || category == stdio_category;
  return is_file ? RegionRole::file_io_metadata : RegionRole::function;
}

}  // namespace weft::dftracer
