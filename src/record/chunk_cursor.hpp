// SPDX-License-Identifier: BSD-3-Clause
// ChunkCursor: where the next event of a thread goes. Only its thread moves it; others may ask at any time what is
// complete, and get an answer that fits together: bytes and number of events in one word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "model/refs.hpp"

namespace weft::recording {

class ThreadMemory;

class ChunkCursor {
 public:
  explicit ChunkCursor(ThreadMemory& memory) : memory_(&memory) {}

  // What writers of the codecs ask of chunks.
  static constexpr ByteOrder order() { return ByteOrder::little; }
  const std::string& path() const;
  bool fits(std::size_t need) const { return static_cast<std::ptrdiff_t>(need) < limit_ - p_; }
  bool fits_at_once(std::size_t need) const { return fits(need); }
  std::byte* position() const { return p_; }
  void count_event() { ++events_; }
  [[gnu::always_inline]] void advance_to(std::byte* position) {
    p_ = position;
    const auto bytes = static_cast<std::uint64_t>(position - begin_);
    __atomic_store_n(&complete_, bytes << 32 | events_, __ATOMIC_RELEASE);
  }
  Result<> next_chunk();
  std::optional<Ticks> take_end_of_flush();

  // In this chunk. For anybody, at any time; a chunk is changed only under the lock of its thread's memory.
  struct Content {
    std::byte* begin;
    std::uint32_t bytes;
    std::uint32_t events;
  };
  Content content() const {
    const std::uint64_t complete = __atomic_load_n(&complete_, __ATOMIC_ACQUIRE);
    return {__atomic_load_n(&begin_, __ATOMIC_RELAXED), static_cast<std::uint32_t>(complete >> 32),
        static_cast<std::uint32_t>(complete)};
  }

  // Begins to fill the chunk at `begin`, whose first event goes to `first` and whose last must end before `limit`.
  void go_to(std::byte* begin, std::byte* first, std::byte* limit) {
    __atomic_store_n(&begin_, begin, __ATOMIC_RELAXED);
    limit_ = limit;
    events_ = 0;
    advance_to(first);
  }
  void set_limit(std::byte* limit) { limit_ = limit; }
  bool has_chunk() const { return __atomic_load_n(&begin_, __ATOMIC_RELAXED) != nullptr; }

 private:
  std::byte* p_ = nullptr;
  std::byte* limit_ = nullptr;
  std::byte* begin_ = nullptr;
  std::uint32_t events_ = 0;
  std::uint64_t complete_ = 0;
  ThreadMemory* memory_;
};

}  // namespace weft::recording
