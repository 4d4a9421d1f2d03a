// SPDX-License-Identifier: BSD-3-Clause
// How far long work has come: whom to tell, and how several threads tell it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>

namespace weft {

// Told how much of the work is done, now and then, by one thread at a time. May be empty.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// Adds up what several threads have done.
class SharedProgress {
 public:
  SharedProgress(const Progress& progress, std::uint64_t total) : progress_(progress), total_(total) {}

  void add(std::uint64_t done) {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    done_ += done;
    progress_(std::min(done_, total_), total_);
  }

 private:
  const Progress& progress_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::mutex mutex_;
};

}  // namespace weft
