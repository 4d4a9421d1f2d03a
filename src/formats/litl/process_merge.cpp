// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/process_merge.hpp"

#include <algorithm>

namespace weft::litl {

ProcessMerge::ProcessMerge(const TraceReader& reader, const Process& process) {
  lanes_.reserve(process.threads.size());
  for (const Thread& thread : process.threads) lanes_.push_back({reader.events(process, thread), {}});
}

bool ProcessMerge::next() {
  if (!started_) {
    started_ = true;
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      if (lanes_[i].cursor.next(lanes_[i].event)) heap_.push_back({lanes_[i].event.time, i});
    std::ranges::make_heap(heap_, std::greater<>{});
  } else if (!heap_.empty()) {
    Lane& lane = lanes_[current_];
    if (lane.cursor.next(lane.event)) {
      heap_.front().time = lane.event.time;
    } else {
      heap_.front() = heap_.back();
      heap_.pop_back();
    }
    sink_top();
  }
  if (heap_.empty()) return false;
  current_ = heap_.front().lane;
  return true;
}

// One thread often has many events before any other: then the top stays where it is.
void ProcessMerge::sink_top() {
  const std::size_t size = heap_.size();
  std::size_t at = 0;
  while (2 * at + 1 < size) {
    std::size_t child = 2 * at + 1;
    if (child + 1 < size && heap_[child + 1] < heap_[child]) ++child;
    if (heap_[at] < heap_[child]) return;
    std::swap(heap_[at], heap_[child]);
    at = child;
  }
}

}  // namespace weft::litl
