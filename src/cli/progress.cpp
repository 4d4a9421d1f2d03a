// SPDX-License-Identifier: BSD-3-Clause
#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "cli/human.hpp"

namespace weft::cli {

using std::chrono::steady_clock;

ProgressBar::ProgressBar(std::string_view what, std::string_view unit)
    : what_(what), unit_(unit), terminal_(::isatty(STDERR_FILENO) == 1), start_(steady_clock::now()), last_(start_) {}

Progress ProgressBar::callback() {
  if (!terminal_) return {};
  return [this](std::uint64_t done, std::uint64_t total) { draw(done, total); };
}

void ProgressBar::draw(std::uint64_t done, std::uint64_t total) {
  const auto now = steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(100) || total == 0) return;
  last_ = now;
  drawn_ = true;
  constexpr std::size_t width = 30;
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double left = share > 0 ? elapsed / share - elapsed : 0;
  const auto per_second = static_cast<std::uint64_t>(elapsed > 0 ? static_cast<double>(done) / elapsed : 0);
  std::string rate;
  if (unit_ == "bytes")
    rate = fmt::format("{}/s  ", human_bytes(per_second));
  else if (!unit_.empty())
    rate = fmt::format("{} {}/s  ", human_count(per_second), unit_);
  const auto filled = static_cast<std::size_t>(share * width);
  fmt::print(stderr, "\r{} [{:#<{}}{:{}}] {:3.0f}%  {}{:.0f} s left \x1b[K", what_, "", filled, "", width - filled,
      share * 100, rate, left);
  std::fflush(stderr);
}

void ProgressBar::finish() {
  if (!drawn_) return;
  drawn_ = false;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace weft::cli
