// SPDX-License-Identifier: BSD-3-Clause
// Calls of programs that have loaded this library late, as Python does: the loader gives them to the C library, so the
// tables it has filled in are changed. Where the library was there from the beginning, it has all calls anyway.
#pragma once

namespace weft::dftracer {

// Of all that is loaded, and of what will be.
void bind_loaded_objects();

}  // namespace weft::dftracer
