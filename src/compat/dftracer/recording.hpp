// SPDX-License-Identifier: BSD-3-Clause
// The one recording of a process, from its initialisation to its end. The first initialisation counts; others, and all
// behind the end, do nothing.
#pragma once

#include <string>

#include "compat/dftracer/configuration.hpp"

namespace weft::dftracer {

// What is asked for beside the configuration; null for nothing.
struct Wishes {
  const char* log_file = nullptr;
  const char* data_dirs = nullptr;
  const int* process_id = nullptr;
};

// By the program; `binds` is whether calls that read and write may be recorded.
void begin_by_program(const Wishes& wishes, bool binds) noexcept;
// By the library that was loaded before the program, if it is to begin.
void begin_by_preload() noexcept;
void end_recording() noexcept;

// While it is recorded, and afterwards.
const Configuration& configuration();
bool binds_calls();

// A remark for the user, if the level is wanted.
void log(LogLevel level, const std::string& text);

}  // namespace weft::dftracer
