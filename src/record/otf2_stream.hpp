// SPDX-License-Identifier: BSD-3-Clause
// Otf2Stream: events of one thread as OTF2 stores them. The writer of the codec, on chunks in memory.
#pragma once

#include "formats/otf2/writer.hpp"
#include "record/chunk_cursor.hpp"

namespace weft::recording {

using Otf2Stream = otf2::TimedWriter<otf2::EventRecords, ChunkCursor>;

}  // namespace weft::recording
