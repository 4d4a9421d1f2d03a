// SPDX-License-Identifier: BSD-3-Clause
// Watching calls that read and write, for the other parts of this library.
#pragma once

#include "model/refs.hpp"

namespace weft::recording::io {

// When the program begins, and if calls are to be recorded.
void begin_watching();

// An exec that came back. `name` is that of the call, and a literal.
void tell_failed_exec(const char* name, Ticks begin, const char* path, char* const arguments[]);

}  // namespace weft::recording::io
