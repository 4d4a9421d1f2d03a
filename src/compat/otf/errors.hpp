// SPDX-License-Identifier: BSD-3-Clause
// The last error as C programs see it: otf_errno and otf_strerr. Nothing is printed.
#pragma once

#include <open-trace-format/OTF_Definitions.h>

#include <new>
#include <string_view>
#include <type_traits>

#include "base/result.hpp"

namespace weft::otf::compat {

void set_error(std::string_view text);
void set_error(const Error& error) noexcept;

// What the work answers. If memory is short, this answer after the error has been set: std::bad_alloc must not reach C
// programs. What a handler throws is the program's affair. Functions that may allocate come here, each by itself or
// through what it shares with others.
template <class Work>
std::invoke_result_t<Work&> guarded(std::invoke_result_t<Work&> otherwise, Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    set_error("there is not enough memory");
    return otherwise;
  }
}

// 1, or 0 after the error has been set: what most functions answer.
template <class T>
int succeeded(const Result<T>& result) {
  if (result) [[likely]]
    return 1;
  set_error(result.error());
  return 0;
}

// The value, or this one after the error has been set.
template <class T>
T value_or(Result<T> result, T otherwise) {
  return succeeded(result) ? *std::move(result) : std::move(otherwise);
}

}  // namespace weft::otf::compat
