// SPDX-License-Identifier: BSD-3-Clause
#include "record/raw_clock.hpp"

#include <pthread.h>

namespace weft::recording {

constinit FollowingClock<SystemClock> raw_clock;
constinit std::atomic<bool> is_raw_clock_followed = false;

void follow_raw_clock() {
  static constinit std::atomic<bool> is_safe_in_forks = false;
  if (!is_safe_in_forks.exchange(true))
    ::pthread_atfork([] { raw_clock.before_fork(); }, [] { raw_clock.after_fork(); }, [] { raw_clock.after_fork(); });
  is_raw_clock_followed = best_clock() == ClockKind::counter;
}

std::uint64_t raw_nanoseconds() noexcept {
  return is_raw_clock_followed.load(std::memory_order_relaxed) ? raw_clock.now() : SystemClock::nanoseconds();
}

}  // namespace weft::recording
