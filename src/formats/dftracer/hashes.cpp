// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/hashes.hpp"

#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/bytes.hpp"

namespace weft::dftracer {

namespace {

constexpr std::size_t block_bytes = 64;
using State = std::array<std::uint32_t, 4>;

// The fractions of the sines of 1, 2, 3, ...
constexpr std::array<std::uint32_t, 64> sines = {0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e,
    0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942,
    0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7,
    0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr int turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// Of the four rounds: how three words are mixed, and which word of the block comes at which step.
std::uint32_t mixed(std::size_t round, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  switch (round) {
    case 0:
      return (x & y) | (~x & z);
    case 1:
      return (x & z) | (y & ~z);
    case 2:
      return x ^ y ^ z;
    default:
      return y ^ (x | ~z);
  }
}
std::size_t word_at(std::size_t round, std::size_t step) {
  constexpr std::size_t stride[] = {1, 5, 3, 7};
  constexpr std::size_t first[] = {0, 1, 5, 0};
  return (stride[round] * step + first[round]) % 16;
}

void add_block(State& state, const std::byte* block) {
  auto [a, b, c, d] = state;
  for (std::size_t step = 0; step < sines.size(); ++step) {
    const std::size_t round = step / 16;
    const auto word = load<std::uint32_t>(block + 4 * word_at(round, step % 16), ByteOrder::little);
    const std::uint32_t sum = a + mixed(round, b, c, d) + sines[step] + word;
    a = std::exchange(d, std::exchange(c, std::exchange(b, b + std::rotl(sum, turns[round][step % 4]))));
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d};
}

}  // namespace

Digest md5(std::string_view text) {
  State state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
  const std::size_t whole = text.size() / block_bytes * block_bytes;
  for (std::size_t at = 0; at < whole; at += block_bytes) add_block(state, bytes + at);
  // The rest, a bit that is set, and the number of bits in the last eight bytes of a block.
  std::array<std::byte, 2 * block_bytes> last{};
  const std::size_t rest = text.size() - whole;
  if (rest != 0) std::memcpy(last.data(), bytes + whole, rest);
  last[rest] = std::byte{0x80};
  const std::size_t size = rest + 1 + sizeof(std::uint64_t) <= block_bytes ? block_bytes : 2 * block_bytes;
  store(last.data() + size - sizeof(std::uint64_t), std::uint64_t{text.size()} * 8, ByteOrder::little);
  for (std::size_t at = 0; at < size; at += block_bytes) add_block(state, last.data() + at);
  Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i) digest[i] = static_cast<std::uint8_t>(state[i / 4] >> 8 * (i % 4));
  return digest;
}

HashText hexadecimal(std::uint64_t value) {
  HashText text;
  for (std::size_t i = 0; i < text.digits.size(); ++i) text.digits[i] = "0123456789abcdef"[value >> (60 - 4 * i) & 0xf];
  return text;
}

std::uint16_t hash_c(const Digest& digest) { return static_cast<std::uint16_t>(digest[0] | digest[1] << 8); }

// The higher half of every byte.
std::uint64_t hash_d(const Digest& digest) {
  std::uint64_t hash = 0;
  for (const std::uint8_t byte : digest) hash = hash << 4 | byte >> 4;
  return hash;
}

// Every other byte.
std::uint64_t hash_f(const Digest& digest) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < digest.size(); i += 2) hash = hash << 8 | digest[i];
  return hash;
}

}  // namespace weft::dftracer
