// SPDX-License-Identifier: BSD-3-Clause
// The clock of a recording: the processor's time stamp counter where it runs at one rate and the system itself trusts
// it, else CLOCK_MONOTONIC. Raw ticks go into the trace; what they are worth is measured at the start and at the end.
// Formats that want nanoseconds get those of CLOCK_MONOTONIC_RAW.
#pragma once

#include <time.h>

#include <cstdint>
#include <string>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "model/refs.hpp"

namespace weft::recording {

enum class ClockKind : std::uint8_t { counter, monotonic, raw };

inline std::uint64_t nanoseconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// CLOCK_MONOTONIC_RAW; told by the counter, once it is being followed and where the machine has one to rely on.
std::uint64_t raw_nanoseconds() noexcept;
void follow_raw_clock();

[[gnu::always_inline]] inline Ticks read_clock(ClockKind kind) {
#if defined(__x86_64__)
  if (kind == ClockKind::counter) [[likely]]
    return __rdtsc();
#endif
  return kind == ClockKind::raw ? raw_nanoseconds() : nanoseconds(CLOCK_MONOTONIC);
}

// The counter if this machine has one that can be relied on.
ClockKind best_clock();

// One moment, told by all clocks.
struct Moment {
  Ticks ticks = 0;
  std::uint64_t monotonic = 0;  // nanoseconds
  std::uint64_t real = 0;       // nanoseconds since 1970
};
Moment read_moment(ClockKind kind);

// Ticks per second, from two moments. As good as they are far apart: a millisecond gives a few parts in 100,000.
std::uint64_t ticks_per_second(ClockKind kind, const Moment& begin, const Moment& end);

// Waits until enough time has passed since `begin` to measure the clock by it.
void wait_to_measure(ClockKind kind, const Moment& begin);

// Equal for recordings whose ticks can be compared: the same clock of the same machine since the same boot.
std::string clock_name(ClockKind kind);

}  // namespace weft::recording
