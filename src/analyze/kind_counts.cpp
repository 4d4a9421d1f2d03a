// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/kind_counts.hpp"

#include <vector>

#include "base/parallel.hpp"
#include "model/read_unordered.hpp"

namespace weft {

Result<KindCounts> count_kinds(Source& source, std::size_t threads, const TimeRange& time) {
  std::vector<KindCounts> partial(thread_count(threads));
  const bool is_limited = time.first > 0 || time.last < ~Ticks{0};
  WEFT_TRY(read_unordered(
      source, source.locations(), threads,
      [&](std::size_t worker, const EventBatch& batch) {
        is_limited ? partial[worker].add(batch, time) : partial[worker].add(batch);
      },
      time));
  KindCounts total;
  for (const KindCounts& part : partial) total.merge(part);
  return total;
}

}  // namespace weft
