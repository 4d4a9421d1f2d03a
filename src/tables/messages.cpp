// SPDX-License-Identifier: BSD-3-Clause
#include "tables/messages.hpp"

#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>

#include "model/communicators.hpp"
#include "model/merge.hpp"
#include "tables/event_scan.hpp"
#include "tables/row_writer.hpp"

namespace weft::tables {

namespace {

// Messages from one process to another with one communicator and tag.
using Channel = std::tuple<CommRef, Endpoint, Endpoint, std::uint32_t>;

struct Half {
  LocationRef location;
  std::uint64_t event = 0;
  Ticks time = 0;
  std::uint64_t bytes = 0;
};

// The receives of a location in the order they were posted. Which channel one is of is known when it is completed:
// those posted after it wait.
class PostedReceives {
 public:
  void post(std::uint64_t request) {
    numbers_[request] = first_ + queue_.size();
    queue_.emplace_back();
  }
  void complete(const Channel& channel, const Half& half) { queue_.push_back({true, channel, half}); }
  void complete(std::uint64_t request, const Channel& channel, const Half& half) {
    if (Entry* const entry = find(request))
      *entry = {true, channel, half};
    else
      complete(channel, half);
  }
  void cancel(std::uint64_t request) {
    if (Entry* const entry = find(request)) entry->is_settled = true;
  }
  // Calls take(channel, half) with those whose turn it is; in the end all are.
  template <class Take>
  void settle(bool is_end, Take&& take) {
    for (; !queue_.empty() && (queue_.front().is_settled || is_end || queue_.size() > most); queue_.pop_front()) {
      ++first_;
      if (const auto& channel = queue_.front().channel) take(*channel, queue_.front().half);
    }
  }

 private:
  struct Entry {
    bool is_settled = false;
    std::optional<Channel> channel = {};  // nothing if it was cancelled
    Half half = {};
  };
  // Nobody waits for a receive that is never completed until memory is full.
  static constexpr std::size_t most = 1 << 16;

  // What was posted and is still waited for.
  Entry* find(std::uint64_t request) {
    const auto found = numbers_.find(request);
    if (found == numbers_.end()) return nullptr;
    const std::uint64_t number = found->second;
    numbers_.erase(found);
    return number < first_ ? nullptr : &queue_[static_cast<std::size_t>(number - first_)];
  }

  std::deque<Entry> queue_;
  std::uint64_t first_ = 0;  // the number of the front
  std::unordered_map<std::uint64_t, std::uint64_t> numbers_;
};

class MessagesScan final : public Scan {
 public:
  MessagesScan(TraceTables& of, const ScanOptions& options)
      : of_(of), options_(options), rows_(of.words, options), communicators_(of.words.definitions()) {}

  Result<bool> next(Block& block) override {
    rows_.begin(block);
    if (!merge_) merge_ = WEFT_TRY(Merge::open(of_.trace, of_.trace.locations()));
    for (std::size_t events = 0; block.rows < options_.rows && (block.rows == 0 || events < patience) && !has_ended_;
         ++events) {
      if (events % 4096 == 0 && options_.stop && options_.stop->load(std::memory_order_relaxed)) break;
      if (!merge_->next()) {
        for (auto& [id, location] : locations_) settle(location, true, block);
        has_ended_ = true;
      } else if (concerns_messages(merge_->columns().kind) && merge_->batch().read(merge_->row(), event_)) {
        take(merge_->batch(), merge_->row(), block);
      }
    }
    if (has_ended_) put_waiting(block);
    return block.rows > 0;
  }

 private:
  struct Location {
    Location(const Communicators& communicators, LocationRef self) : views(communicators, self) {}
    Views views;
    PostedReceives receives;
    std::unordered_map<std::uint64_t, std::pair<Channel, std::uint64_t>> sends;  // by request, with their event
  };
  // Halves that wait for the other one: all sends, or all receives.
  struct Waiting {
    bool are_sends = false;
    std::deque<Half> halves;
  };

