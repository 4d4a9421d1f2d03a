// SPDX-License-Identifier: BSD-3-Clause
#include <litl_timer.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "record/clock.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

using weft::recording::nanoseconds;

namespace {

#if defined(__x86_64__) || defined(__i386__)

struct Moment {
  litl_time_t time = nanoseconds(CLOCK_MONOTONIC_RAW);
  unsigned long long ticks = __rdtsc();
};

// A tenth of a second is a million times as long as reading the clock takes.
double nanoseconds_per_tick() {
  const Moment begin;
  const timespec pause{0, 100'000'000};
  ::nanosleep(&pause, nullptr);
  const Moment end;
  return static_cast<double>(end.time - begin.time) / static_cast<double>(end.ticks - begin.ticks);
}

constexpr bool has_ticks = true;

litl_time_t scaled_ticks() {
  static const double scale = nanoseconds_per_tick();
  return static_cast<litl_time_t>(static_cast<double>(__rdtsc()) * scale);
}

#else

constexpr bool has_ticks = false;
litl_time_t scaled_ticks() { return 0; }

#endif

struct Method {
  const char* name;
  litl_timing_method_t read;
  bool is_available = true;
};

constexpr Method methods[] = {{"monotonic_raw", litl_get_time_monotonic_raw}, {"monotonic", litl_get_time_monotonic},
    {"realtime", litl_get_time_realtime}, {"process_cputime", litl_get_time_process_cputime},
    {"thread_cputime", litl_get_time_thread_cputime}, {"ticks", litl_get_time_ticks, has_ticks},
    {"none", litl_get_time_none}};  // last, because it is never the best

// How many calls fit into a tenth of a millisecond of the method's own time.
unsigned calls_in_short_time(litl_timing_method_t read) {
  constexpr litl_time_t short_time = 100'000;
  unsigned calls = 0;
  read();  // what happens once does not count
  for (const litl_time_t begin = read(); read() - begin < short_time;) ++calls;
  return calls;
}

void select_best() {
  const Method* best = nullptr;
  unsigned most_calls = 0;
  for (const Method* method = methods; method != std::end(methods) - 1; ++method) {
    const unsigned calls = method->is_available ? calls_in_short_time(method->read) : 0;
    if (best && calls <= most_calls) continue;
    best = method;
    most_calls = calls;
  }
  std::printf("[LiTL] selected timing method:%s\n", best->name);
  litl_set_timing_method(best->read);
}

// The reference ends programs whose user asked for a clock that is not there.
[[noreturn]] void refuse(const char* format, const char* name) {
  std::fprintf(stderr, format, name);
  std::abort();
}

}  // namespace

extern "C" {

// Programs hold a copy of this variable, of the size it has here: the address sanitizer must not make it larger.
#if defined(__clang__)
__attribute__((no_sanitize("address")))
#endif
litl_timing_method_t litl_get_time = litl_get_time_monotonic_raw;

litl_time_t litl_get_time_monotonic_raw() { return weft::recording::raw_nanoseconds(); }
litl_time_t litl_get_time_monotonic() { return nanoseconds(CLOCK_MONOTONIC); }
litl_time_t litl_get_time_realtime() { return nanoseconds(CLOCK_REALTIME); }
litl_time_t litl_get_time_process_cputime() { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }
litl_time_t litl_get_time_thread_cputime() { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }
litl_time_t litl_get_time_ticks() { return scaled_ticks(); }
litl_time_t litl_get_time_none() { return 0; }

int litl_set_timing_method(litl_timing_method_t callback) {
  if (!callback) return -1;
  // The counter is measured now, not at the first event.
  if (callback == litl_get_time_ticks) callback();
  __atomic_store_n(&litl_get_time, callback, __ATOMIC_RELAXED);
  return 0;
}

void litl_time_initialize() {
  weft::recording::follow_raw_clock();
  const char* const name = std::getenv("LITL_TIMING_METHOD");
  if (!name) return;
  if (std::strcmp(name, "best") == 0) return select_best();
  for (const Method& method : methods) {
    if (std::strcmp(name, method.name) != 0) continue;
    if (!method.is_available) refuse("Timing function '%s' not available on this system\n", name);
    litl_set_timing_method(method.read);
    return;
  }
  refuse("Unknown timining method: '%s'\n", name);
}
}
