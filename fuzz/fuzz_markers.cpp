// SPDX-License-Identifier: BSD-3-Clause
// The marker file. Input: chunk size, content.
#include "fuzzing.hpp"

WEFT_FUZZ(input) {
  using namespace weft;
  const auto& paths = fuzzing::workbench().paths();
  const std::uint64_t chunk_bytes = input.chunk_bytes();
  fuzzing::Workbench::put(paths.markers(), fuzzing::chunked(input.rest(), chunk_bytes));
  otf2::Archive archive(paths, fuzzing::anchor_with(chunk_bytes, chunk_bytes));
  fuzzing::read_records<otf2::MarkerRecords>(archive.markers().get(), archive.definitions());
}
