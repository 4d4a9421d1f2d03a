// SPDX-License-Identifier: BSD-3-Clause
// The table of messages: sends with the receives that they belong to. Messages between two processes in one
// communicator with one tag are received in the order they were sent; receives count in the order they were posted. A
// filter wants those that were sent or received in its time, by one of its locations.
#pragma once

#include "tables/scan.hpp"

namespace weft::tables {

struct MessageRow {
  std::optional<EitherLocation> sender;
  NameOf<LocationGroupRef> sender_process;
  std::optional<EitherLocation> receiver;
  NameOf<LocationGroupRef> receiver_process;
  CommRef communicator;
  NameOf<CommRef> communicator_name;
  std::uint64_t tag{};
  std::optional<std::uint64_t> bytes;
  std::optional<std::uint64_t> bytes_received;
  std::optional<EitherTime> send_time;
  std::optional<EitherTime> receive_time;
  std::optional<std::int64_t> duration;
  std::optional<std::uint64_t> send_event;
  std::optional<std::uint64_t> receive_event;

  static constexpr auto schema = record("messages",
      "Messages between processes, sends and receives matched, in the order in which both are known; those with one "
      "half only come last.",
      field<&MessageRow::sender>("sender", "The location that sent it: `locations.location`."),
      field<&MessageRow::sender_process>("sender_process", "The name of the process of the sender."),
      field<&MessageRow::receiver>("receiver", "The location that received it."),
      field<&MessageRow::receiver_process>("receiver_process", "The name of the process of the receiver."),
      field<&MessageRow::communicator>("communicator", "The communicator."),
      field<&MessageRow::communicator_name>("communicator_name", "Its name."),
      field<&MessageRow::tag>("tag", "The tag."), field<&MessageRow::bytes>("bytes", "Bytes that were sent."),
      field<&MessageRow::bytes_received>("bytes_received", "Bytes that were received."),
      field<&MessageRow::send_time>("send_time", "When it was sent, in ticks; null if that is not recorded."),
      field<&MessageRow::receive_time>("receive_time", "When it had been received; null if that is not recorded."),
      field<&MessageRow::duration>("duration", "From sending to receiving, in ticks."),
      field<&MessageRow::send_event>("send_event", "The event that sent it: `events.event` of the sender."),
      field<&MessageRow::receive_event>("receive_event", "The event that received it."));
};

std::unique_ptr<Scan> scan_messages(TraceTables& of, const ScanOptions& options);

}  // namespace weft::tables
