// SPDX-License-Identifier: BSD-3-Clause
#include "check/messages.hpp"

#include <algorithm>
#include <tuple>

#include "base/parallel.hpp"

namespace weft::check {

Messages::Messages(const Definitions& definitions, const Communicators& communicators, LocationRef location,
    Requests& requests, Findings& findings)
    : definitions_(definitions),
      communicators_(communicators),
      location_(location),
      requests_(requests),
      findings_(findings),
      views_(communicators, location) {}

std::optional<Endpoint> Messages::peer(CommRef comm, std::uint32_t rank, const Place& at) {
  const Communicators::View& view = views_[comm];
  if (!view.known) return std::nullopt;
  if (!view.member)
    findings_.add(comm_membership, at,
        [&] { return fmt::format("this location does not belong to communicator {}", named(definitions_, comm)); });
  const auto peer = communicators_.resolve(view, rank);
  if (!peer)
    findings_.add(
        rank_range, at, [&] { return fmt::format("communicator {} has no rank {}", named(definitions_, comm), rank); });
  return peer && *peer != no_endpoint ? peer : std::nullopt;
}

template <class E>
void Messages::send(const E& e, const Place& at) {
  if (const auto receiver = peer(e.communicator, e.receiver, at))
    log_.push_back(
        {e.communicator, views_[e.communicator].self, *receiver, e.msg_tag, at.time, e.msg_length, at.event * 2});
}

template <class E>
void Messages::receive(const E& e, const Place& at, std::uint64_t posted) {
  if (const auto sender = peer(e.communicator, e.sender, at))
    log_.push_back(
        {e.communicator, *sender, views_[e.communicator].self, e.msg_tag, at.time, e.msg_length, posted * 2 + 1});
}

void Messages::see(const evt::MpiSend& e, const Place& at) { send(e, at); }

void Messages::see(const evt::MpiRecv& e, const Place& at) { receive(e, at, at.event); }

void Messages::see(const evt::MpiIsend& e, const Place& at) {
  requests_.start(e, at);
  send(e, at);
}

void Messages::see(const evt::MpiIrecv& e, const Place& at) {
  const auto posted = requests_.complete<evt::MpiIrecvRequest>(e, at);
  receive(e, at, posted ? posted->at.event : at.event);
}

void Messages::see(const evt::MpiRequestCancelled& e, const Place& at) {
  const auto started = requests_.cancel(e, at);
  if (started && started->kind == kind_of<evt::MpiIsend>) cancelled_.push_back(started->at.event);
}

void Messages::finish() { std::ranges::sort(cancelled_); }

bool Messages::is_cancelled(const Message& message) const {
  return !cancelled_.empty() && message.order % 2 == 0 && std::ranges::binary_search(cancelled_, message.order / 2);
}

namespace {

struct LocatedMessage {
  Message message;
  std::uint32_t location;  // index among the locations
};

auto channel(const Message& m) { return std::tuple(m.comm, m.sender, m.receiver, m.tag); }
bool is_receive(const Message& m) { return m.order % 2 == 1; }
std::uint64_t event_of(const Message& m) { return m.order / 2; }

// Channels are spread over parts, so that only a part of all messages is held twice and parts are matched in parallel.
std::size_t part_of(const Message& m, std::size_t parts) {
  std::uint64_t h = (std::uint64_t{m.sender} << 32 | m.receiver) * 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 29 ^ (std::uint64_t{m.comm.value} << 32 | m.tag)) * 0xbf58476d1ce4e5b9u;
  return static_cast<std::size_t>(h >> 33) % parts;
}

class Matcher {
 public:
  Matcher(const Definitions& definitions, const Communicators& communicators, std::span<Messages* const> locations,
      Findings& findings)
      : definitions_(definitions), communicators_(communicators), locations_(locations), findings_(findings) {}

