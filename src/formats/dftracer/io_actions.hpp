// SPDX-License-Identifier: BSD-3-Clause
// Which calls become I/O events of the model.
#pragma once

#include "formats/dftracer/io_calls.hpp"

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

}  // namespace weft::dftracer
