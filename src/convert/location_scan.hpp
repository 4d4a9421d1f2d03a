// SPDX-License-Identifier: BSD-3-Clause
// LocationScan: which events of one location belong together, and what of that lies across the border of a cut: the
// messages, collective operations, requests, I/O and RMA operations it saw in the cut, the handles that are open where
// it begins, and what has to be left out so that nothing lacks its other half.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "convert/message_log.hpp"
#include "convert/tracker.hpp"
#include "model/time_index.hpp"

namespace weft {

// What ties the events of an operation together.
struct OperationKey {
  enum class Family : std::uint8_t { collective, rma_collective, request, io, rma } family;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  friend auto operator<=>(const OperationKey&, const OperationKey&) = default;
};

// A step of an I/O operation that has none of the others on its location: another thread may have them.
struct LooseStep {
  enum class What : std::uint8_t { begin, ask, end } what;
  OperationKey key;
  Ticks time;
  std::uint64_t event;
};

struct Collective {
  Ticks time;
  std::uint64_t begun;
  std::uint64_t ended;
  bool is_whole;
};
struct CollectiveLog {
  Endpoint self = no_endpoint;
  std::uint64_t before = 0;
  std::vector<Collective> operations;
};

// The last that was seen of a handle.
struct HandleState {
  Ticks time = 0;
  bool is_open = false;
  IoAccessMode mode{};
  std::vector<std::uint64_t> events;  // of the location, that say so
  EventRecord telling;                // how it is told where the cut begins
  std::vector<AttributeEntry> attributes;
};

class LocationScan {
 public:
  // Where an event stands to the cut, and which of its location it is.
  struct Place {
    Tracker::Side side;
    bool is_selected;
    Ticks time;
    std::uint64_t event;
  };

  LocationScan(const Communicators& communicators, LocationRef location, bool is_kept)
      : views_(communicators, location), messages_(communicators, location), location_(location), is_kept_(is_kept) {}

  // Takes the next event into account, which is not behind the cut.
  void add(const EventBatch& batch, std::size_t row, Tracker::Side side, bool is_selected);
  // Behind the last one of the cut.
  void finish();

  // Of all that was before the cut: the events that later ones may belong to, and how many messages and collective
  // operations there were. One scan can go on where another one was by seeing these events, and by taking these counts.
  std::vector<std::uint64_t> events_that_matter() const;
  PastCounts counts_before() const;
  void take(const PastCounts& before);

  void leave_out(const HalfMessage& half) {
    leave_out(half.event);
    leave_out(half.other);
    if (const auto asked = asked_.find(half.order); asked != asked_.end())
      for (const std::uint64_t event : asked->second) leave_out(event);
  }
  void leave_out(std::uint64_t event) {
    if (event != no_event) left_out_.push_back(event);
  }

  std::vector<std::uint64_t> left_out() {
    std::ranges::sort(left_out_);
    left_out_.erase(std::unique(left_out_.begin(), left_out_.end()), left_out_.end());
    return std::move(left_out_);
  }

  LocationRef location() const { return location_; }
  bool is_kept() const { return is_kept_; }
  MessageLog& messages() { return messages_; }
  const std::map<CommRef, CollectiveLog>& collectives() const { return collectives_; }
  const std::map<IoHandleRef, HandleState>& handles() const { return handles_; }
  const std::vector<LooseStep>& loose() const { return loose_; }

 private:
  using Key = OperationKey;
  using Family = Key::Family;
  struct OpenOperation {
    std::uint64_t event;
    Ticks time;
    bool is_selected;
    std::optional<std::size_t> send;   // the half of a message that it is
    std::vector<std::uint64_t> asked;  // tests in the cut that found it open
    bool is_done = false;              // as far as anybody has to know
  };

  static constexpr std::uint64_t no_event = HalfMessage::no_event;

  static bool is_asked_for(Kind kind) {
    static const auto asked = [] {
      std::vector<bool> kinds(EventTypes::size);
      EventTypes::each([&](auto type) {
        using E = typename decltype(type)::type;
        if constexpr (requires(LocationScan & scan, const E& e, const Place& at) { scan.see(e, at); })
          kinds[static_cast<std::size_t>(kind_of<E>)] = true;
      });
      return kinds;
    }();
    return asked[static_cast<std::size_t>(kind)];
  }

