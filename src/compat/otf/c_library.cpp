// SPDX-License-Identifier: BSD-3-Clause
// Functions of C libraries that the reference exports under names of its own.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {

int OTF_vasprintf(char** text, const char* format, va_list arguments);
int OTF_asprintf(char** text, const char* format, ...);
int OTF_vsnprintf(char* text, size_t size, const char* format, va_list arguments);
int OTF_snprintf(char* text, size_t size, const char* format, ...);
char* OTF_strdup(const char* text);
char* OTF_basename(char* path);
void otf_compile_time_assert();

int OTF_vasprintf(char** text, const char* format, va_list arguments) { return vasprintf(text, format, arguments); }

int OTF_asprintf(char** text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int size = vasprintf(text, format, arguments);
  va_end(arguments);
  return size;
}

int OTF_vsnprintf(char* text, size_t size, const char* format, va_list arguments) {
  return vsnprintf(text, size, format, arguments);
}

int OTF_snprintf(char* text, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int written = vsnprintf(text, size, format, arguments);
  va_end(arguments);
  return written;
}

char* OTF_strdup(const char* text) { return strdup(text); }

char* OTF_basename(char* path) {
  char* const slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// What it asserts was asserted when it was compiled.
void otf_compile_time_assert() { static_assert(sizeof(long) == 8 && sizeof(double) == 8 && sizeof(float) == 4); }
}
