// SPDX-License-Identifier: BSD-3-Clause
// What tests want to know of parallel_for.
#pragma once

#include <cstdint>

namespace weft {

// Threads that it has begun in this process so far.
std::uint64_t threads_begun();

}  // namespace weft