  // Messages.
  void see(const evt::MpiSend& e, const Place& at) { send(e, at, at.is_selected); }
  void see(const evt::MpiIsend& e, const Place& at) {
    const auto half = send(e, at, false);
    begin({Family::request, e.request_id}, at, half);
  }
  void see(const evt::MpiIsendComplete& e, const Place& at) {
    const auto begun = end({Family::request, e.request_id}, at);
    if (!begun || !begun->send) return;
    HalfMessage& half = messages_.halves()[*begun->send];
    half.is_whole = true;
    half.other = at.event;
  }
  void see(const evt::MpiRequestCancelled& e, const Place& at) {
    const auto begun = end({Family::request, e.request_id}, at);
    if (begun && begun->send) messages_.halves()[*begun->send].channel = HalfMessage::no_channel;
  }
  void see(const evt::MpiRequestTest& e, const Place& at) { ask({Family::request, e.request_id}, at); }
  void see(const evt::MpiIrecvRequest& e, const Place& at) { begin({Family::request, e.request_id}, at); }
  void see(const evt::MpiRecv& e, const Place& at) { receive(e, at, at.is_selected, at.event, no_event); }
  void see(const evt::MpiIrecv& e, const Place& at) {
    // It has the place of its request also where that lies outside.
    const auto open = open_.find({Family::request, e.request_id});
    const std::uint64_t order = open == open_.end() ? at.event : open->second.event;
    const auto begun = end({Family::request, e.request_id}, at);
    receive(e, at, begun.has_value(), order, begun ? begun->event : no_event);
  }

  template <class E>
  std::optional<std::size_t> send(const E& e, const Place& at, bool is_whole) {
    if (!is_kept_) return std::nullopt;
    if (at.side == Tracker::Side::inside)
      return messages_.send(e, {.is_whole = is_whole, .time = at.time, .order = at.event, .event = at.event});
    messages_.count_send(e);
    return std::nullopt;
  }
  template <class E>
  void receive(const E& e, const Place& at, bool is_whole, std::uint64_t order, std::uint64_t posted) {
    if (!is_kept_) return;
    if (at.side == Tracker::Side::before) return messages_.count_receive(e);
    messages_.receive(e, {.is_whole = is_whole,
                             .time = at.time,
                             .order = order,
                             .event = at.is_selected ? at.event : no_event,
                             .other = posted});
  }

  // Collective operations.
  void see(const evt::MpiCollectiveBegin&, const Place& at) { begin({Family::collective}, at); }
  void see(const evt::MpiCollectiveEnd& e, const Place& at) { collective(e, {Family::collective}, at); }
  void see(const evt::NonBlockingCollectiveRequest& e, const Place& at) { begin({Family::request, e.request_id}, at); }
  void see(const evt::NonBlockingCollectiveComplete& e, const Place& at) {
    collective(e, {Family::request, e.request_id}, at);
  }
  void see(const evt::RmaCollectiveBegin&, const Place& at) { begin({Family::rma_collective}, at); }
  void see(const evt::RmaCollectiveEnd&, const Place& at) { end({Family::rma_collective}, at); }

  template <class E>
  void collective(const E& e, const Key& key, const Place& at) {
    const auto open = open_.find(key);
    const Ticks time = open == open_.end() ? at.time : open->second.time;
    const auto begun = end(key, at);
    const Communicators::View& view = views_[e.communicator];
    if (!view.known || !is_kept_) return;
    CollectiveLog& log = collectives_[e.communicator];
    log.self = view.self;
    if (at.side == Tracker::Side::before)
      ++log.before;
    else
      log.operations.push_back({time, begun ? begun->event : no_event, at.event, begun.has_value()});
  }

