// SPDX-License-Identifier: BSD-3-Clause
#include "cli/human.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <ctime>

namespace weft::cli {

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::string_view units[] = {"bytes", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < std::size(units)) value /= 1000, ++unit;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", value, units[unit]);
}

std::string human_count(std::uint64_t count) {
  const fmt::format_int digits(count);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i && (digits.size() - i) % 3 == 0) text += ',';
    text += digits.data()[i];
  }
  return text;
}

std::string human_count(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", human_count(count), count == 1 ? one : many);
}

std::string human_time(double ticks, std::uint64_t ticks_per_second) {
  if (ticks_per_second == 0) return fmt::format("{:.0f} ticks", ticks);
  const double seconds = ticks / static_cast<double>(ticks_per_second);
  const double size = seconds < 0 ? -seconds : seconds;
  if (size >= 1 || size == 0) return fmt::format("{:.3f} s", seconds);
  if (size >= 1e-3) return fmt::format("{:.3f} ms", seconds * 1e3);
  if (size >= 1e-6) return fmt::format("{:.3f} us", seconds * 1e6);
  return fmt::format("{:.0f} ns", seconds * 1e9);
}

std::optional<double> parse_duration(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, value);
  const std::string_view unit(number.ptr, static_cast<std::size_t>(end - number.ptr));
  const double scale = unit == "s" ? 1e9 : unit == "ms" ? 1e6 : unit == "us" ? 1e3 : unit == "ns" ? 1 : 0;
  if (number.ec != std::errc{} || scale == 0 || !(value >= 0 && value * scale < 9e18)) return std::nullopt;
  return value * scale;
}

std::string human_date(std::uint64_t nanoseconds_since_1970) {
  const auto seconds = static_cast<std::time_t>(nanoseconds_since_1970 / 1'000'000'000);
  std::tm parts{};
  if (!::gmtime_r(&seconds, &parts)) return "unknown";
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", parts);
}

void warn(const Report& report) {
  for (const auto& [rule, group] : report.groups())
    fmt::print(stderr, "weft: warning: {}{} [{}]\n", group.first.front().text(),
        group.count > 1 ? fmt::format(" (and {} more)", group.count - 1) : "", rule);
}

}  // namespace weft::cli
