// SPDX-License-Identifier: BSD-3-Clause
// For whoever goes through a large mapped file once: what has been read takes no memory any more, until it is read
// again.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/bytes.hpp"

namespace weft {

// Of a file that is mapped as a whole: forgets what is before `end` and not before `done`, in large steps, and answers
// up to where that is.
inline std::uint64_t forget_pages(Bytes mapped, std::uint64_t done, std::uint64_t end) {
  constexpr std::uint64_t step = std::uint64_t{4} << 20;  // whole pages, and few calls
  end = std::min<std::uint64_t>(end, mapped.size()) / step * step;
  if (end <= done) return done;
  ::madvise(const_cast<std::byte*>(mapped.data()) + done, end - done, MADV_DONTNEED);
  return end;
}

// Bytes of a mapped file that begin with a page, for now.
inline void forget_pages(Bytes mapped) {
  if (!mapped.empty()) ::madvise(const_cast<std::byte*>(mapped.data()), mapped.size(), MADV_DONTNEED);
}

}  // namespace weft
