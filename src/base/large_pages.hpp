// SPDX-License-Identifier: BSD-3-Clause
// Large pages for large buffers that are filled once: the system then gives memory in pieces of megabytes, instead of
// stopping the program at every page.
#pragma once

#include "base/bytes.hpp"

namespace weft {

// Memory that may not have been touched yet. What is no memory of the system's own, or too small, stays as it is.
void use_large_pages(Bytes memory) noexcept;

}  // namespace weft
