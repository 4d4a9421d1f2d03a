// SPDX-License-Identifier: BSD-3-Clause
// The function that a program would have called without us. Looked for by every thread that does not find it yet: a
// child of fork must not wait for one that is not there.
#pragma once

#include <dlfcn.h>

#include <atomic>

#define WEFT_NEXT(function)                                                                   \
  ([]() -> decltype(&::function) {                                                            \
    static constinit std::atomic<void*> next = nullptr;                                       \
    void* found = next.load(std::memory_order_relaxed);                                       \
    if (!found) next.store(found = ::dlsym(RTLD_NEXT, #function), std::memory_order_relaxed); \
    return reinterpret_cast<decltype(&::function)>(found);                                    \
  }())
