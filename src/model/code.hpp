// SPDX-License-Identifier: BSD-3-Clause
// Code: a number that only its program can explain. People write it in hexadecimal.
#pragma once

#include <compare>
#include <cstdint>

namespace weft {

struct Code {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(const Code&, const Code&) = default;
};

}  // namespace weft
