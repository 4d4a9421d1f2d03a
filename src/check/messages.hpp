// SPDX-License-Identifier: BSD-3-Clause
// Rules on messages: every send meets its receive. Messages between two processes in one communicator with one tag are
// received in the order they were sent; receives count in the order they were posted.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "check/block_list.hpp"
#include "check/findings.hpp"
#include "check/requests.hpp"
#include "model/communicators.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule rank_range{"rank-range", "An event names a rank that its communicator does not have.",
    "Ranks count from 0 within the group of the communicator; in an inter-communicator within the group of the other "
    "side."};
inline constexpr Rule comm_membership{"comm-membership",
    "A location communicates in a communicator it does not belong to.",
    "Its process is not in the group of the communicator; the definition or the event is wrong."};
inline constexpr Rule message_unreceived{"message-unreceived", "A message is sent and never received.",
    "The receive was not recorded, or the program lost the message."};
inline constexpr Rule message_unsent{"message-unsent", "A message is received that was never sent.",
    "The send was not recorded, or it names another rank, tag or communicator."};
inline constexpr Rule message_length{"message-length", "A message is received with another length than it was sent.",
    "Sends and receives are out of step, or one of the lengths was recorded wrongly."};
inline constexpr Rule message_order{"message-order", "A message is received before it was sent.",
    "The clocks of the two locations do not agree; a better clock synchronisation is needed."};

inline constexpr Rule message_rules[] = {
    rank_range, comm_membership, message_unreceived, message_unsent, message_length, message_order};

// Half a message. Kept for every send and receive of a trace, so it is small.
struct Message {
  CommRef comm;
  Endpoint sender = no_endpoint;
  Endpoint receiver = no_endpoint;
  std::uint32_t tag = 0;
  Ticks time = 0;
  std::uint64_t bytes = 0;
  std::uint64_t order = 0;  // number of the event that sent or posted it, times two; odd for receives
};

// The messages of one location.
class Messages {
 public:
  Messages(const Definitions& definitions, const Communicators& communicators, LocationRef location, Requests& requests,
      Findings& findings);

  void see(const evt::MpiSend& e, const Place& at);
  void see(const evt::MpiIsend& e, const Place& at);
  void see(const evt::MpiRecv& e, const Place& at);
  void see(const evt::MpiIrecvRequest& e, const Place& at) { requests_.start(e, at); }
  void see(const evt::MpiIrecv& e, const Place& at);
  void see(const evt::MpiIsendComplete& e, const Place& at) { requests_.complete<evt::MpiIsend>(e, at); }
  void see(const evt::MpiRequestCancelled& e, const Place& at);
  void finish();

  LocationRef location() const { return location_; }
  const BlockList<Message>& log() const { return log_; }
  bool is_cancelled(const Message& message) const;

 private:
  template <class E>
  void send(const E& e, const Place& at);
  template <class E>
  void receive(const E& e, const Place& at, std::uint64_t posted);
  std::optional<Endpoint> peer(CommRef comm, std::uint32_t rank, const Place& at);

  const Definitions& definitions_;
  const Communicators& communicators_;
  LocationRef location_;
  Requests& requests_;
  Findings& findings_;
  Views views_;
  BlockList<Message> log_;
  std::vector<std::uint64_t> cancelled_;  // event numbers of sends
};

// Matches the messages of all locations.
void match_messages(const Definitions& definitions, const Communicators& communicators,
    std::span<Messages* const> locations, std::size_t threads, Report& report);

}  // namespace weft::check
