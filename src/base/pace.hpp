// SPDX-License-Identifier: BSD-3-Clause
// Pace: how fast work goes, and how long it will take. The clock starts when the first of it is told to be done: what
// came before, such as opening a trace, says nothing about the rest.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace weft {

class Pace {
 public:
  using Time = std::chrono::steady_clock::time_point;
  struct Seen {
    double per_second = 0;
    std::optional<double> share = {};  // of all, up to 1; nothing if nobody knows how much there is
    std::optional<double> left = {};   // seconds
  };

  // Nothing the first time. A total of 0 is unknown.
  std::optional<Seen> at(std::uint64_t done, std::uint64_t total, Time now) {
    if (!first_) {
      first_ = {now, done};
      return {};
    }
    const double elapsed = std::chrono::duration<double>(now - first_->time).count();
    const double gone = done > first_->done ? static_cast<double>(done - first_->done) : 0;
    Seen seen;
    if (elapsed > 0) seen.per_second = gone / elapsed;
    if (total == 0) return seen;
    seen.share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    if (gone > 0) seen.left = done < total ? elapsed / gone * static_cast<double>(total - done) : 0.0;
    return seen;
  }

 private:
  struct First {
    Time time;
    std::uint64_t done;
  };
  std::optional<First> first_;
};

}  // namespace weft
