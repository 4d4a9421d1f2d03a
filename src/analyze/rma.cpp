// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/rma.hpp"

#include "analyze/each_record.hpp"

namespace weft {

namespace {

void count(Rma& rma, const evt::RmaPut& put) { rma.by_window[put.win].puts.add(put.bytes); }

void count(Rma& rma, const evt::RmaGet& get) { rma.by_window[get.win].gets.add(get.bytes); }

void count(Rma& rma, const evt::RmaAtomic& atomic) {
  WindowCounts& window = rma.by_window[atomic.win];
  ++window.atomics;
  window.atomic_bytes_sent += atomic.bytes_sent;
  window.atomic_bytes_received += atomic.bytes_received;
}

void count(Rma& rma, const evt::RmaCollectiveEnd& end) {
  rma.by_operation[end.collective_op].add(end.bytes_sent, end.bytes_received);
}

}  // namespace

void WindowCounts::merge(const WindowCounts& other) {
  puts.merge(other.puts);
  gets.merge(other.gets);
  atomics += other.atomics;
  atomic_bytes_sent += other.atomic_bytes_sent;
  atomic_bytes_received += other.atomic_bytes_received;
}

void Rma::add(const EventBatch& batch) {
  each_record<evt::RmaPut, evt::RmaGet, evt::RmaAtomic, evt::RmaCollectiveEnd>(
      batch, [&](const auto& record, Ticks) { count(*this, record); });
}

void Rma::merge(const Rma& other) {
  for (const auto& [window, counts] : other.by_window) by_window[window].merge(counts);
  for (const auto& [operation, counts] : other.by_operation) by_operation[operation].merge(counts);
}

}  // namespace weft
