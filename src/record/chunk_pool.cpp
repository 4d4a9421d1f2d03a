// SPDX-License-Identifier: BSD-3-Clause
#include "record/chunk_pool.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace weft::recording {

ChunkPool::ChunkPool(const Sizes& sizes)
    : sizes_(sizes),
      most_chunks_(static_cast<std::size_t>(
          std::max<std::uint64_t>(1, sizes.memory_bytes / std::max<std::uint64_t>(1, sizes.chunk_bytes)))) {}

ChunkPool::~ChunkPool() {
  for (std::byte* const chunk : chunks_) unmap(chunk);
}

// Private: a child of this process must not write into what its parent records.
std::byte* ChunkPool::map() const noexcept {
  const std::size_t bytes = chunk_bytes() + sizes_.slack_bytes;
  void* const memory = ::mmap(
      nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
#ifdef MADV_POPULATE_WRITE
  if (sizes_.bytes_ahead != 0) ::madvise(memory, std::min<std::size_t>(bytes, sizes_.bytes_ahead), MADV_POPULATE_WRITE);
#endif
  return static_cast<std::byte*>(memory);
}

void ChunkPool::unmap(std::byte* chunk) const noexcept { ::munmap(chunk, chunk_bytes() + sizes_.slack_bytes); }

std::byte* ChunkPool::take() noexcept {
  const OwnedMutex::Lock lock(mutex_);
  if (!free_.empty()) {
    std::byte* const chunk = free_.back();
    free_.pop_back();
    return chunk;
  }
  if (chunks_.size() == most_chunks_) return nullptr;
  std::byte* const chunk = map();
  if (!chunk) return nullptr;
  try {
    chunks_.push_back(chunk);
  } catch (const std::bad_alloc&) {
    unmap(chunk);
    return nullptr;
  }
  try {
    free_.reserve(chunks_.capacity());  // so that giving back never fails
    return chunk;
  } catch (const std::bad_alloc&) {
    chunks_.pop_back();
    unmap(chunk);
    return nullptr;
  }
}

void ChunkPool::give_back(std::byte* chunk) noexcept {
  const OwnedMutex::Lock lock(mutex_);
  free_.push_back(chunk);
}

void ChunkPool::take_all_back() noexcept { free_ = chunks_; }

}  // namespace weft::recording
