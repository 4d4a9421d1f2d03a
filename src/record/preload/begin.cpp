// SPDX-License-Identifier: BSD-3-Clause
// Under `weft record` recording begins before main.
#include <weft/record.h>

#include "record/inside.hpp"
#include "record/preload/io/watch.hpp"
#include "record/preload/loaded_code.hpp"
#include "record/preload/locks.hpp"
#include "record/preload/processes.hpp"
#include "record/preload/symbols.hpp"

namespace weft::recording {

namespace {

// Memory may come from functions of the program: what we ask for is nothing that it does.
void prepare() {
  const Inside inside;
  follow_processes({&threads_mutex(), &unloading_mutex(), &functions_mutex(), &symbols_mutex()});
}

[[gnu::constructor]] void begin() {
  prepare();
  weft_record_begin();
  io::begin_watching();
}

}  // namespace

}  // namespace weft::recording
