// SPDX-License-Identifier: BSD-3-Clause
// MessageLog: the halves of messages that one location saw, and how the halves of all locations find each other. As
// everywhere, messages between two processes in one communicator with one tag are received in the order they were sent;
// receives count in the order they were posted.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "model/communicators.hpp"
#include "model/event_types.hpp"
#include "model/time_index.hpp"

namespace weft {

struct HalfMessage {
  static constexpr std::uint32_t no_channel = ~std::uint32_t{0};  // of sends that were cancelled: nobody receives them
  static constexpr std::uint64_t no_event = ~std::uint64_t{0};

  std::uint32_t channel = no_channel;  // of its log
  bool is_receive = false;
  bool is_whole = false;  // as much of it as its location saw is at hand
  Ticks time = 0;
  std::uint64_t order = 0;         // the event that sent or posted it
  std::uint64_t event = 0;         // that has its length
  std::uint64_t other = no_event;  // that posted or completed it
};

class MessageLog {
 public:
  MessageLog(const Communicators& communicators, LocationRef location)
      : communicators_(communicators), views_(communicators, location) {}

  // Nothing if the peer is not known. Otherwise the place of the half among all.
  template <class Send>
  std::optional<std::size_t> send(const Send& e, HalfMessage half) {
    half.is_receive = false;
    return add(e.communicator, e.receiver, e.msg_tag, half);
  }
  template <class Receive>
  std::optional<std::size_t> receive(const Receive& e, HalfMessage half) {
    half.is_receive = true;
    return add(e.communicator, e.sender, e.msg_tag, half);
  }
  // Takes its number, and is forgotten.
  template <class Send>
  void count_send(const Send& e) {
    if (const auto channel = find(e.communicator, e.receiver, e.msg_tag, false)) ++channels_[*channel].sends_before;
  }
  template <class Receive>
  void count_receive(const Receive& e) {
    if (const auto channel = find(e.communicator, e.sender, e.msg_tag, true)) ++channels_[*channel].receives_before;
  }

  // All that was so counted, as numbers that another log of this location can take.
  void tell(PastCounts& counts) const;
  void take(const PastCounts::value_type& count);

  std::vector<HalfMessage>& halves() { return halves_; }

 private:
  friend class MessageMatcher;
  using Key = std::tuple<CommRef, Endpoint, Endpoint, std::uint32_t>;
  struct Channel {
    Key key;
    std::uint64_t sends_before = 0;
    std::uint64_t receives_before = 0;
  };

  std::optional<std::uint32_t> find(CommRef comm, std::uint32_t rank, std::uint32_t tag, bool is_receive);
  std::uint32_t channel_with(CommRef comm, Endpoint peer, std::uint32_t tag, bool is_receive);
  std::optional<std::size_t> add(CommRef comm, std::uint32_t rank, std::uint32_t tag, HalfMessage half);

  const Communicators& communicators_;
  Views views_;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<Channel> channels_;
  std::vector<HalfMessage> halves_;
};

// A half and the log it is from; the other one may be missing.
struct LocatedHalf {
  std::size_t log = 0;
  const HalfMessage* half = nullptr;
};
using VisitMessage = std::function<void(const LocatedHalf& send, const LocatedHalf& receive)>;

// Calls `visit` for every message, also if it has one half only.
void match_messages(std::span<MessageLog* const> logs, const VisitMessage& visit);

}  // namespace weft
