// SPDX-License-Identifier: BSD-3-Clause
// Timers: how long a process spent in each part of an output. With WEFT_ADIOS_TIMERS=1 those of the step before are
// written into the file as two variables, as builds of ADIOS with timers do (docs/formats/bp.md, section 18).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace weft::adios {

enum class Timer : unsigned {
  communication,
  file,
  local_metadata,
  global_metadata,
  open,
  write,
  overflow,
  close,
};

inline constexpr std::array<std::string_view, 8> timer_labels = {
    "Communication", "I/O", "Local metadata", "Global metadata", "ad_open", "ad_write", "ad_overflow", "ad_close"};

struct Timers {
  std::array<double, timer_labels.size()> seconds{};

  void add(Timer timer, double more) { seconds[static_cast<std::size_t>(timer)] += more; }
};

// Adds the time until its end.
class Timing {
 public:
  Timing(Timers& timers, Timer timer) : timers_(timers), timer_(timer) {}
  ~Timing() { timers_.add(timer_, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count()); }
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

 private:
  Timers& timers_;
  Timer timer_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace weft::adios
