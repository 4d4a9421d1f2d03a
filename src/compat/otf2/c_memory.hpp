// SPDX-License-Identifier: BSD-3-Clause
// What programs get to keep, and free themselves.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace weft::otf2::compat {

// NULL if there is no memory.
inline char* copy_for_program(std::string_view text) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy) std::memcpy(copy, text.data(), text.size()), copy[text.size()] = '\0';
  return copy;
}

}  // namespace weft::otf2::compat
