// SPDX-License-Identifier: BSD-3-Clause
// Events of messages, collective operations and communicators.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::evt {

struct MpiSend {
  std::uint32_t receiver{};
  CommRef communicator;
  std::uint32_t msg_tag{};
  std::uint64_t msg_length{};

  static constexpr auto schema = record("MpiSend", "A blocking send began.",
      field<&MpiSend::receiver>("receiver", "Rank of the receiver in `communicator`."),
      field<&MpiSend::communicator>("communicator", "The communicator."),
      field<&MpiSend::msg_tag>("msgTag", "Message tag."),
      field<&MpiSend::msg_length>("msgLength", "Size of the message in bytes."));
};

struct MpiIsend {
  std::uint32_t receiver{};
  CommRef communicator;
  std::uint32_t msg_tag{};
  std::uint64_t msg_length{};
  std::uint64_t request_id{};

  static constexpr auto schema = record("MpiIsend", "A non-blocking send began.",
      field<&MpiIsend::receiver>("receiver", "Rank of the receiver in `communicator`."),
      field<&MpiIsend::communicator>("communicator", "The communicator."),
      field<&MpiIsend::msg_tag>("msgTag", "Message tag."),
      field<&MpiIsend::msg_length>("msgLength", "Size of the message in bytes."),
      field<&MpiIsend::request_id>("requestID", "Ties the events of one request together."));
};

struct MpiIsendComplete {
  std::uint64_t request_id{};

  static constexpr auto schema = record("MpiIsendComplete", "A non-blocking send was completed.",
      field<&MpiIsendComplete::request_id>("requestID", "Ties the events of one request together."));
};

struct MpiIrecvRequest {
  std::uint64_t request_id{};

  static constexpr auto schema = record("MpiIrecvRequest", "A non-blocking receive was requested.",
      field<&MpiIrecvRequest::request_id>("requestID", "Ties the events of one request together."));
};

struct MpiRecv {
  std::uint32_t sender{};
  CommRef communicator;
  std::uint32_t msg_tag{};
  std::uint64_t msg_length{};

  static constexpr auto schema = record("MpiRecv", "A message was received.",
      field<&MpiRecv::sender>("sender", "Rank of the sender in `communicator`."),
      field<&MpiRecv::communicator>("communicator", "The communicator."),
      field<&MpiRecv::msg_tag>("msgTag", "Message tag."),
      field<&MpiRecv::msg_length>("msgLength", "Size of the message in bytes."));
};

struct MpiIrecv {
  std::uint32_t sender{};
  CommRef communicator;
  std::uint32_t msg_tag{};
  std::uint64_t msg_length{};
  std::uint64_t request_id{};

  static constexpr auto schema = record("MpiIrecv", "A non-blocking receive was completed.",
      field<&MpiIrecv::sender>("sender", "Rank of the sender in `communicator`."),
      field<&MpiIrecv::communicator>("communicator", "The communicator."),
      field<&MpiIrecv::msg_tag>("msgTag", "Message tag."),
      field<&MpiIrecv::msg_length>("msgLength", "Size of the message in bytes."),
      field<&MpiIrecv::request_id>("requestID", "Ties the events of one request together."));
};

struct MpiRequestTest {
  std::uint64_t request_id{};

  static constexpr auto schema = record("MpiRequestTest", "A request was tested and not complete.",
      field<&MpiRequestTest::request_id>("requestID", "Ties the events of one request together."));
};

struct MpiRequestCancelled {
  std::uint64_t request_id{};

  static constexpr auto schema = record("MpiRequestCancelled", "A request was cancelled.",
      field<&MpiRequestCancelled::request_id>("requestID", "Ties the events of one request together."));
};

struct MpiCollectiveBegin {
  static constexpr auto schema = record("MpiCollectiveBegin", "A collective operation began.");
};

struct MpiCollectiveEnd {
  CollectiveOp collective_op{};
  CommRef communicator;
  std::uint32_t root{};
  std::uint64_t size_sent{};
  std::uint64_t size_received{};

  static constexpr auto schema = record("MpiCollectiveEnd", "A collective operation ended.",
      field<&MpiCollectiveEnd::collective_op>("collectiveOp", "Which operation."),
      field<&MpiCollectiveEnd::communicator>("communicator", "The communicator."),
      field<&MpiCollectiveEnd::root>("root", "Rank of the root, or why there is none."),
      field<&MpiCollectiveEnd::size_sent>("sizeSent", "Bytes this rank sent."),
      field<&MpiCollectiveEnd::size_received>("sizeReceived", "Bytes this rank received."));
};

struct NonBlockingCollectiveRequest {
  std::uint64_t request_id{};

  static constexpr auto schema = record("NonBlockingCollectiveRequest",
      "A non-blocking collective operation was started.",
      field<&NonBlockingCollectiveRequest::request_id>("requestID", "Ties the events of one request together."));
};

struct NonBlockingCollectiveComplete {
  CollectiveOp collective_op{};
  CommRef communicator;
  std::uint32_t root{};
  std::uint64_t size_sent{};
  std::uint64_t size_received{};
  std::uint64_t request_id{};

  static constexpr auto schema = record("NonBlockingCollectiveComplete",
      "A non-blocking collective operation was completed.",
      field<&NonBlockingCollectiveComplete::collective_op>("collectiveOp", "Which operation."),
      field<&NonBlockingCollectiveComplete::communicator>("communicator", "The communicator."),
      field<&NonBlockingCollectiveComplete::root>("root", "Rank of the root, or why there is none."),
      field<&NonBlockingCollectiveComplete::size_sent>("sizeSent", "Bytes this rank sent."),
      field<&NonBlockingCollectiveComplete::size_received>("sizeReceived", "Bytes this rank received."),
      field<&NonBlockingCollectiveComplete::request_id>("requestID", "Ties the events of one request together."));
};

struct CommCreate {
  CommRef communicator;

  static constexpr auto schema = record("CommCreate", "A communicator was created.",
      field<&CommCreate::communicator>("communicator", "The communicator."));
};

struct CommDestroy {
  CommRef communicator;

  static constexpr auto schema = record("CommDestroy", "A communicator was destroyed.",
      field<&CommDestroy::communicator>("communicator", "The communicator."));
};

}  // namespace weft::evt
