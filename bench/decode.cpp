// SPDX-License-Identifier: BSD-3-Clause
// How fast does Weft decode events by location, file reading included? decode TRACE THREADS. One thread takes whole
// locations; several take runs of chunks inside them, so that none waits for another that got the longer piece.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/parallel.hpp"
#include "formats/registry.hpp"
#include "outcome.h"
#include "workload.h"

namespace {

using namespace weft;

struct Sum {
  std::uint64_t events = 0;
  std::uint64_t checksum = 0;

  void add(const EventBatch& batch) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const bool is_enter = batch.kind[i] == kind_of<evt::Enter>;
      const bool counts = is_enter || batch.kind[i] == kind_of<evt::Leave>;
      events += counts;
      checksum += counts ? workload_sum(batch.time[i], batch.value[i], is_enter) : 0;
    }
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

Result<Sum> read(Source& source, const Piece& piece) {
  StreamOptions options;
  options.parts = piece.parts;
  auto stream = WEFT_TRY(source.events(piece.location, options));
  Sum sum;
  EventBatch batch;
  while (stream->next(batch)) sum.add(batch);
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: decode TRACE THREADS\n"), 2;
  const std::size_t threads = std::strtoul(argv[2], nullptr, 10);

  const std::int64_t start = nanoseconds_now();
  auto trace = open_trace(argv[1]);
  if (!trace) return std::fprintf(stderr, "decode: %s\n", trace.error().text().c_str()), 2;
  const auto pieces = pieces_of(**trace, threads);
  std::vector<Sum> sums(pieces.size());
  std::atomic<bool> failed = false;
  parallel_for(pieces.size(), threads, [&](std::size_t i, std::size_t) {
    auto sum = read(**trace, pieces[i]);
    if (sum)
      sums[i] = *sum;
    else
      failed = true;
  });
  Sum all;
  for (const Sum& sum : sums) all.events += sum.events, all.checksum += sum.checksum;
  const std::int64_t nanoseconds = nanoseconds_now() - start;

  if (failed || !(*trace)->report().empty()) return std::fprintf(stderr, "decode: the trace is damaged\n"), 1;
  print_outcome(all.events, nanoseconds, all.checksum);
  return 0;
}
