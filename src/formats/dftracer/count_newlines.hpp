// SPDX-License-Identifier: BSD-3-Clause
// How many lines a text has. Counters of a byte each stand side by side, so that the compiler counts as many characters
// at once as the machine can: std::count widens each of them to 64 bits first, which takes four times as long.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>

namespace weft::dftracer {

inline std::uint64_t count_newlines(std::string_view text) {
  constexpr std::size_t lanes = 64;
  constexpr std::size_t most_rounds = 255;  // before a counter is full
  std::uint64_t sum = 0;
  const char* at = text.data();
  for (std::size_t left = text.size() / lanes; left > 0;) {
    const std::size_t rounds = std::min(left, most_rounds);
    std::array<std::uint8_t, lanes> counters{};
    for (std::size_t round = 0; round < rounds; ++round, at += lanes)
      for (std::size_t i = 0; i < lanes; ++i)
        counters[i] = static_cast<std::uint8_t>(counters[i] + (at[i] == '\n' ? 1 : 0));
    sum = std::accumulate(counters.begin(), counters.end(), sum);
    left -= rounds;
  }
  const std::string_view rest = text.substr(text.size() / lanes * lanes);
  return sum + static_cast<std::uint64_t>(std::ranges::count(rest, '\n'));
}

}  // namespace weft::dftracer
