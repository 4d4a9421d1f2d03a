// SPDX-License-Identifier: BSD-3-Clause
// Functions of programs that were compiled with -finstrument-functions. Each thread has the functions it is in, so
// every call of a recursive function has its own begin.
#include <dlfcn.h>
#include <weft/record.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "compat/dftracer/own_thread.hpp"
#include "compat/dftracer/regions.hpp"
#include "record/inside.hpp"
#include "record/io_calls.hpp"
#include "record/keep_errno.hpp"
#include "record/preload/function_table.hpp"
#include "record/preload/loaded_code.hpp"
#include "record/preload/locks.hpp"
#include "record/preload/next.hpp"
#include "record/preload/symbols.hpp"

namespace weft::dftracer {

namespace {

using recording::Recorder;
using recording::RowArgument;
using recording::Thread;

// The region, and above it the text that names the file it is from.
std::optional<std::uint64_t> look_up(void* function) {
  const recording::KeepErrno keep_errno;
  const recording::Inside inside;
  if (!weft_watch_can_define()) return std::nullopt;
  const recording::Symbol symbol = recording::symbol_of(function);
  const std::uint32_t region = weft_watch_region(symbol.name.c_str(), "FUNC");
  return region | std::uint64_t{weft_watch_text(symbol.module.data(), symbol.module.size())} << 32;
}

constinit recording::FunctionTable functions(look_up);

void put(Thread& thread, OwnThread& own, const OwnThread::Frame& frame, Ticks end) {
  const std::uint64_t known = functions.of(frame.function);
  const auto region = static_cast<std::uint32_t>(known);
  const auto module = static_cast<std::uint32_t>(known >> 32);
  const std::uint16_t level = std::max<std::uint16_t>(thread.depth, 1);
  thread.depth = static_cast<std::uint16_t>(level - 1);
  if (region == 0 || module == 0) return Recorder::get().count_lost();
  const RowArgument so{own.key("so") - 1, Type::string, recording::ArgumentUse::key, module - 1};
  recording::PackedSpan span;
  span.what = region - 1;
  span.level = level;
  span.begin = frame.begin;
  span.end = end;
  span.arguments = {&so, 1};
  thread.append_span(span);
}

void enter(void* function) {
  Thread* const thread = recorded_thread();
  const OwnThreadInUse own;
  if (!thread || !own) return;
  if (own->functions.size() == own->functions.capacity()) {
    const recording::Inside inside;  // memory may come from a function that is watched as well
    own->functions.reserve(std::max<std::size_t>(64, 2 * own->functions.size()));
  }
  ++thread->depth;
  own->functions.push_back({function, weft_watch_now()});
}

// Those above it were left by a jump, without a word.
void leave(void* function) {
  const Ticks end = weft_watch_now();
  Thread* const thread = recorded_thread();
  const OwnThreadInUse own;
  if (!thread || !own) return;
  auto& frames = own->functions;
  const auto match = std::find_if(
      frames.rbegin(), frames.rend(), [&](const OwnThread::Frame& frame) { return frame.function == function; });
  for (auto left = match == frames.rend() ? 0 : match - frames.rbegin() + 1; left > 0; --left) {
    put(*thread, *own, frames.back(), end);
    frames.pop_back();
  }
}

bool is_watched() { return weft_is_on() && weft_record_inside == 0; }

}  // namespace

}  // namespace weft::dftracer

weft::recording::OwnedMutex& weft::recording::functions_mutex() { return weft::dftracer::functions.mutex(); }

using namespace weft::dftracer;

extern "C" {

void __cyg_profile_func_enter(void* function, void*) {
  if (!is_watched()) return;
  try {
    enter(function);
  } catch (const std::exception&) {
    weft::recording::Recorder::get().count_lost();
  }
}
void __cyg_profile_func_exit(void* function, void*) {
  if (is_watched()) leave(function);
}

int dlclose(void* library) {
  const int result = WEFT_NEXT(dlclose)(library);
  weft::recording::forget_unloaded(functions);
  return result;
}
}
