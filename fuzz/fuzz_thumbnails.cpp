// SPDX-License-Identifier: BSD-3-Clause
// A thumbnail file. Input: chunk size, content. Its chunks have a fixed size in an archive, so it is read without one.
#include "fuzzing.hpp"

WEFT_FUZZ(input) {
  using namespace weft;
  const std::string path = fuzzing::workbench().paths().thumbnail(0);
  const std::uint64_t chunk_bytes = input.chunk_bytes();
  fuzzing::Workbench::put(path, fuzzing::chunked(input.rest(), chunk_bytes));
  HandlePool pool;
  Report report;
  otf2::RecordStream stream(pool, path, chunk_bytes, otf2::Timed::no, report);
  stream.open().value();
  fuzzing::read_records<otf2::ThumbnailRecords>(&stream, Definitions{});
}
