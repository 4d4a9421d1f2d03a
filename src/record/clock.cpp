// SPDX-License-Identifier: BSD-3-Clause
#include "record/clock.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/file.hpp"

namespace weft::recording {

namespace {

std::string first_line(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return {};
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  return std::string(text.substr(0, text.find('\n')));
}

// Runs at one rate, in every state of the processor.
bool counter_is_invariant() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
#else
  return false;
#endif
}

}  // namespace

// The system compares the counters of all processors when it starts, and uses another clock if they differ.
ClockKind best_clock() {
  const bool is_trusted = first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource") == "tsc";
  return is_trusted && counter_is_invariant() ? ClockKind::counter : ClockKind::monotonic;
}

// Between two readings of one clock the others are read; the closest of a few tries counts.
Moment read_moment(ClockKind kind) {
  Moment best;
  std::uint64_t closest = ~std::uint64_t{0};
  for (int i = 0; i < 5; ++i) {
    const std::uint64_t before = nanoseconds(CLOCK_MONOTONIC);
    const Ticks ticks = read_clock(kind);
    const std::uint64_t real = nanoseconds(CLOCK_REALTIME);
    const std::uint64_t after = nanoseconds(CLOCK_MONOTONIC);
    if (after - before >= closest) continue;
    closest = after - before;
    best = {ticks, before + closest / 2, real};
  }
  return best;
}

std::uint64_t ticks_per_second(ClockKind kind, const Moment& begin, const Moment& end) {
  constexpr std::uint64_t second = 1'000'000'000;
  if (kind != ClockKind::counter || end.monotonic <= begin.monotonic || end.ticks <= begin.ticks) return second;
  const auto ticks = static_cast<long double>(end.ticks - begin.ticks);
  return static_cast<std::uint64_t>(ticks * second / static_cast<long double>(end.monotonic - begin.monotonic) + 0.5L);
}

void wait_to_measure(ClockKind kind, const Moment& begin) {
  constexpr std::uint64_t long_enough = 1'000'000;
  if (kind != ClockKind::counter) return;
  const std::uint64_t passed = nanoseconds(CLOCK_MONOTONIC) - begin.monotonic;
  if (passed >= long_enough) return;
  const timespec rest{0, static_cast<long>(long_enough - passed)};
  ::nanosleep(&rest, nullptr);
}

std::string clock_name(ClockKind kind) {
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  constexpr std::string_view names[] = {"time stamp counter", "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"};
  return fmt::format(
      "{} of {}, boot {}", names[static_cast<std::size_t>(kind)], host, first_line("/proc/sys/kernel/random/boot_id"));
}

}  // namespace weft::recording
