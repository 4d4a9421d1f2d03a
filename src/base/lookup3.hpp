// SPDX-License-Identifier: BSD-3-Clause
// The hash functions that are known as lookup3 and free for everybody: three words of state, into which twelve bytes at
// a time are mixed. For tables whose order others rely on; not for secrets.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.hpp"

namespace weft::lookup3 {

// Two results of one walk; the seeds are their values before it.
struct Pair {
  std::uint32_t first = 0;  // the better one, to be used alone
  std::uint32_t second = 0;
};

Pair of_words(std::span<const std::uint32_t> words, Pair seeds);
// Four bytes make a word, the lowest or the highest first; bytes that are missing at the end are 0.
Pair of_little_endian(Bytes bytes, Pair seeds);
Pair of_big_endian(Bytes bytes, Pair seeds);

}  // namespace weft::lookup3
