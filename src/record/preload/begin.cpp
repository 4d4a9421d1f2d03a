// SPDX-License-Identifier: BSD-3-Clause
// Under `weft record` recording begins before main.
#include <weft/record.h>

#include "record/preload/io/watch.hpp"
#include "record/preload/processes.hpp"

namespace weft::recording {

namespace {

[[gnu::constructor]] void begin() {
  follow_processes();
  weft_record_begin();
  io::begin_watching();
}

}  // namespace

}  // namespace weft::recording
