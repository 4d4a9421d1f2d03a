// SPDX-License-Identifier: BSD-3-Clause
// ThreadBuffer: the events of one thread on their way into the file, in the bytes they will have there. Only its thread
// touches it while events are recorded, so it has cache lines of its own.
#pragma once

#include <litl_types.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/bytes.hpp"

namespace weft::litl::compat {

class alignas(128) ThreadBuffer : public litl_write_buffer_t {
 public:
  // For the calling thread, the `number`th of its trace. Nothing if there is no memory.
  static std::unique_ptr<ThreadBuffer> create(std::uint32_t bytes, std::uint16_t number);
  ~ThreadBuffer();
  ThreadBuffer(const ThreadBuffer&) = delete;
  ThreadBuffer& operator=(const ThreadBuffer&) = delete;

  // Room for an event, or nothing. The last byte always stays free: so the reference counts.
  std::byte* take(std::uint64_t event_bytes) {
    if (event_bytes >= static_cast<std::uint64_t>(end_ - buffer)) [[unlikely]]
      return nullptr;
    std::byte* const at = reinterpret_cast<std::byte*>(buffer);
    buffer += event_bytes;
    return at;
  }

  Bytes events() const {
    return {reinterpret_cast<const std::byte*>(buffer_ptr), static_cast<std::size_t>(buffer - buffer_ptr)};
  }
  void clear() { buffer = buffer_ptr; }
  std::uint16_t number() const { return number_; }

 private:
  ThreadBuffer(std::uint8_t* begin, std::uint32_t bytes, std::uint16_t number);

  std::uint8_t* end_;
  std::uint16_t number_;
};

}  // namespace weft::litl::compat
