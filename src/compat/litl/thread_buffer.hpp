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

  // Room for an event, or nothing. The last byte always stays free: so the reference counts.
  std::byte* take(std::uint64_t event_bytes) {
    if (!cursor_.fits(event_bytes)) [[unlikely]]
      return nullptr;
    std::byte* const at = cursor_.position();
    cursor_.count_event();
    cursor_.advance_to(at + event_bytes);
    buffer = reinterpret_cast<std::uint8_t*>(cursor_.position());
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
