// SPDX-License-Identifier: BSD-3-Clause
// ProgressBar: how far long work has come, with rate and time left. On stderr, and only when that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/pace.hpp"
#include "base/progress.hpp"

namespace weft::cli {

class ProgressBar {
 public:
  // `unit` names what progress is counted in: without it, there is no rate.
  explicit ProgressBar(std::string_view what, std::string_view unit = "");
  ~ProgressBar() { finish(); }

  // To be called by one thread at a time. Nothing when there is no terminal to draw on.
  Progress callback();
  // Wipes the bar away.
  void finish();

 private:
  void draw(std::uint64_t done, std::uint64_t total);
  std::string how_far(std::uint64_t done, std::optional<double> share) const;

  std::string_view what_;
  std::string_view unit_;
  bool terminal_;
  bool started_ = false;
  bool drawn_ = false;
  Pace pace_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace weft::cli
