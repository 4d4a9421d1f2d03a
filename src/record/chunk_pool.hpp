// SPDX-License-Identifier: BSD-3-Clause
// ChunkPool: the memory of a recording, in chunks of one size and never more than it was given. Threads come here once
// a chunk, not once an event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "record/owned_mutex.hpp"

namespace weft::recording {

class ChunkPool {
 public:
  struct Sizes {
    std::uint64_t chunk_bytes;
    std::uint64_t memory_bytes;
    std::uint64_t slack_bytes;      // behind a chunk, for encoders that write more than they mean
    std::uint64_t bytes_ahead = 0;  // of a chunk that are there before they are used; all others come page by page
  };
  explicit ChunkPool(const Sizes& sizes);
  ~ChunkPool();
  ChunkPool(const ChunkPool&) = delete;
  ChunkPool& operator=(const ChunkPool&) = delete;

  std::size_t chunk_bytes() const { return static_cast<std::size_t>(sizes_.chunk_bytes); }

  // A chunk, or nothing when all are in use.
  std::byte* take() noexcept;
  void give_back(std::byte* chunk) noexcept;

  // For the child of a fork, where those who had chunks do not exist.
  void take_all_back() noexcept;
  OwnedMutex& mutex() { return mutex_; }

 private:
  std::byte* map() const noexcept;
  void unmap(std::byte* chunk) const noexcept;

  Sizes sizes_;
  std::size_t most_chunks_;
  OwnedMutex mutex_;
  std::vector<std::byte*> chunks_;  // all there are
  std::vector<std::byte*> free_;
};

}  // namespace weft::recording
