// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread.hpp"

#include <new>

namespace weft::recording {

Thread::Thread(LocationRef location, OutputFormat format, ClockKind clock, const ThreadMemory::Shared& shared,
    std::unique_ptr<ThreadFile> file)
    : clock_(clock),
      stream_(stream_of(format, location, ChunkCursor(memory_))),
      location_(location),
      memory_(shared, std::move(file)) {}

Thread::Streams Thread::stream_of(OutputFormat format, LocationRef location, ChunkCursor chunks) {
  if (format == OutputFormat::otf2) return Otf2Stream(chunks);
  if (format == OutputFormat::litl) return LitlStream(chunks, static_cast<std::uint32_t>(location.value));
  return DftracerStream(chunks);
}

bool Thread::make_attributes() {
  attributes_.reset(new (std::nothrow) AttributeEntry[most_attributes]);
  return attributes_ != nullptr;
}

}  // namespace weft::recording
