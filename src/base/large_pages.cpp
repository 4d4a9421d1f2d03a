// SPDX-License-Identifier: BSD-3-Clause
#include "base/large_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace weft {

void use_large_pages(Bytes memory) noexcept {
  constexpr std::size_t worth_it = std::size_t{4} << 20;
  if (memory.size() < worth_it) return;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::uintptr_t first = (begin + page - 1) / page * page;
  const std::uintptr_t last = (begin + memory.size()) / page * page;
  ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);  // a wish: nothing is lost where it fails
}

}  // namespace weft
