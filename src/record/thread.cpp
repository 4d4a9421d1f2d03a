// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread.hpp"

#include <new>

namespace weft::recording {

Thread::Thread(LocationRef location, OutputFormat format, ClockKind clock, const ThreadMemory::Shared& shared,
    std::unique_ptr<ThreadFile> file)
    : clock_(clock),
      stream_(format == OutputFormat::otf2
                  ? Streams(Otf2Stream(ChunkCursor(memory_)))
                  : Streams(LitlStream(ChunkCursor(memory_), static_cast<std::uint32_t>(location.value)))),
      location_(location),
      memory_(shared, std::move(file)) {}

bool Thread::make_attributes() {
  attributes_.reset(new (std::nothrow) AttributeEntry[most_attributes]);
  return attributes_ != nullptr;
}

}  // namespace weft::recording
