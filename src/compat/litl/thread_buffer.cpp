// SPDX-License-Identifier: BSD-3-Clause
#include "compat/litl/thread_buffer.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "formats/litl/event.hpp"

namespace weft::litl::compat {

namespace {

// Programs that fill in parameters themselves may take an event for larger than it is, as the reference's do: the
// largest regular event and a mark fit behind the end.
constexpr std::size_t slack_bytes = litl::encoded_bytes(litl::EventType::regular, LITL_MAX_PARAMS) +
                                    litl::standard_layout.mark_bytes();

// Memory that is there before the first event, so that events do not wait for pages. More comes as it is needed.
constexpr std::size_t most_bytes_ahead = std::size_t{64} << 20;

}  // namespace

ThreadBuffer::ThreadBuffer(std::uint8_t* begin, std::uint32_t bytes, std::uint16_t number)
    : litl_write_buffer_t{begin, begin, CUR_TID, 0, 0, 1}, end_(begin + bytes), number_(number) {}

std::unique_ptr<ThreadBuffer> ThreadBuffer::create(std::uint32_t bytes, std::uint16_t number) {
  const std::size_t size = bytes + slack_bytes;
  // Private: a child of this process must not write into what its parent records.
  void* const memory = ::mmap(
      nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
#ifdef MADV_POPULATE_WRITE
  ::madvise(memory, std::min(size, most_bytes_ahead), MADV_POPULATE_WRITE);
#endif
  std::unique_ptr<ThreadBuffer> buffer(
      new (std::nothrow) ThreadBuffer(static_cast<std::uint8_t*>(memory), bytes, number));
  if (!buffer) ::munmap(memory, size);
  return buffer;
}

ThreadBuffer::~ThreadBuffer() { ::munmap(buffer_ptr, static_cast<std::size_t>(end_ - buffer_ptr) + slack_bytes); }

}  // namespace weft::litl::compat