  static bool concerns_messages(Kind kind) {
    static_assert(static_cast<int>(kind_of<evt::MpiRequestCancelled>) - static_cast<int>(kind_of<evt::MpiSend>) == 7);
    return kind >= kind_of<evt::MpiSend> && kind <= kind_of<evt::MpiRequestCancelled>;
  }

  void take(const EventBatch& batch, std::size_t row, Block& block) {
    Location& at = locations_.try_emplace(batch.location, communicators_, batch.location).first->second;
    const Half half{batch.location, batch.first_event + row, batch.time[row], 0};
    event_.record.visit([&](const auto& record) { see(at, record, half, block); });
    settle(at, false, block);
  }

  void see(Location& at, const evt::MpiSend& e, const Half& half, Block& block) { send(at, e, half, block); }
  void see(Location& at, const evt::MpiIsend& e, const Half& half, Block& block) {
    if (const auto channel = send(at, e, half, block)) at.sends[e.request_id] = {*channel, half.event};
  }
  void see(Location& at, const evt::MpiIsendComplete& e, const Half&, Block&) { at.sends.erase(e.request_id); }
  void see(Location& at, const evt::MpiIrecvRequest& e, const Half&, Block&) { at.receives.post(e.request_id); }
  void see(Location& at, const evt::MpiRecv& e, const Half& half, Block& block) {
    if (const auto channel = receive(at, e, half, block)) at.receives.complete(*channel, with_bytes(half, e));
  }
  void see(Location& at, const evt::MpiIrecv& e, const Half& half, Block& block) {
    if (const auto channel = receive(at, e, half, block))
      at.receives.complete(e.request_id, *channel, with_bytes(half, e));
    else
      at.receives.cancel(e.request_id);
  }
  // Nobody receives a send that was cancelled.
  void see(Location& at, const evt::MpiRequestCancelled& e, const Half&, Block&) {
    at.receives.cancel(e.request_id);
    const auto sent = at.sends.find(e.request_id);
    if (sent == at.sends.end()) return;
    const auto waiting = waiting_.find(sent->second.first);
    const std::uint64_t event = sent->second.second;
    at.sends.erase(sent);
    if (waiting == waiting_.end() || !waiting->second.are_sends) return;
    std::erase_if(waiting->second.halves, [&](const Half& half) { return half.event == event; });
    if (waiting->second.halves.empty()) waiting_.erase(waiting);
  }
  template <class E>
  void see(Location&, const E&, const Half&, Block&) {}

  template <class R>
  static Half with_bytes(Half half, const R& record) {
    half.bytes = record.msg_length;
    return half;
  }

  std::optional<Endpoint> peer(Location& at, CommRef comm, std::uint32_t rank) const {
    const Communicators::View& view = at.views[comm];
    if (!view.known) return std::nullopt;
    const auto peer = communicators_.resolve(view, rank);
    return peer && *peer != no_endpoint ? peer : std::nullopt;
  }

  // A message whose other side cannot be known is told at once.
  template <class R>
  std::optional<Channel> send(Location& at, const R& record, const Half& half, Block& block) {
    const auto receiver = peer(at, record.communicator, record.receiver);
    const Half whole = with_bytes(half, record);
    if (!receiver) {
      put({record.communicator, no_endpoint, no_endpoint, record.msg_tag}, &whole, nullptr, block);
      return std::nullopt;
    }
    const Channel channel{record.communicator, at.views[record.communicator].self, *receiver, record.msg_tag};
    meet(channel, whole, true, block);
    return channel;
  }
  template <class R>
  std::optional<Channel> receive(Location& at, const R& record, const Half& half, Block& block) {
    const auto sender = peer(at, record.communicator, record.sender);
    if (sender) return Channel{record.communicator, *sender, at.views[record.communicator].self, record.msg_tag};
    const Half whole = with_bytes(half, record);
    put({record.communicator, no_endpoint, no_endpoint, record.msg_tag}, nullptr, &whole, block);
    return std::nullopt;
  }

