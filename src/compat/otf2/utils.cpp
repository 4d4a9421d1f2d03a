// SPDX-License-Identifier: BSD-3-Clause
// Functions that no header declares, but that programs built on the reference call all the same: its own tools use what
// the library reports errors with, its Python bindings how to free what the library allocated. Names and parameters are
// what those programs call.
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "compat/otf2/errors.hpp"

using namespace weft::otf2::compat;

namespace {

// `file` as the compiler knew it, without the folder of the sources.
const char* within_sources(const char* sources, const char* file) {
  const std::string_view prefix = sources;
  return std::string_view{file}.starts_with(prefix) ? file + prefix.size() : file;
}

// Programs may leave out the text.
const char* or_empty(const char* text) { return text ? text : ""; }

}  // namespace

extern "C" {

OTF2_ErrorCode OTF2_UTILS_Error_Handler(const char* sources, const char* file, std::uint64_t line, const char* function,
    OTF2_ErrorCode code, const char* format, ...) __attribute__((format(printf, 6, 7)));
[[noreturn]] void OTF2_UTILS_Error_Abort(const char* sources, const char* file, std::uint64_t line,
    const char* function, const char* format, ...) __attribute__((format(printf, 5, 6)));
OTF2_ErrorCode OTF2_UTILS_Error_FromPosix(int number);
const char* OTF2_UTILS_IO_GetWithoutPath(const char* path);
void otf2_python_free(void* memory);

// Tells of an error as the library does. The result is the code, or what the program's callback made of it.
OTF2_ErrorCode OTF2_UTILS_Error_Handler(const char* sources, const char* file, std::uint64_t line, const char* function,
    OTF2_ErrorCode code, const char* format, ...) {
  if (code == OTF2_SUCCESS) return code;
  va_list arguments;
  va_start(arguments, format);
  code = report_list(within_sources(sources, file), line, function, code, or_empty(format), arguments);
  va_end(arguments);
  return code;
}

// Ends the program, because that is what it calls this for.
void OTF2_UTILS_Error_Abort(
    const char* sources, const char* file, std::uint64_t line, const char* /*function*/, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_abort(within_sources(sources, file), line, or_empty(format), arguments);
  va_end(arguments);
  std::abort();
}

OTF2_ErrorCode OTF2_UTILS_Error_FromPosix(int number) { return code_of_errno(number); }

// Points into `path`, behind its last slash.
const char* OTF2_UTILS_IO_GetWithoutPath(const char* path) {
  const char* slash = path ? std::strrchr(path, '/') : nullptr;
  return slash ? slash + 1 : path;
}

void otf2_python_free(void* memory) { std::free(memory); }

}  // extern "C"
