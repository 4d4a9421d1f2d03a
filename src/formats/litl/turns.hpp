// SPDX-License-Identifier: BSD-3-Clause
// Turns: whose event comes next, among the threads of a process: the one with the smallest time, of several the lowest
// thread. A heap whose top is usually the same thread again.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace weft::litl {

class Turns {
 public:
  void clear() { heap_.clear(); }
  // Threads are added in any order, then put in order once.
  void add(std::uint64_t time, std::size_t thread) { heap_.push_back({time, thread}); }
  void order() { std::ranges::make_heap(heap_, std::greater<>{}); }

  bool empty() const { return heap_.empty(); }
  std::size_t thread() const { return heap_.front().thread; }

  // The thread that had its turn has another event, or none.
  void renew(std::uint64_t time) {
    heap_.front().time = time;
    sink_top();
  }
  void drop() {
    heap_.front() = heap_.back();
    heap_.pop_back();
    sink_top();
  }

 private:
  struct Turn {
    std::uint64_t time;
    std::size_t thread;
    friend auto operator<=>(const Turn&, const Turn&) = default;
  };

  void sink_top() {
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

  std::vector<Turn> heap_;
};

}  // namespace weft::litl
