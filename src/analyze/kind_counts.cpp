// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/kind_counts.hpp"

#include <vector>

#include "base/parallel.hpp"
#include "model/read_unordered.hpp"

namespace weft {

Result<KindCounts> count_kinds(Source& source, std::size_t threads) {
  std::vector<KindCounts> partial(thread_count(threads));
  WEFT_TRY(read_unordered(source, source.locations(), threads,
      [&](std::size_t worker, const EventBatch& batch) { partial[worker].add(batch); }));
  KindCounts total;
  for (const KindCounts& part : partial) total.merge(part);
  return total;
}

}  // namespace weft
