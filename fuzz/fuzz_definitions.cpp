// SPDX-License-Identifier: BSD-3-Clause
// The global definition file. Input: chunk size, content.
#include "fuzzing.hpp"

WEFT_FUZZ(input) {
  using namespace weft;
  const auto& paths = fuzzing::workbench().paths();
  const std::uint64_t chunk_bytes = input.chunk_bytes();
  fuzzing::Workbench::put(paths.global_definitions(), fuzzing::chunked(input.rest(), chunk_bytes));
  otf2::Archive archive(paths, fuzzing::anchor_with(chunk_bytes, chunk_bytes));
  archive.load_definitions();
  fuzzing::read_records<otf2::GlobalDefinitionRecords>(archive.global_definitions()->get(), archive.definitions());
}