  // Operations on files and windows.
  void see(const evt::IoOperationBegin& e, const Place& at) { begin(io(e), at); }
  void see(const evt::IoOperationTest& e, const Place& at) { ask(io(e), at); }
  void see(const evt::IoOperationIssued& e, const Place& at) { ask(io(e), at); }
  void see(const evt::IoOperationComplete& e, const Place& at) { end(io(e), at); }
  void see(const evt::IoOperationCancelled& e, const Place& at) { end(io(e), at); }
  template <class E>
  static Key io(const E& e) {
    return {Family::io, e.handle.value, e.matching_id};
  }
  void see(const evt::RmaPut& e, const Place& at) { begin(rma(e), at); }
  void see(const evt::RmaGet& e, const Place& at) { begin(rma(e), at); }
  void see(const evt::RmaAtomic& e, const Place& at) { begin(rma(e), at); }
  void see(const evt::RmaOpTest& e, const Place& at) { ask(rma(e), at); }
  void see(const evt::RmaOpCompleteBlocking& e, const Place& at) { end(rma(e), at); }
  void see(const evt::RmaOpCompleteNonBlocking& e, const Place& at) { end(rma(e), at); }
  // The remote side of an operation may be done after its own side is, and nobody asks whether it had begun.
  void see(const evt::RmaOpCompleteRemote& e, const Place& at) {
    const auto open = open_.find(rma(e));
    if (open == open_.end()) return;
    open->second.is_done = true;
    ask(rma(e), at);
  }
  template <class E>
  static Key rma(const E& e) {
    return {Family::rma, e.win.value, e.matching_id};
  }

  // The life of handles: of the locations that are kept what was before the cut, of others all.
  void see(const evt::IoCreateHandle& e, const Place& at) {
    turn(e.handle, {at.time, true, e.mode, {at.event}, e, {event_.attributes.begin(), event_.attributes.end()}}, at);
  }
  void see(const evt::IoDestroyHandle& e, const Place& at) {
    turn(e.handle, {at.time, false, {}, {at.event}, e, {event_.attributes.begin(), event_.attributes.end()}}, at);
  }
  void see(const evt::IoDuplicateHandle& e, const Place& at) {
    const auto old = handles_.find(e.old_handle);
    const IoAccessMode mode = old == handles_.end() ? IoAccessMode::read_write : old->second.mode;
    // It is what the old one was then, whatever becomes of that.
    std::vector<std::uint64_t> events = old == handles_.end() ? std::vector<std::uint64_t>() : old->second.events;
    events.push_back(at.event);
    turn(e.new_handle,
        {at.time, true, mode, std::move(events), evt::IoCreateHandle{e.new_handle, mode, {}, e.status_flags}, {}}, at);
  }
  void turn(IoHandleRef handle, const HandleState& state, const Place& at) {
    if (at.side == Tracker::Side::before) handles_[handle] = state;
    if (at.side == Tracker::Side::inside && !is_kept_ && state.is_open) handles_.try_emplace(handle, state);
  }

  void begin(const Key& key, const Place& at, std::optional<std::size_t> send = {}) {
    const auto [open, is_new] = open_.try_emplace(key);
    if (!is_new) give_up(open->second);
    open->second = {at.event, at.time, at.is_selected, send, {}, false};
  }
  void ask(const Key& key, const Place& at) {
    if (!at.is_selected) return;
    const auto open = open_.find(key);
    if (open == open_.end())
      leave_out_alone(LooseStep::What::ask, key, at.time, at.event);
    else
      open->second.asked.push_back(at.event);
  }
  // The operation, if all of it belongs to the cut.
  std::optional<OpenOperation> end(const Key& key, const Place& at) {
    const auto found = open_.find(key);
    if (found == open_.end()) {
      if (at.is_selected) leave_out_alone(LooseStep::What::end, key, at.time, at.event);
      return std::nullopt;
    }
    OpenOperation begun = std::move(found->second);
    open_.erase(found);
    if (begun.is_selected && at.is_selected) {
      if (key.family == Family::request && !begun.asked.empty()) asked_[begun.event] = begun.asked;
      return begun;
    }
    give_up(begun);
    if (at.is_selected) leave_out(at.event);
    return std::nullopt;
  }
  void leave_out_alone(LooseStep::What what, const Key& key, Ticks time, std::uint64_t event) {
    if (key.family == Family::io)
      loose_.push_back({what, key, time, event});
    else
      leave_out(event);
  }
  void give_up(const OpenOperation& begun) {
    if (begun.is_done && begun.is_selected) return;
    if (begun.is_selected) leave_out(begun.event);
    for (const std::uint64_t event : begun.asked) leave_out(event);
  }
  Views views_;
  MessageLog messages_;
  LocationRef location_;
  bool is_kept_;
  Event event_;
  std::map<Key, OpenOperation> open_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> asked_;  // by the event that began a request
  std::map<CommRef, CollectiveLog> collectives_;
  std::map<IoHandleRef, HandleState> handles_;
  std::vector<LooseStep> loose_;
  std::vector<std::uint64_t> left_out_;
};

}  // namespace weft
