// SPDX-License-Identifier: BSD-3-Clause
// What raw_nanoseconds tells, for those to whom a call is too much: inlined, and without its slow way.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "record/clock.hpp"
#include "record/following_clock.hpp"

namespace weft::recording {

struct SystemClock {
  static std::uint64_t ticks() { return read_clock(ClockKind::counter); }
  static std::uint64_t nanoseconds() { return recording::nanoseconds(CLOCK_MONOTONIC_RAW); }
};
[[gnu::visibility("hidden")]] extern constinit FollowingClock<SystemClock> raw_clock;
[[gnu::visibility("hidden")]] extern constinit std::atomic<bool> is_raw_clock_followed;

// Nothing if it takes longer: raw_nanoseconds tells it then.
[[gnu::always_inline]] inline std::optional<std::uint64_t> raw_nanoseconds_at_once() noexcept {
  if (!is_raw_clock_followed.load(std::memory_order_relaxed)) [[unlikely]]
    return std::nullopt;
  return raw_clock.now_at_once();
}

}  // namespace weft::recording
