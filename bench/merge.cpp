// SPDX-License-Identifier: BSD-3-Clause
// How fast does Weft deliver the events of all locations in global time order? merge TRACE
#include "model/merge.hpp"

#include <cstdio>

#include "formats/registry.hpp"
#include "outcome.h"
#include "workload.h"

namespace {

using namespace weft;

Result<> measure(const char* path) {
  const std::int64_t start = nanoseconds_now();
  auto trace = WEFT_TRY(open_trace(path));
  auto merge = WEFT_TRY(Merge::open(*trace, trace->locations()));
  std::uint64_t events = 0;
  std::uint64_t checksum = 0;
  while (merge.next()) {
    const EventBatch& batch = merge.batch();
    const std::size_t row = merge.row();
    const bool is_enter = batch.kind[row] == kind_of<evt::Enter>;
    if (!is_enter && batch.kind[row] != kind_of<evt::Leave>) continue;
    checksum += workload_sum_in_order(++events, batch.location.value, batch.time[row], batch.value[row], is_enter);
  }
  const std::int64_t nanoseconds = nanoseconds_now() - start;
  if (!trace->report().empty()) return Error{Errc::corrupt, "the trace is damaged", path};
  print_outcome(events, nanoseconds, checksum);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: merge TRACE\n"), 2;
  const auto done = measure(argv[1]);
  if (!done) return std::fprintf(stderr, "merge: %s\n", done.error().text().c_str()), 1;
  return 0;
}
