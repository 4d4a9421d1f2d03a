// SPDX-License-Identifier: BSD-3-Clause
// The hashes that stand for host names, paths and long texts in traces of DFTracer. All are parts of an MD5 digest; the
// letters are those of the generations of the format (docs/formats/dftracer.md).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace weft::dftracer {

using Digest = std::array<std::uint8_t, 16>;
Digest md5(std::string_view text);

// Sixteen hexadecimal digits.
struct HashText {
  std::array<char, 16> digits;
  std::string_view view() const { return {digits.data(), digits.size()}; }
};
HashText hexadecimal(std::uint64_t value);

// D is written as hexadecimal digits and E, the same number, as decimal ones; F is written as hexadecimal digits.
std::uint16_t hash_c(const Digest& digest);
std::uint64_t hash_d(const Digest& digest);
inline std::uint64_t hash_e(const Digest& digest) { return hash_d(digest); }
std::uint64_t hash_f(const Digest& digest);

}  // namespace weft::dftracer
