// SPDX-License-Identifier: BSD-3-Clause
// The event file of a location: whatever window and batches it is read with, the events are the same. Input: chunk
// size, window and local definitions, content.
#include "fuzzing.hpp"

namespace {

using namespace weft;

// Four variants: none, id mapping, clock offsets, both.
std::shared_ptr<const otf2::LocalDefinitions> local_definitions(unsigned variant) {
  if (variant == 0) return nullptr;
  auto local = std::make_shared<otf2::LocalDefinitions>();
  const otf2::IdPair pairs[] = {{0, 5}, {3, ~std::uint64_t{0}}, {1 << 20, 0}};
  if (variant & 1)
    for (std::size_t type = 0; type < otf2::mapping_types; ++type)
      local->add({static_cast<otf2::MappingType>(type), {otf2::IdMapMode::sparse, pairs}});
  if (variant & 2)
    for (const otf2::ClockOffset& offset : {otf2::ClockOffset{{1}, 100, 0}, {{20}, -7, 0}, {{~Ticks{0}}, 1 << 30, 0}})
      local->clock.add(offset);
  return local;
}

}  // namespace

WEFT_FUZZ(input) {
  constexpr LocationRef location{0};
  const auto& paths = fuzzing::workbench().paths();
  const std::uint64_t chunk_bytes = input.chunk_bytes();
  const unsigned choice = input.byte();
  const auto local = local_definitions(choice % 4);
  fuzzing::Workbench::put(paths.events(location), fuzzing::chunked(input.rest(), chunk_bytes));

  HandlePool pool;
  Report report;
  const Definitions definitions;
  auto read = [&](const StreamOptions& options) {
    otf2::EventReader reader(pool, paths.events(location), location, chunk_bytes, local, options, report);
    reader.open().value();
    return fuzzing::read_events(reader, definitions);
  };
  const std::string events = read({.window_bytes = 16384, .rows = 1024});
  WEFT_CHECK(read({.window_bytes = 64 + choice, .rows = 1 + choice / 4 % 8}) == events);
}
