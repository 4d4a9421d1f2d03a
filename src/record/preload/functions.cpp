// SPDX-License-Identifier: BSD-3-Clause
// Functions of programs that were compiled with -finstrument-functions: the compiler calls us at the beginning and at
// the end of each.
#include <dlfcn.h>
#include <weft/record.h>

#include "record/inside.hpp"
#include "record/io_calls.hpp"
#include "record/keep_errno.hpp"
#include "record/preload/function_table.hpp"
#include "record/preload/loaded_code.hpp"
#include "record/preload/locks.hpp"
#include "record/preload/next.hpp"
#include "record/preload/symbols.hpp"

namespace weft::recording {

namespace {

std::optional<std::uint64_t> look_up(void* function) {
  const KeepErrno keep_errno;
  const Inside inside;
  if (!weft_watch_can_define()) return std::nullopt;
  const Symbol symbol = symbol_of(function);
  return weft_define_region(symbol.name.c_str(), symbol.module.c_str(), 0);
}

constinit FunctionTable regions(look_up);

weft_region region_of(void* function) { return static_cast<weft_region>(regions.of(function)); }

// What we call ourselves may be the program's, such as its own way to get memory: that is nobody's business, and while
// something is looked up nothing else can be.
bool is_watched() { return weft_is_on() && weft_record_inside == 0; }

}  // namespace

OwnedMutex& functions_mutex() { return regions.mutex(); }

}  // namespace weft::recording

using namespace weft::recording;

extern "C" {

// One that is not recorded is no event, and leaves what was attached to the one it is meant for.
void __cyg_profile_func_enter(void* function, void*) {
  if (!is_watched()) return;
  if (const weft_region region = region_of(function)) weft_record_enter(region);
}
void __cyg_profile_func_exit(void* function, void*) {
  if (!is_watched()) return;
  if (const weft_region region = region_of(function)) weft_record_leave(region);
}

int dlclose(void* library) {
  const int result = WEFT_NEXT(dlclose)(library);
  forget_unloaded(regions);
  return result;
}
}
