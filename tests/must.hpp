// SPDX-License-Identifier: BSD-3-Clause
// For programs that make what tests look at: what fails ends them, and says why.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "base/result.hpp"

namespace weft {

inline void must(const Result<>& result) {
  if (result) return;
  std::fprintf(stderr, "%s\n", result.error().text().c_str());
  std::exit(1);
}

}  // namespace weft
