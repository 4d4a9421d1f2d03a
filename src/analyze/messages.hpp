// SPDX-License-Identifier: BSD-3-Clause
// Messages: what was sent and received, by communicator, and how often locations took part in collective operations, by
// operation. A non-blocking send counts when it begins, a non-blocking receive when it is complete: there the trace
// knows their sizes.
#pragma once

#include <cstdint>
#include <map>

#include "analyze/sum.hpp"
#include "model/batch.hpp"

namespace weft {

struct MessageCounts {
  Traffic sent;
  Traffic received;

  Sum bytes() const { return sent.bytes + received.bytes; }
  void merge(const MessageCounts& other) { sent.merge(other.sent), received.merge(other.received); }
};

// An operation of N ranks counts N times: once for each that took part in it.
struct CollectiveCounts {
  std::uint64_t calls = 0;
  std::uint64_t non_blocking = 0;  // of these
  Sum bytes_sent = 0;
  Sum bytes_received = 0;

  Sum bytes() const { return bytes_sent + bytes_received; }
  void add(std::uint64_t sent, std::uint64_t received) { ++calls, bytes_sent += sent, bytes_received += received; }
  void merge(const CollectiveCounts& other);
};

struct Messages {
  std::map<CommRef, MessageCounts> by_communicator;
  std::map<CollectiveOp, CollectiveCounts> by_operation;

  void add(const EventBatch& batch);
  void merge(const Messages& other);
};

}  // namespace weft
