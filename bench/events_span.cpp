// SPDX-License-Identifier: BSD-3-Clause
#include "events_span.h"

#include <weft/record.h>

#include <cstdlib>

#include "record/io_calls.hpp"

using namespace weft;
using recording::IoCall;

namespace {

std::uint32_t region;
AttributeRef keys[3];

}  // namespace

void begin_recording(const char* directory) {
  setenv("WEFT_RECORD_DIR", directory, 1);
  setenv("WEFT_RECORD_FORMAT", "dftracer", 1);
  region = weft_watch_region("read", "POSIX");
  const char* const names[] = {"fd", "count", "ret"};
  for (std::size_t i = 0; i < 3; ++i) keys[i] = {weft_watch_key(names[i], Type::uint64) - 1};
}
std::uint64_t end_recording() {
  weft_record_finish();
  return weft_record_lost();
}

void record_3(std::uint64_t i) {
  const AttributeEntry arguments[] = {
      {keys[0], TypedValue::of(i)}, {keys[1], TypedValue::of(i + 1)}, {keys[2], TypedValue::of(i + 2)}};
  IoCall call;
  call.region = region;
  call.begin = weft_watch_now();
  call.end = weft_watch_now();
  call.arguments = arguments;
  weft_watch_record(&call);
}
