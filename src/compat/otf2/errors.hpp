// SPDX-License-Identifier: BSD-3-Clause
// How the drop-in library tells of errors: to the callback the program registered, else as one line on standard error.
// Every function of the C interface fails through `WEFT_OTF2_FAIL`, so that a program hears of each error once.
#pragma once

#include <otf2/OTF2_ErrorCodes.h>

#include <cstdarg>
#include <cstdint>
#include <exception>

#include "base/result.hpp"

namespace weft::otf2::compat {

// `function` is the C function the program called. The result is what that function goes on with: the code, or what the
// callback made of it.
OTF2_ErrorCode report(const char* file, unsigned line, const char* function, OTF2_ErrorCode code, const char* format,
    ...) __attribute__((format(printf, 5, 6)));

// The same with the arguments as a list. An empty text is left out of the line.
OTF2_ErrorCode report_list(const char* file, std::uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) __attribute__((format(printf, 5, 0)));

// For the end of a program, which no callback is asked about: the line alone.
void print_abort(const char* file, std::uint64_t line, const char* format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

// The code for an error of the codec.
OTF2_ErrorCode code_of(const Error& error);

// The code modelled on a number of errno; OTF2_ERROR_INVALID if there is none.
OTF2_ErrorCode code_of_errno(int number);

// Runs what may allocate. False if memory was short: exceptions must not reach the program.
template <class Work>
bool has_memory_for(Work&& work) noexcept {
  try {
    work();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace weft::otf2::compat

// A macro because the place is part of the report. The first form is for helpers of several C functions.
#define WEFT_OTF2_FAIL_IN(function, code, ...) \
  ::weft::otf2::compat::report(__FILE_NAME__, __LINE__, (function), (code), __VA_ARGS__)
#define WEFT_OTF2_FAIL(code, ...) WEFT_OTF2_FAIL_IN(static_cast<const char*>(__func__), (code), __VA_ARGS__)

namespace weft::otf2::compat {

// For handles and places of results a program has to give.
inline OTF2_ErrorCode fail_for_null(const char* function) {
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "%s was given NULL", function);
}

}  // namespace weft::otf2::compat
