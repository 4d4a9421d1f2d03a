// SPDX-License-Identifier: BSD-3-Clause
#include "convert/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/parallel.hpp"

namespace weft {

namespace {

constexpr std::uint64_t most_pieces = 10'000;

std::vector<Piece> by_location(Trace& trace) {
  std::vector<Piece> pieces;
  for (const LocationRef location : trace.locations()) {
    Piece& piece = pieces.emplace_back(Piece{fmt::format("location-{}", location.value), {}});
    piece.cut.locations = {location};
    piece.cut.keeps_halves = true;
  }
  return pieces;
}

std::vector<Piece> by_process(Trace& trace) {
  std::map<std::string, Piece> pieces;
  for (const LocationRef location : trace.locations()) {
    const auto* definition = trace.definitions().find<def::Location>(location);
    const bool has_process = definition && definition->location_group.defined();
    const std::string name = has_process ? fmt::format("process-{}", definition->location_group.value)
                                         : fmt::format("location-{}", location.value);
    Piece& piece = pieces[name];
    piece.name = name;
    piece.cut.locations.insert(location);
    piece.cut.keeps_halves = true;
  }
  std::vector<Piece> all;
  for (auto& entry : pieces) all.push_back(std::move(entry.second));
  return all;
}

// When the trace begins and ends, by its definitions.
Result<TimeRange> range_of(Trace& trace) {
  const auto* clock = trace.definitions().clock();
  if (!clock || clock->trace_length > ~Ticks{0} - clock->global_offset)
    return Error{Errc::unsupported, "does not say when it begins and ends", trace.info().path};
  return TimeRange{clock->global_offset, clock->global_offset + clock->trace_length};
}

// Pieces that begin at `begins`, in ascending order. Whatever definitions say of the first and the last tick: events
// before and after them are in the first and in the last piece.
Result<std::vector<Piece>> between(const std::vector<Ticks>& begins) {
  if (begins.size() > most_pieces)
    return Error{Errc::invalid_argument,
        fmt::format("these would be {} pieces; at most {} are made", begins.size(), most_pieces)};
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    Piece& piece = pieces.emplace_back(Piece{std::to_string(i + 1), {}});
    piece.cut.time = TimeRange{i > 0 ? begins[i] : 0, i + 1 < begins.size() ? begins[i + 1] - 1 : ~Ticks{0}};
  }
  return pieces;
}

Result<std::vector<Piece>> by_time(Trace& trace, Ticks length) {
  const TimeRange range = WEFT_TRY(range_of(trace));
  if ((range.last - range.first) / length >= most_pieces)
    return Error{Errc::invalid_argument, fmt::format("these would be more than {} pieces", most_pieces)};
  std::vector<Ticks> begins;
  for (Ticks begin = range.first; begin <= range.last && begin >= range.first; begin += length) begins.push_back(begin);
  return between(begins);
}

using Weights = std::vector<std::pair<Ticks, double>>;

// Batches are small enough to tell where events are many.
Result<Weights> weights_of(Trace& trace, LocationRef location) {
  Weights weights;
  auto stream = WEFT_TRY(trace.events(location, {}));
  std::uint64_t events = 0;
  EventBatch batch;
  while (stream->next(batch)) {
    constexpr std::size_t step = 64;
    for (std::size_t row = 0; row < batch.size(); row += step)
      weights.emplace_back(batch.time[row], std::min(step, batch.size() - row));
    events += batch.size();
  }
  const double bytes = events ? static_cast<double>(trace.event_bytes(location)) / static_cast<double>(events) : 0;
  for (auto& [time, weight] : weights) weight *= bytes;
  return weights;
}

Result<Weights> weights_of(Trace& trace, std::size_t threads) {
  const auto locations = trace.locations();
  std::vector<Result<Weights>> found(locations.size(), Weights());
  parallel_for(
      locations.size(), threads, [&](std::size_t i, std::size_t) { found[i] = weights_of(trace, locations[i]); });
  Weights all;
  for (auto& one : found) {
    const Weights weights = WEFT_TRY(std::move(one));
    all.insert(all.end(), weights.begin(), weights.end());
  }
  std::ranges::sort(all);
  return all;
}

Result<std::vector<Piece>> by_size(Trace& trace, std::uint64_t bytes, std::size_t threads) {
  std::vector<Ticks> begins{0};
  double filled = 0;
  for (const auto& [time, weight] : WEFT_TRY(weights_of(trace, threads))) {
    if (filled >= static_cast<double>(bytes) && time > begins.back()) {
      begins.push_back(time);
      filled = 0;
    }
    filled += weight;
  }
  return between(begins);
}

}  // namespace

Result<std::vector<Piece>> pieces_of(Trace& trace, SplitBy by, std::uint64_t amount, std::size_t threads) {
  switch (by) {
    case SplitBy::location:
      return by_location(trace);
    case SplitBy::process:
      return by_process(trace);
    case SplitBy::time:
      return by_time(trace, amount);
    case SplitBy::size:
      break;
  }
  return by_size(trace, amount, threads);
}

}  // namespace weft
