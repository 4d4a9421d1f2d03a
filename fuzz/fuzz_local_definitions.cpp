// SPDX-License-Identifier: BSD-3-Clause
// The definition file of a location, and what its mapping tables and clock offsets do to events. Input: chunk size,
// content.
#include "fuzzing.hpp"
#include "samples.hpp"

WEFT_FUZZ(input) {
  using namespace weft;
  constexpr LocationRef location{0};
  constexpr std::uint64_t event_chunk_bytes = 4096;
  const auto& paths = fuzzing::workbench().paths();
  static const bool has_events = [&] {
    fuzzing::write_samples(
        fuzzing::FileKind::events, paths.events(location), {.chunk_bytes = event_chunk_bytes, .last = 30});
    return true;
  }();
  WEFT_CHECK(has_events);
  const std::uint64_t chunk_bytes = input.chunk_bytes();
  fuzzing::Workbench::put(paths.local_definitions(location), fuzzing::chunked(input.rest(), chunk_bytes));
  otf2::Archive archive(paths, fuzzing::anchor_with(event_chunk_bytes, chunk_bytes));
  fuzzing::read_records<otf2::LocalDefinitionRecords>(archive.local_definitions(location).get(), archive.definitions());
  fuzzing::read_events(**archive.events(location, {}), archive.definitions());
}
