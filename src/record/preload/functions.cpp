// SPDX-License-Identifier: BSD-3-Clause
// Functions of programs that were compiled with -finstrument-functions: the compiler calls us at the beginning and at
// the end of each.
#include <weft/record.h>

#include "record/preload/function_table.hpp"
#include "record/preload/symbols.hpp"

namespace weft::recording {

namespace {

constinit FunctionTable regions([](void* function) -> std::uint64_t {
  const Symbol symbol = symbol_of(function);
  return weft_define_region(symbol.name.c_str(), symbol.module.c_str(), 0);
});

weft_region region_of(void* function) { return static_cast<weft_region>(regions.of(function)); }

}  // namespace

}  // namespace weft::recording

using weft::recording::region_of;

extern "C" {

void __cyg_profile_func_enter(void* function, void*) {
  if (weft_is_on()) weft_record_enter(region_of(function));
}
void __cyg_profile_func_exit(void* function, void*) {
  if (weft_is_on()) weft_record_leave(region_of(function));
}
}
