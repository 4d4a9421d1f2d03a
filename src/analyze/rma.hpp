// SPDX-License-Identifier: BSD-3-Clause
// Rma: one-sided communication: what was put, fetched and changed, by window, and collective operations on windows, by
// operation. Operations count when they begin.
#pragma once

#include <cstdint>
#include <map>

#include "analyze/messages.hpp"
#include "analyze/sum.hpp"
#include "model/batch.hpp"

namespace weft {

struct WindowCounts {
  Traffic puts;
  Traffic gets;
  std::uint64_t atomics = 0;
  Sum atomic_bytes_sent = 0;
  Sum atomic_bytes_received = 0;

  Sum bytes() const { return puts.bytes + gets.bytes + atomic_bytes_sent + atomic_bytes_received; }
  void merge(const WindowCounts& other);
};

struct Rma {
  std::map<RmaWinRef, WindowCounts> by_window;
  std::map<CollectiveOp, CollectiveCounts> by_operation;

  void add(const EventBatch& batch);
  void merge(const Rma& other);
};

}  // namespace weft
