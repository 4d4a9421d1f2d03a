// SPDX-License-Identifier: BSD-3-Clause
// Numbers of things in sentences for people: "1 region", "2 regions".
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

inline std::string counted(std::uint64_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

// For words that only get an s.
inline std::string counted(std::uint64_t count, std::string_view one) {
  return counted(count, one, fmt::format("{}s", one));
}

}  // namespace weft
