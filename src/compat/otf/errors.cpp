// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/errors.hpp"

#include <open-trace-format/OTF_Errno.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

// Programs hold copies of these variables, of the size they have here: the address sanitizer must not make them larger.
#if defined(__clang__)
#define WEFT_AS_DECLARED __attribute__((no_sanitize("address")))
#else
#define WEFT_AS_DECLARED
#endif
WEFT_AS_DECLARED char otf_strerr[OTF_ERR_LEN] = "No errors occurred.";
WEFT_AS_DECLARED int otf_errno = OTF_NO_ERROR;

namespace weft::otf::compat {

void set_error(std::string_view text) {
  otf_errno = OTF_ERROR;
  const std::size_t size = std::min<std::size_t>(text.size(), OTF_ERR_LEN - 1);
  std::memcpy(otf_strerr, text.data(), size);
  otf_strerr[size] = '\0';
}

void set_error(const Error& error) noexcept {
  guarded(false, [&] {
    set_error(error.text());
    return true;
  });
}

}  // namespace weft::otf::compat

extern "C" {

void OTF_Error(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  otf_errno = OTF_ERROR;
  std::vsnprintf(otf_strerr, OTF_ERR_LEN, format, arguments);
  va_end(arguments);
}

// Warnings are for people who watch; the library does not print.
void OTF_Warning(const char*, ...) {}
}
