// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>

#include "record/clock.hpp"
#include "record/following_clock.hpp"

namespace weft::recording {

namespace {

struct System {
  static std::uint64_t ticks() { return read_clock(ClockKind::counter); }
  static std::uint64_t nanoseconds() { return recording::nanoseconds(CLOCK_MONOTONIC_RAW); }
};

constinit FollowingClock<System> raw_clock;
constinit std::atomic<bool> is_followed = false;

}  // namespace

void follow_raw_clock() { is_followed = best_clock() == ClockKind::counter; }

std::uint64_t raw_nanoseconds() noexcept {
  return is_followed.load(std::memory_order_relaxed) ? raw_clock.now() : System::nanoseconds();
}

}  // namespace weft::recording
