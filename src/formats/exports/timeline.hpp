// SPDX-License-Identifier: BSD-3-Clause
// Timeline: ticks as viewers want them, in nanoseconds since the first tick that the clock of the trace names.
#pragma once

#include <cstdint>
#include <optional>

#include "model/definitions.hpp"

namespace weft::exports {

using Nanoseconds = std::int64_t;

class Timeline {
 public:
  // What lies further away is shown there.
  static constexpr Nanoseconds farthest = INT64_MAX;

  explicit Timeline(const Definitions& definitions);

  // Negative before the first tick. Never goes back where ticks do not.
  Nanoseconds nanoseconds(Ticks time) const {
    const bool is_before = time < first_;
    const Nanoseconds distance = scaled(is_before ? first_ - time : time - first_);
    return is_before ? -distance : distance;
  }
  // Ticks that are no whole nanoseconds lose what is below one.
  bool is_exact() const { return second % resolution_ == 0; }
  // Nanoseconds since 1970 of the first tick.
  std::optional<std::uint64_t> epoch() const { return epoch_; }

 private:
  static constexpr std::uint64_t second = 1'000'000'000;
  // Up to here the ticks of less than a second can be multiplied in 64 bits.
  static constexpr std::uint64_t high_resolution = UINT64_MAX / second;

  Nanoseconds scaled(std::uint64_t ticks) const {
    if (resolution_ == second) return ticks > std::uint64_t{farthest} ? farthest : static_cast<Nanoseconds>(ticks);
    const std::uint64_t seconds = ticks / resolution_;
    if (seconds >= std::uint64_t{farthest} / second) return farthest;
    return static_cast<Nanoseconds>(seconds * second + fraction(ticks % resolution_));
  }
  std::uint64_t fraction(std::uint64_t ticks) const {
    if (resolution_ <= high_resolution) [[likely]]
      return ticks * second / resolution_;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(ticks) * second / resolution_);
  }

  Ticks first_ = 0;
  std::uint64_t resolution_ = second;
  std::optional<std::uint64_t> epoch_;
};

}  // namespace weft::exports
