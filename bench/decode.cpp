// SPDX-License-Identifier: BSD-3-Clause
// How fast does Weft decode events by location, file reading included? decode TRACE THREADS [columns|whole]. One thread
// takes whole locations; several take runs of chunks inside them, so that none waits for another that got the longer
// piece.
//
// For the rows of Python, which do the same with NumPy: `columns` adds up time and region alone, batch by batch;
// `whole` puts them into one array each first. That these are the right events is looked at when the clock has stopped.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <vector>

#include "base/parallel.hpp"
#include "formats/registry.hpp"
#include "outcome.h"
#include "workload.h"

namespace {

using namespace weft;

bool is_counted(Kind kind) { return kind == kind_of<evt::Enter> || kind == kind_of<evt::Leave>; }

struct Sum {
  std::uint64_t events = 0;
  std::uint64_t checksum = 0;

  void add(const EventBatch& batch) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const bool is_enter = batch.kind[i] == kind_of<evt::Enter>;
      const bool counts = is_counted(batch.kind[i]);
      events += counts;
      checksum += counts ? workload_sum(batch.time[i], batch.value[i], is_enter) : 0;
    }
  }
  void add(const Sum& other) { events += other.events, checksum += other.checksum; }
};

// Of time and region alone.
struct PlainSum {
  std::uint64_t events = 0;
  std::uint64_t checksum = 0;

  void add(const EventBatch& batch) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const bool counts = is_counted(batch.kind[i]);
      events += counts;
      checksum += counts ? batch.time[i] + batch.value[i] : 0;
    }
  }
  void add(const PlainSum& other) { events += other.events, checksum += other.checksum; }
};

struct Columns {
  std::vector<std::uint64_t> time;
  std::vector<std::uint64_t> region;

  void add(const EventBatch& batch) {
    for (std::size_t i = 0; i < batch.size(); ++i)
      if (is_counted(batch.kind[i])) time.push_back(batch.time[i]), region.push_back(batch.value[i]);
  }
};

struct Piece {
  LocationRef location;
  PartRange parts;
};

std::vector<Piece> pieces_of(Source& source, std::size_t threads) {
  std::vector<Piece> pieces;
  for (const LocationRef location : source.locations()) {
    const std::uint64_t parts = source.parts(location);
    const std::uint64_t step = std::max<std::uint64_t>(1, threads > 1 ? parts / (32 * threads) : parts);
    for (std::uint64_t first = 0; first < parts; first += step) pieces.push_back({location, {first, first + step}});
  }
  return pieces;
}

template <class Sums>
Result<Sums> read(Source& source, const Piece& piece) {
  StreamOptions options;
  options.parts = piece.parts;
  auto stream = WEFT_TRY(source.events(piece.location, options));
  Sums sums;
  EventBatch batch;
  while (stream->next(batch)) sums.add(batch);
  return sums;
}

// What each piece comes to.
template <class Sums>
Result<std::vector<Sums>> read_all(Source& source, std::size_t threads) {
  const auto pieces = pieces_of(source, threads);
  std::vector<Sums> all(pieces.size());
  std::atomic<bool> failed = false;
  parallel_for(pieces.size(), threads, [&](std::size_t i, std::size_t) {
    auto sums = read<Sums>(source, pieces[i]);
    if (sums)
      all[i] = std::move(sums).take();
    else
      failed = true;
  });
  if (failed || !source.report().empty()) return Error{Errc::corrupt, "the trace is damaged"};
  return all;
}

template <class Sums>
Result<Sums> sum_of(Source& source, std::size_t threads) {
  Sums all;
  for (const Sums& sums : WEFT_TRY(read_all<Sums>(source, threads))) all.add(sums);
  return all;
}

// The pieces as one array of each column.
Result<Columns> columns_of(Source& source, std::size_t threads) {
  const auto pieces = WEFT_TRY(read_all<Columns>(source, threads));
  std::vector<std::size_t> begins(pieces.size());
  std::transform_exclusive_scan(pieces.begin(), pieces.end(), begins.begin(), std::size_t{0}, std::plus<>(),
      [](const Columns& piece) { return piece.time.size(); });
  const std::size_t events = pieces.empty() ? 0 : begins.back() + pieces.back().time.size();
  Columns all{std::vector<std::uint64_t>(events), std::vector<std::uint64_t>(events)};
  parallel_for(pieces.size(), threads, [&](std::size_t i, std::size_t) {
    const auto to = static_cast<std::ptrdiff_t>(begins[i]);
    std::ranges::copy(pieces[i].time, all.time.begin() + to);
    std::ranges::copy(pieces[i].region, all.region.begin() + to);
  });
  return all;
}

Result<PlainSum> sum_of_columns(Source& source, std::size_t threads) {
  const Columns all = WEFT_TRY(columns_of(source, threads));
  const auto sum = [](const auto& values) { return std::accumulate(values.begin(), values.end(), std::uint64_t{0}); };
  return PlainSum{all.time.size(), sum(all.time) + sum(all.region)};
}

int fail(const Error& error) { return std::fprintf(stderr, "decode: %s\n", error.text().c_str()), 1; }

}  // namespace

int main(int argc, char** argv) {
  const std::string_view how = argc == 4 ? argv[3] : "";
  if (argc < 3 || argc > 4 || (argc == 4 && how != "columns" && how != "whole"))
    return std::fprintf(stderr, "usage: decode TRACE THREADS [columns|whole]\n"), 2;
  const std::size_t threads = std::strtoul(argv[2], nullptr, 10);

  std::int64_t start = nanoseconds_now();
  auto trace = open_trace(argv[1]);
  if (!trace) return fail(trace.error());
  if (how.empty()) {
    const auto sum = sum_of<Sum>(**trace, threads);
    if (!sum) return fail(sum.error());
    print_outcome(sum->events, nanoseconds_now() - start, sum->checksum);
    return 0;
  }
  const auto plain = how == "whole" ? sum_of_columns(**trace, threads) : sum_of<PlainSum>(**trace, threads);
  const std::int64_t nanoseconds = nanoseconds_now() - start;
  const auto again = sum_of<PlainSum>(**trace, threads);
  const auto sum = sum_of<Sum>(**trace, threads);
  for (const Error* error :
      {plain ? nullptr : &plain.error(), again ? nullptr : &again.error(), sum ? nullptr : &sum.error()})
    if (error) return fail(*error);
  print_outcome(plain->events, nanoseconds, plain->checksum == again->checksum ? sum->checksum : 0);
  return 0;
}
