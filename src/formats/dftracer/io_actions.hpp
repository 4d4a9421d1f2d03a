// SPDX-License-Identifier: BSD-3-Clause
// Which calls become I/O events of the model.
#pragma once

#include "formats/dftracer/io_calls.hpp"
#include "model/enums.hpp"

namespace weft::dftracer {

// Of calls to a file system: `other` tells no more than its file.
enum class IoAction : std::uint8_t { none, read, write, flush, seek, open, close, other };

inline constexpr std::string_view posix_category = "POSIX";
inline constexpr std::string_view stdio_category = "STDIO";

inline IoAction io_action(std::string_view category, std::string_view name) {
  if (category != posix_category && category != stdio_category) return IoAction::none;
  const IoCall call = io_call(name);
  if (call.placing == IoPlacing::moves) return IoAction::seek;
  if (call.placing == IoPlacing::opens) return IoAction::open;
  if (call.placing == IoPlacing::closes) return IoAction::close;
  switch (call.io_class) {
    case IoClass::read:
      return IoAction::read;
    case IoClass::write:
      return IoAction::write;
    case IoClass::sync:
      return IoAction::flush;
    default:
      return IoAction::other;
  }
}

// Those that begin and are complete.
constexpr bool is_operation(IoAction action) {
  return action == IoAction::read || action == IoAction::write || action == IoAction::flush;
}
constexpr bool is_operation_or_seek(IoAction action) { return is_operation(action) || action == IoAction::seek; }

// What a region of this category and name does.
inline RegionRole role_of(std::string_view category, std::string_view name) {
  const IoAction action = io_action(category, name);
  if (action == IoAction::none) return RegionRole::function;
  if (is_operation_or_seek(action)) return RegionRole::file_io;
  return io_call(name).io_class == IoClass::metadata ? RegionRole::file_io_metadata : RegionRole::function;
}

}  // namespace weft::dftracer
