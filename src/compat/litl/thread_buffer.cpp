// SPDX-License-Identifier: BSD-3-Clause
#include "compat/litl/thread_buffer.hpp"

namespace weft::litl::compat {

ThreadBuffer::ThreadBuffer(const recording::ThreadMemory::Shared& shared, std::unique_ptr<recording::ThreadFile> file)
    : litl_write_buffer_t{nullptr, nullptr, CUR_TID, 0, 0, 1}, cursor_(memory_), memory_(shared, std::move(file)) {}

std::unique_ptr<ThreadBuffer> ThreadBuffer::create(
    const recording::ThreadMemory::Shared& shared, std::unique_ptr<recording::ThreadFile> file) {
  std::unique_ptr<ThreadBuffer> made(new ThreadBuffer(shared, std::move(file)));
  if (!made->memory_.next(made->cursor_)) return nullptr;
  made->buffer_ptr = made->buffer = reinterpret_cast<std::uint8_t*>(made->cursor_.position());
  return made;
}

void ThreadBuffer::flush() {
  memory_.next(cursor_);
  buffer = reinterpret_cast<std::uint8_t*>(cursor_.position());
  already_flushed = 1;
}

void ThreadBuffer::finish() {
  memory_.finish(cursor_);
  already_flushed = 1;
}

}  // namespace weft::litl::compat
