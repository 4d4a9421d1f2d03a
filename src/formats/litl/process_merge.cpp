// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/process_merge.hpp"

namespace weft::litl {

ProcessMerge::ProcessMerge(const TraceReader& reader, const Process& process) {
  lanes_.reserve(process.threads.size());
  for (const Thread& thread : process.threads) lanes_.push_back({reader.events(process, thread), {}});
}

bool ProcessMerge::next() {
  if (!started_) {
    started_ = true;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      if (lanes_[i].cursor.next(lanes_[i].event)) turns_.add(lanes_[i].event.time, i);
    turns_.order();
  } else if (!turns_.empty()) {
    Lane& lane = lanes_[current_];
    if (lane.cursor.next(lane.event))
      turns_.renew(lane.event.time);
    else
      turns_.drop();
  }
  if (turns_.empty()) return false;
  current_ = turns_.thread();
  return true;
}

}  // namespace weft::litl
