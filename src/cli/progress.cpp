// SPDX-License-Identifier: BSD-3-Clause
#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "cli/human.hpp"

namespace weft::cli {

using std::chrono::steady_clock;

ProgressBar::ProgressBar(std::string_view what, std::string_view unit)
    : what_(what), unit_(unit), terminal_(::isatty(STDERR_FILENO) == 1), last_(steady_clock::now()) {}

Progress ProgressBar::callback() {
  if (!terminal_) return {};
  return [this](std::uint64_t done, std::uint64_t total) { draw(done, total); };
}

void ProgressBar::draw(std::uint64_t done, std::uint64_t total) {
  const auto now = steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(100) && started_) return;
  if (done == 0 && total == 0) return;  // nobody counts
  started_ = true;
  last_ = now;
  const auto seen = pace_.at(done, total, now);
  if (!seen) return;
  const auto per_second = static_cast<std::uint64_t>(seen->per_second);
  std::string rate;
  if (unit_ == "bytes")
    rate = fmt::format("{}/s  ", human_bytes(per_second));
  else if (!unit_.empty())
    rate = fmt::format("{} {}/s  ", human_count(per_second), unit_);
  if (seen->left) rate += fmt::format("{:.0f} s left ", *seen->left);
  fmt::print(stderr, "\r{} {}{}\x1b[K", what_, how_far(done, seen->share), rate);
  std::fflush(stderr);
  drawn_ = true;
}

// As a bar; of an unknown total what is done.
std::string ProgressBar::how_far(std::uint64_t done, std::optional<double> share) const {
  constexpr std::size_t width = 30;
  if (!share) return unit_.empty() || unit_ == "bytes" ? "" : fmt::format("{} {}  ", human_count(done), unit_);
  const auto filled = static_cast<std::size_t>(*share * width);
  return fmt::format("[{:#<{}}{:{}}] {:3.0f}%  ", "", filled, "", width - filled, *share * 100);
}

void ProgressBar::finish() {
  if (!drawn_) return;
  drawn_ = false;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace weft::cli
