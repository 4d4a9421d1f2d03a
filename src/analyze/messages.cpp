// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/messages.hpp"

#include "analyze/each_record.hpp"

namespace weft {

void CollectiveCounts::merge(const CollectiveCounts& other) {
  calls += other.calls;
  non_blocking += other.non_blocking;
  bytes_sent += other.bytes_sent;
  bytes_received += other.bytes_received;
}

void Messages::add(const EventBatch& batch) {
  each_record<evt::MpiSend, evt::MpiIsend, evt::MpiRecv, evt::MpiIrecv, evt::MpiCollectiveEnd,
      evt::NonBlockingCollectiveComplete>(batch, [&](const auto& record, Ticks) {
    if constexpr (requires { record.receiver; }) {
      by_communicator[record.communicator].sent.add(record.msg_length);
    } else if constexpr (requires { record.sender; }) {
      by_communicator[record.communicator].received.add(record.msg_length);
    } else {
      CollectiveCounts& counts = by_operation[record.collective_op];
      counts.add(record.size_sent, record.size_received);
      if constexpr (requires { record.request_id; }) ++counts.non_blocking;
    }
  });
}

void Messages::merge(const Messages& other) {
  for (const auto& [communicator, counts] : other.by_communicator) by_communicator[communicator].merge(counts);
  for (const auto& [operation, counts] : other.by_operation) by_operation[operation].merge(counts);
}

}  // namespace weft
