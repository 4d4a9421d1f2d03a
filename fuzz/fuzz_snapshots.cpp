// SPDX-License-Identifier: BSD-3-Clause
// The snapshot file of a location. Input: chunk size, content.
#include "fuzzing.hpp"
#include "samples.hpp"

WEFT_FUZZ(input) {
  using namespace weft;
  constexpr std::uint64_t definition_chunk_bytes = 16384;
  const auto& paths = fuzzing::workbench().paths();
  static const bool has_definitions = [&] {
    fuzzing::write_samples(
        fuzzing::FileKind::global_definitions, paths.global_definitions(), {.chunk_bytes = definition_chunk_bytes});
    return true;
  }();
  WEFT_CHECK(has_definitions);
  const std::uint64_t chunk_bytes = input.chunk_bytes();
  fuzzing::Workbench::put(paths.snapshots(LocationRef{0}), fuzzing::chunked(input.rest(), chunk_bytes));
  otf2::Archive archive(paths, fuzzing::anchor_with(chunk_bytes, definition_chunk_bytes));
  archive.load_definitions();
  fuzzing::read_snapshots(archive);
}
