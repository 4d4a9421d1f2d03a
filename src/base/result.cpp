// SPDX-License-Identifier: BSD-3-Clause
#include "base/result.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace weft {

void check_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "weft: internal error: %s does not hold (%s:%d)\n", condition, file, line);
  std::abort();
}

std::string Error::text() const {
  std::string out;
  if (!file.empty()) out += fmt::format("{}: ", file);
  if (offset) out += fmt::format("at byte {}: ", *offset);
  return out + message;
}

Error system_error(std::string what, std::string file) {
  const int number = errno;
  Errc code = Errc::io;
  if (number == ENOENT) code = Errc::not_found;
  if (number == EEXIST) code = Errc::exists;
  if (number == ENOSPC || number == EDQUOT) code = Errc::no_space;
  return {code, fmt::format("{}: {}", what, std::generic_category().message(number)), std::move(file)};
}

}  // namespace weft
