// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/channels.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

namespace weft::exports {

namespace {

// Every bit of the number changes about half of the bits of the result.
std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
  number = (number ^ number >> 27) * 0x94d049bb133111eb;
  return number ^ number >> 31;
}

}  // namespace

std::uint64_t Channel::hash() const {
  const std::uint64_t ranks = std::uint64_t{sender} << 32 | receiver;
  const std::uint64_t rest = std::uint64_t{communicator} << 32 | tag;
  return mixed(mixed(ranks + 0x9e3779b97f4a7c15) + rest);
}

void Channels::add(const Channel& channel, std::int64_t messages) {
  const std::lock_guard lock(mutex_);
  const auto found = balances_.try_emplace(channel, 0).first;
  found->second += messages;
  if (found->second == 0) balances_.erase(found);
}

void Channels::tell(LossReport& report) const {
  std::uint64_t unpaired = 0;
  std::optional<Channel> first;
  for (const auto& [channel, balance] : balances_) {
    unpaired += static_cast<std::uint64_t>(std::abs(balance));
    if (!first || channel < *first) first = channel;
  }
  if (!unpaired) return;
  report.lost("flow of a message", "its other side is not in the trace", unpaired,
      fmt::format("from location {} to location {}, communicator {}, tag {}",
          communicators_.location(first->sender).value, communicators_.location(first->receiver).value,
          first->communicator, first->tag));
}

const Communicators::View& LocationChannels::view(CommRef communicator) {
  const auto [found, is_new] = views_.try_emplace(communicator);
  if (is_new) found->second = channels_.communicators().view(communicator, location_);
  return found->second;
}

template <class R>
Flow LocationChannels::number(const R& record, std::uint32_t peer, Flow::End end) {
  Flow flow{end, {}, {}};
  const Communicators& communicators = channels_.communicators();
  const Communicators::View& view = this->view(record.communicator);
  if (!view.known) return flow;
  const std::optional<Endpoint> other = communicators.resolve(view, peer);
  if (!other || *other == no_endpoint) return flow;
  flow.peer = communicators.location(*other);
  // Threads that share a rank share its messages, and who of them came first is not known here.
  if (communicators.location(view.self) != location_) return flow;
  const bool is_send = end == Flow::End::send;
  const Channel channel{
      is_send ? view.self : *other, is_send ? *other : view.self, record.communicator.value, record.msg_tag};
  std::uint64_t& count = (is_send ? sent_ : received_)[channel];
  flow.id = mixed(channel.hash() + ++count);
  return flow;
}

Flow LocationChannels::take(const EventRecord& record) {
  if (const auto* r = record.get_if<evt::MpiSend>()) return number(*r, r->receiver, Flow::End::send);
  if (const auto* r = record.get_if<evt::MpiIsend>()) return number(*r, r->receiver, Flow::End::send);
  if (const auto* r = record.get_if<evt::MpiRecv>()) return number(*r, r->sender, Flow::End::receive);
  if (const auto* r = record.get_if<evt::MpiIrecv>()) return number(*r, r->sender, Flow::End::receive);
  return {};
}

void LocationChannels::close() {
  for (const auto& [channel, count] : sent_) channels_.add(channel, static_cast<std::int64_t>(count));
  for (const auto& [channel, count] : received_) channels_.add(channel, -static_cast<std::int64_t>(count));
}

}  // namespace weft::exports
