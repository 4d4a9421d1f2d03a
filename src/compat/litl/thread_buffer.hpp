// SPDX-License-Identifier: BSD-3-Clause
// ThreadBuffer: a thread of a recording, behind litl_write_buffer_t: the recorder's chunk and what becomes of it when
// it is full. Only its thread touches it while events are recorded, so it has cache lines of its own.
#pragma once

#include <litl_types.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "record/thread_memory.hpp"

namespace weft::litl::compat {

class alignas(128) ThreadBuffer : public litl_write_buffer_t {
 public:
  // For the calling thread. Nothing if there is no memory.
  static std::unique_ptr<ThreadBuffer> create(
      const recording::ThreadMemory::Shared& shared, std::unique_ptr<recording::ThreadFile> file);

  // Whether there is room for an event. The last byte always stays free: so the reference counts.
  bool fits(std::uint64_t event_bytes) const { return cursor_.fits(event_bytes); }
  // Room for an event that fits.
  std::byte* take(std::uint64_t event_bytes) {
    std::byte* const at = cursor_.position();
    std::byte* const end = at + event_bytes;
    cursor_.count_event();
    cursor_.advance_to(end);
    buffer = reinterpret_cast<std::uint8_t*>(end);
    return at;
  }

  // Brings the events to the file, and goes on with an empty buffer.
  void flush();
  // The last ones.
  void finish();

 private:
  ThreadBuffer(const recording::ThreadMemory::Shared& shared, std::unique_ptr<recording::ThreadFile> file);

  recording::ChunkCursor cursor_;
  recording::ThreadMemory memory_;
};

}  // namespace weft::litl::compat
