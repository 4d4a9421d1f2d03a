// SPDX-License-Identifier: BSD-3-Clause
// The last error as C programs see it: otf_errno and otf_strerr. Nothing is printed.
#pragma once

#include <open-trace-format/OTF_Definitions.h>

#include <string_view>

#include "base/result.hpp"

namespace weft::otf::compat {

void set_error(std::string_view text);

// 1, or 0 after the error has been set: what most functions answer.
template <class T>
int succeeded(const Result<T>& result) {
  if (result) [[likely]]
    return 1;
  set_error(result.error().text());
  return 0;
}

// The value, or this one after the error has been set.
template <class T>
T value_or(Result<T> result, T otherwise) {
  return succeeded(result) ? *std::move(result) : std::move(otherwise);
}

}  // namespace weft::otf::compat
