// SPDX-License-Identifier: BSD-3-Clause
#include "record/chunk_pool.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "formats/otf2/wire.hpp"

namespace weft::recording {

ChunkPool::ChunkPool(std::uint64_t chunk_bytes, std::uint64_t memory_bytes)
    : chunk_bytes_(static_cast<std::size_t>(chunk_bytes)),
      most_chunks_(std::max<std::size_t>(1, static_cast<std::size_t>(memory_bytes / chunk_bytes))) {}

std::byte* ChunkPool::take() noexcept {
  const std::lock_guard lock(mutex_);
  if (!free_.empty()) {
    std::byte* const chunk = free_.back();
    free_.pop_back();
    return chunk;
  }
  if (chunks_.size() == most_chunks_) return nullptr;
  // Private: a child of this process must not write into what its parent records. Pages come as they are used.
  void* const memory = ::mmap(nullptr, chunk_bytes_ + otf2::slack_bytes, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  try {
    chunks_.reserve(chunks_.size() + 1);
    free_.reserve(chunks_.size() + 1);  // so that giving back never fails
    chunks_.push_back(static_cast<std::byte*>(memory));
    return chunks_.back();
  } catch (const std::bad_alloc&) {
    ::munmap(memory, chunk_bytes_ + otf2::slack_bytes);
    return nullptr;
  }
}

void ChunkPool::give_back(std::byte* chunk) noexcept {
  const std::lock_guard lock(mutex_);
  free_.push_back(chunk);
}

void ChunkPool::take_all_back() noexcept { free_ = chunks_; }

}  // namespace weft::recording
