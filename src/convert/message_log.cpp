// SPDX-License-Identifier: BSD-3-Clause
#include "convert/message_log.hpp"

#include <algorithm>

namespace weft {

std::optional<std::uint32_t> MessageLog::find(CommRef comm, std::uint32_t rank, std::uint32_t tag, bool is_receive) {
  const Communicators::View& view = views_[comm];
  if (!view.known) return std::nullopt;
  const auto peer = communicators_.resolve(view, rank);
  if (!peer || *peer == no_endpoint) return std::nullopt;
  return channel_with(comm, *peer, tag, is_receive);
}

std::uint32_t MessageLog::channel_with(CommRef comm, Endpoint peer, std::uint32_t tag, bool is_receive) {
  const Endpoint self = views_[comm].self;
  const Key key = is_receive ? Key{comm, peer, self, tag} : Key{comm, self, peer, tag};
  const auto [known, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(channels_.size()));
  if (is_new) channels_.push_back({key});
  return known->second;
}

void MessageLog::tell(PastCounts& counts) const {
  for (const Channel& channel : channels_) {
    const auto& [comm, sender, receiver, tag] = channel.key;
    if (channel.sends_before) counts[{0, comm.value, receiver, tag}] = channel.sends_before;
    if (channel.receives_before) counts[{1, comm.value, sender, tag}] = channel.receives_before;
  }
}

void MessageLog::take(const PastCounts::value_type& count) {
  const auto& [what, comm, peer, tag] = count.first;
  Channel& channel = channels_[channel_with(
      {static_cast<std::uint32_t>(comm)}, static_cast<Endpoint>(peer), static_cast<std::uint32_t>(tag), what == 1)];
  (what == 1 ? channel.receives_before : channel.sends_before) += count.second;
}

std::optional<std::size_t> MessageLog::add(CommRef comm, std::uint32_t rank, std::uint32_t tag, HalfMessage half) {
  const auto channel = find(comm, rank, tag, half.is_receive);
  if (!channel) return std::nullopt;
  half.channel = *channel;
  halves_.push_back(half);
  return halves_.size() - 1;
}

// Numbers the channels of all logs, and the halves in each of them.
class MessageMatcher {
 public:
  explicit MessageMatcher(std::span<MessageLog* const> logs) : logs_(logs) {
    for (MessageLog* log : logs_) {
      auto& numbers = numbers_.emplace_back();
      for (const MessageLog::Channel& channel : log->channels_) {
        const auto [known, is_new] = known_.try_emplace(channel.key, before_.size());
        if (is_new) before_.emplace_back();
        before_[known->second].sends += channel.sends_before;
        before_[known->second].receives += channel.receives_before;
        numbers.push_back(known->second);
      }
    }
  }

  void run(const VisitMessage& visit) {
    gather();
    for (auto begin = all_.begin(); begin != all_.end();) {
      const std::size_t channel = begin->channel;
      const auto end = std::find_if(begin, all_.end(), [&](const Item& item) { return item.channel != channel; });
      const auto middle = std::find_if(begin, end, [](const Item& item) { return item.half->is_receive; });
      match(std::span(begin, middle), std::span(middle, end), before_[channel], visit);
      begin = end;
    }
  }

 private:
  struct Before {
    std::uint64_t sends = 0;
    std::uint64_t receives = 0;
  };
  struct Item {
    std::size_t channel;
    std::size_t log;
    const HalfMessage* half;
  };

  void gather() {
    for (std::size_t log = 0; log < logs_.size(); ++log)
      for (const HalfMessage& half : logs_[log]->halves_)
        if (half.channel != HalfMessage::no_channel) all_.push_back({numbers_[log][half.channel], log, &half});
    std::ranges::sort(all_, {},
        [](const Item& item) { return std::tuple(item.channel, item.half->is_receive, item.log, item.half->order); });
  }

  static void match(
      std::span<const Item> sends, std::span<const Item> receives, const Before& before, const VisitMessage& visit) {
    const std::uint64_t last = std::max(before.sends + sends.size(), before.receives + receives.size());
    const auto at = [](std::span<const Item> items, std::uint64_t first, std::uint64_t number) {
      const bool is_there = number >= first && number - first < items.size();
      if (!is_there) return LocatedHalf{};
      const Item& item = items[static_cast<std::size_t>(number - first)];
      return LocatedHalf{item.log, item.half};
    };
    for (std::uint64_t number = std::min(before.sends, before.receives); number < last; ++number) {
      const LocatedHalf send = at(sends, before.sends, number);
      const LocatedHalf receive = at(receives, before.receives, number);
      if (send.half || receive.half) visit(send, receive);
    }
  }

  std::span<MessageLog* const> logs_;
  std::map<MessageLog::Key, std::size_t> known_;
  std::vector<std::vector<std::size_t>> numbers_;  // of the channels of each log
  std::vector<Before> before_;
  std::vector<Item> all_;
};

void match_messages(std::span<MessageLog* const> logs, const VisitMessage& visit) { MessageMatcher(logs).run(visit); }

}  // namespace weft
