// SPDX-License-Identifier: BSD-3-Clause
// The status a program ends with. Handlers that are registered when this library is loaded run after it has ended, so
// ours is registered right before main, and is told the status while events can still be recorded.
#include <stdlib.h>

#include "record/io_calls.hpp"
#include "record/preload/next.hpp"

extern "C" int __libc_start_main(int (*main)(int, char**, char**), int count, char** arguments, void (*init)(),
    void (*fini)(), void (*end)(), void*);

namespace {

int (*real_main)(int, char**, char**) = nullptr;

int begin_main(int count, char** arguments, char** environment) {
  ::on_exit([](int status, void*) { weft_watch_ending(status); }, nullptr);
  return real_main(count, arguments, environment);
}

}  // namespace

int __libc_start_main(int (*main)(int, char**, char**), int count, char** arguments, void (*init)(), void (*fini)(),
    void (*end)(), void* stack) {
  real_main = main;
  return WEFT_NEXT(__libc_start_main)(begin_main, count, arguments, init, fini, end, stack);
}
