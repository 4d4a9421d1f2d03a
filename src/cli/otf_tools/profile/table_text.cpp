// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/table_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace weft::cli::otf_tools::profile {

namespace {

Scale scale_of(double largest, double step, std::span<const std::string_view> names) {
  Scale scale{1, names.front()};
  for (const std::string_view name : names.subspan(1)) {
    if (largest < scale.factor * step) break;
    scale = {scale.factor * step, name};
  }
  return scale;
}

}  // namespace

std::string grouped(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, 1, ' ');
  return digits;
}

std::string power_text(int power) {
  static constexpr std::string_view units[] = {"", "K", "M", "G", "T", "P", "E"};
  if (power < 0) return fmt::format("1/{}", power_text(-power));
  if (power >= 70) return fmt::format("2^{}", power);
  return fmt::format("{}{}", 1 << power % 10, units[power / 10]);
}

std::string_view cut(std::string_view name, std::size_t most_bytes) {
  if (name.size() <= most_bytes) return name;
  auto is_inside_character = [&](std::size_t i) { return (static_cast<unsigned char>(name[i]) & 0xc0) == 0x80; };
  while (most_bytes > 0 && is_inside_character(most_bytes)) --most_bytes;
  return name.substr(0, most_bytes);
}

std::vector<std::string_view> wrapped(std::string_view text) {
  constexpr std::size_t width = 80;
  std::vector<std::string_view> lines;
  while (text.size() > width) {
    const std::size_t place = text.substr(0, width).find_last_of(" .!?:;,");
    const std::size_t size = place == std::string_view::npos ? width : place + 1;
    lines.push_back(text.substr(0, size));
    text = text.substr(size);
  }
  lines.push_back(text);
  return lines;
}

Scale decimal_scale(double largest) {
  static constexpr std::string_view names[] = {"", "Kilo", "Mega", "Giga", "Tera", "Peta", "Exa"};
  return scale_of(largest, 1000, names);
}

constexpr std::string_view letters[] = {"", "K", "M", "G"};

Scale binary_scale(double largest) { return scale_of(largest, 1024, letters); }
Scale clock_scale(double hertz) { return scale_of(std::nextafter(hertz, 0), 1000, letters); }

}  // namespace weft::cli::otf_tools::profile
