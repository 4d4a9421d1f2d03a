// SPDX-License-Identifier: BSD-3-Clause
#include "model/read_unordered.hpp"

#include <algorithm>
#include <vector>

#include "base/parallel.hpp"

namespace weft {

namespace {

struct Piece {
  LocationRef location;
  PartRange parts;
};

// Pieces small enough to balance, large enough not to pay for opening a file again and again.
std::vector<Piece> pieces_of(Source& source, std::span<const LocationRef> locations, std::size_t threads) {
  constexpr std::uint64_t parts_per_piece = 8;
  std::vector<Piece> pieces;
  for (const LocationRef location : locations) {
    const std::uint64_t parts = threads > 1 ? source.parts(location) : 1;
    if (parts <= parts_per_piece) {
      pieces.push_back({location, {}});
      continue;
    }
    for (std::uint64_t first = 0; first < parts; first += parts_per_piece)
      pieces.push_back({location, {first, first + parts_per_piece}});
  }
  return pieces;
}

}  // namespace

Result<> read_unordered(Source& source, std::span<const LocationRef> locations, std::size_t threads,
    const std::function<void(std::size_t worker, const EventBatch& batch)>& visit, const TimeRange& time) {
  threads = thread_count(threads);
  const std::vector<Piece> pieces = pieces_of(source, locations, threads);
  auto read = [&](const Piece& piece, std::size_t worker) -> Result<> {
    StreamOptions options;
    options.parts = piece.parts;
    options.time = time;
    auto stream = WEFT_TRY(source.events(piece.location, options));
    EventBatch batch;
    while (stream->next(batch)) visit(worker, batch);
    return {};
  };
  std::vector<Result<>> results(pieces.size());
  parallel_for(
      pieces.size(), threads, [&](std::size_t i, std::size_t worker) { results[i] = read(pieces[i], worker); });
  for (auto& result : results)
    if (!result) return result;
  return {};
}

}  // namespace weft
