// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread.hpp"

#include <new>

namespace weft::recording {

Thread::Thread(LocationRef location, OutputFormat format, ClockKind clock, const ThreadMemory::Shared& shared,
    std::unique_ptr<ThreadFile> file)
    : stream_(stream_of(format, location, ChunkCursor(memory_))),
      clock_(clock),
      location_(location),
      memory_(shared, std::move(file)) {}

Thread::Streams Thread::stream_of(OutputFormat format, LocationRef location, ChunkCursor chunks) {
  if (format == OutputFormat::otf2) return Otf2Stream(chunks);
  if (format == OutputFormat::litl) return LitlStream(chunks, static_cast<std::uint32_t>(location.value));
  return DftracerStream(chunks);
}

// Memory may come from the program, which may record that: it is told nothing of it.
bool Thread::make_attributes() {
  const Inside inside;
  attributes_.reset(new (std::nothrow) AttributeEntry[most_attributes]);
  return attributes_ != nullptr;
}

void Thread::remember_text(std::string_view text, StringRef id) {
  enter();
  texts_.add(text, id);
  leave();
}

void Thread::append_text(std::uint32_t code, std::string_view text) noexcept {
  const KeepErrno keep_errno;
  const Inside inside;
  enter();
  auto* const litl = std::get_if<LitlStream>(&stream_);
  if (!litl || is_dropping_ || !litl->append_text(read_clock(clock_), code, text)) memory_.count_lost();
  leave();
}

}  // namespace weft::recording