  void settle(Location& at, bool is_end, Block& block) {
    at.receives.settle(is_end, [&](const Channel& channel, const Half& half) { meet(channel, half, false, block); });
  }

  void meet(const Channel& channel, const Half& half, bool is_send, Block& block) {
    const auto [found, is_new] = waiting_.try_emplace(channel);
    Waiting& waiting = found->second;
    if (is_new) waiting.are_sends = is_send;
    if (waiting.are_sends == is_send) {
      waiting.halves.push_back(half);
      return;
    }
    const Half& other = waiting.halves.front();
    is_send ? put(channel, &half, &other, block) : put(channel, &other, &half, block);
    waiting.halves.pop_front();
    if (waiting.halves.empty()) waiting_.erase(found);
  }

  // Halves whose other one never came: there may be many more of them than a block has room for.
  void put_waiting(Block& block) {
    while (block.rows < options_.rows && !waiting_.empty()) {
      const auto first = waiting_.begin();
      auto& [channel, waiting] = *first;
      const Half& half = waiting.halves.front();
      waiting.are_sends ? put(channel, &half, nullptr, block) : put(channel, nullptr, &half, block);
      waiting.halves.pop_front();
      if (waiting.halves.empty()) waiting_.erase(first);
    }
  }

  // Who a half is from, or would be.
  std::optional<LocationRef> location_of(const Half* half, Endpoint endpoint) const {
    if (half) return half->location;
    return endpoint == no_endpoint ? std::nullopt : std::optional(communicators_.location(endpoint));
  }
  LocationGroupRef process_of(const std::optional<LocationRef>& location) const {
    return location ? of_.words.process_of(*location) : LocationGroupRef{};
  }

  bool wants(const Half* sent, const Half* received, const std::optional<LocationRef>& sender,
      const std::optional<LocationRef>& receiver) const {
    const auto& [locations, time, kinds, regions] = options_.filter;
    if (time && !(sent && time->contains(sent->time)) && !(received && time->contains(received->time))) return false;
    return locations.empty() || (sender && locations.contains(*sender)) || (receiver && locations.contains(*receiver));
  }

  void put(const Channel& channel, const Half* sent, const Half* received, Block& block) {
    const auto sender = location_of(sent, std::get<1>(channel));
    const auto receiver = location_of(received, std::get<2>(channel));
    if (!wants(sent, received, sender, receiver)) return;
    MessageRow row{.sender = {},
        .sender_process = {process_of(sender)},
        .receiver = {},
        .receiver_process = {process_of(receiver)},
        .communicator = std::get<0>(channel),
        .communicator_name = {std::get<0>(channel)},
        .tag = std::get<3>(channel),
        .bytes = {},
        .bytes_received = {},
        .send_time = {},
        .receive_time = {},
        .duration = {},
        .send_event = {},
        .receive_event = {}};
    if (sender) row.sender = EitherLocation{sender->value};
    if (receiver) row.receiver = EitherLocation{receiver->value};
    if (sent) row.bytes = sent->bytes, row.send_time = EitherTime{sent->time}, row.send_event = sent->event;
    if (received) {
      row.bytes_received = received->bytes;
      row.receive_time = EitherTime{received->time};
      row.receive_event = received->event;
    }
    if (sent && received) row.duration = static_cast<std::int64_t>(received->time - sent->time);
    rows_.put(block, row);
  }

  TraceTables& of_;
  ScanOptions options_;
  RowWriter<MessageRow> rows_;
  Communicators communicators_;
  std::optional<Merge> merge_;
  std::map<LocationRef, Location> locations_;
  std::map<Channel, Waiting> waiting_;
  Event event_;
  bool has_ended_ = false;
};

}  // namespace

std::unique_ptr<Scan> scan_messages(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<MessagesScan>(of, options);
}

}  // namespace weft::tables
