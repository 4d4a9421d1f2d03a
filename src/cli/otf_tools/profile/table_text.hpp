// SPDX-License-Identifier: BSD-3-Clause
// How numbers and names of a profile are spelled for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::cli::otf_tools::profile {

// Digits in groups of three: "1 309".
std::string grouped(std::uint64_t value);

// A power of two: "256", "1K", "4M", up to E.
std::string power_text(int power);

// The first bytes of a name, without a part of a character at the end.
std::string_view cut(std::string_view name, std::size_t most_bytes);

// Lines of at most 80 columns, broken behind blanks and punctuation where there are any.
std::vector<std::string_view> wrapped(std::string_view text);

// What large numbers are told in: 1000 or 1024 to some power, and its name.
struct Scale {
  double factor = 1;
  std::string_view name;
};
Scale decimal_scale(double largest);  // "", "Kilo", ... "Exa"
Scale binary_scale(double largest);   // "", "K", "M", "G"
Scale clock_scale(double hertz);      // the same by thousands; 1000 of a unit are not yet the next one

}  // namespace weft::cli::otf_tools::profile