  void run(std::size_t part, std::size_t parts) {
    gather(part, parts);
    std::ranges::sort(all_, {}, [](const LocatedMessage& l) {
      return std::tuple_cat(channel(l.message), std::tuple(is_receive(l.message), l.location, l.message.order));
    });
    for (std::size_t begin = 0; begin < all_.size();) {
      std::size_t end = begin;
      while (end < all_.size() && channel(all_[end].message) == channel(all_[begin].message)) ++end;
      match(std::span(all_).subspan(begin, end - begin));
      begin = end;
    }
  }

 private:
  void gather(std::size_t part, std::size_t parts) {
    for (std::uint32_t i = 0; i < locations_.size(); ++i)
      locations_[i]->log().each([&](const Message& m) {
        if (part_of(m, parts) == part && !locations_[i]->is_cancelled(m)) all_.push_back({m, i});
      });
  }

  // All messages of one channel: first the sends, then the receives, each in order unless several threads took part.
  void match(std::span<LocatedMessage> messages) {
    const auto middle = std::ranges::find_if(messages, [](const LocatedMessage& l) { return is_receive(l.message); });
    const auto sends = messages.first(static_cast<std::size_t>(middle - messages.begin()));
    const auto receives = messages.subspan(sends.size());
    // Which of several threads was first nobody knows: then only the numbers can be compared.
    const bool ordered = one_location(sends) && one_location(receives);
    const std::size_t both = std::min(sends.size(), receives.size());
    for (std::size_t i = 0; i < both && ordered; ++i) compare(sends[i], receives[i]);
    for (const LocatedMessage& lost : sends.subspan(both)) report(message_unreceived, lost, "is never received");
    for (const LocatedMessage& lost : receives.subspan(both)) report(message_unsent, lost, "was never sent");
  }

  static bool one_location(std::span<const LocatedMessage> messages) {
    return messages.empty() || messages.front().location == messages.back().location;
  }

  void compare(const LocatedMessage& send, const LocatedMessage& receive) {
    if (send.message.bytes != receive.message.bytes)
      findings_.add(message_length, location(receive), Place{receive.message.time, event_of(receive.message)}, [&] {
        return fmt::format("{} has {} bytes, but {} were sent at event {} of location {}", text(receive.message),
            receive.message.bytes, send.message.bytes, event_of(send.message), location(send).value);
      });
    if (receive.message.time < send.message.time)
      findings_.add(message_order, location(receive), Place{receive.message.time, event_of(receive.message)}, [&] {
        return fmt::format("{} is received {} ticks before it is sent at event {} of location {}",
            text(receive.message), send.message.time - receive.message.time, event_of(send.message),
            location(send).value);
      });
  }

  void report(const Rule& rule, const LocatedMessage& lost, std::string_view what) {
    findings_.add(rule, location(lost), Place{lost.message.time, event_of(lost.message)},
        [&] { return fmt::format("{} {}", text(lost.message), what); });
  }

  LocationRef location(const LocatedMessage& l) const { return locations_[l.location]->location(); }

  std::string text(const Message& m) const {
    const LocationRef peer = communicators_.location(is_receive(m) ? m.sender : m.receiver);
    return fmt::format("the message {} location {} in communicator {} with tag {}", is_receive(m) ? "from" : "to",
        peer.value, named(definitions_, m.comm), m.tag);
  }

  const Definitions& definitions_;
  const Communicators& communicators_;
  std::span<Messages* const> locations_;
  Findings& findings_;
  std::vector<LocatedMessage> all_;
};

}  // namespace

void match_messages(const Definitions& definitions, const Communicators& communicators,
    std::span<Messages* const> locations, std::size_t threads, Report& report) {
  std::size_t total = 0;
  for (const Messages* messages : locations) total += messages->log().size();
  // By number of messages alone: what is found first must not depend on the number of threads.
  constexpr std::size_t messages_per_part = 1 << 19;
  const std::size_t parts = total / messages_per_part + 1;
  std::vector<Findings> findings(parts);
  parallel_for(parts, threads, [&](std::size_t part, std::size_t) {
    Matcher(definitions, communicators, locations, findings[part]).run(part, parts);
  });
  for (const Findings& found : findings) report.take(found.report());
}

}  // namespace weft::check
