// SPDX-License-Identifier: BSD-3-Clause
// The function that a program would have called without us.
#pragma once

#include <dlfcn.h>

#define WEFT_NEXT(function)                                                                          \
  ([]() -> decltype(&::function) {                                                                   \
    static const auto next = reinterpret_cast<decltype(&::function)>(::dlsym(RTLD_NEXT, #function)); \
    return next;                                                                                     \
  }())
