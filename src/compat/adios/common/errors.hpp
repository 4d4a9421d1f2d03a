// SPDX-License-Identifier: BSD-3-Clause
// How the library tells what went wrong: by the code of the last error and its text, and by lines on stderr or in a
// file, as the program's parameters ask for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adios_error.h"
#include "adios_transport.hpp"
#include "base/result.hpp"

// Data of the C library that programs may look at; no header declares it.
extern "C" int adios_errno;

namespace weft::adios {

enum class Level : int { quiet = 0, error = 1, warning = 2, info = 3, debug = 4 };

// Makes this the last error, says so, and returns the code.
int fail(ADIOS_ERRCODES code, std::string_view message);
int fail(ADIOS_ERRCODES code, const Error& error);

// Lines without consequences.
void tell(Level level, std::string_view message);
inline void warn(std::string_view message) { tell(Level::warning, message); }

// A call that goes well leaves no error behind.
void forget_error();

// "name=value;name;…" without the blanks around; quotes protect semicolons.
std::vector<Parameter> parse_parameters(std::string_view text);

// Obeys those about the log, and leaves the others: verbose, quiet, logfile, abort_on_error.
std::vector<Parameter> take_log_parameters(std::vector<Parameter> parameters);

}  // namespace weft::adios
