// SPDX-License-Identifier: BSD-3-Clause
// Channels: which send belongs to which receive. Messages from one rank to another with one communicator and tag are
// received in the order in which they were sent, so each side can number them for itself, and both get the same number:
// nobody has to wait for the other side, nor remember messages.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "model/communicators.hpp"
#include "model/event_types.hpp"
#include "model/loss_report.hpp"

namespace weft::exports {

struct Flow {
  enum class End : std::uint8_t { none, send, receive };
  End end = End::none;
  std::optional<std::uint64_t> id;  // nothing: the other side cannot be known
  std::optional<LocationRef> peer;
};

// How many messages went into a channel, and came out of it.
struct Channel {
  Endpoint sender = no_endpoint;
  Endpoint receiver = no_endpoint;
  std::uint32_t communicator = 0;
  std::uint32_t tag = 0;

  friend auto operator<=>(const Channel&, const Channel&) = default;
  std::uint64_t hash() const;
};
struct ChannelHash {
  std::size_t operator()(const Channel& channel) const { return static_cast<std::size_t>(channel.hash()); }
};

// Those of all locations.
class Channels {
 public:
  explicit Channels(const Definitions& definitions) : communicators_(definitions) {}

  const Communicators& communicators() const { return communicators_; }
  // From any thread. Positive for sends, negative for receives.
  void add(const Channel& channel, std::int64_t messages);
  void tell(LossReport& report) const;

 private:
  Communicators communicators_;
  std::mutex mutex_;
  std::unordered_map<Channel, std::int64_t, ChannelHash> balances_;  // but for those that are even
};

// Those of one location.
class LocationChannels {
 public:
  LocationChannels(Channels& channels, LocationRef location) : channels_(channels), location_(location) {}

  Flow take(const EventRecord& record);
  // To the others.
  void close();

 private:
  template <class R>
  Flow number(const R& record, std::uint32_t peer, Flow::End end);
  const Communicators::View& view(CommRef communicator);

  Channels& channels_;
  LocationRef location_;
  std::map<CommRef, Communicators::View> views_;
  std::unordered_map<Channel, std::uint64_t, ChannelHash> sent_;
  std::unordered_map<Channel, std::uint64_t, ChannelHash> received_;
};

}  // namespace weft::exports
