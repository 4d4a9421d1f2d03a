// SPDX-License-Identifier: BSD-3-Clause
#include "convert/cut_plan.hpp"

#include <algorithm>
#include <compare>
#include <memory>
#include <optional>

#include "base/parallel.hpp"
#include "convert/message_log.hpp"
#include "convert/tracker.hpp"

namespace weft {

namespace {

constexpr std::uint64_t no_event = HalfMessage::no_event;

// Where an event stands to the cut, and which of its location it is.
struct Place {
  Tracker::Side side;
  bool is_selected;
  Ticks time;
  std::uint64_t event;
};

// What ties the events of an operation together.
struct Key {
  enum class Family : std::uint8_t { collective, rma_collective, request, io, rma } family;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  friend auto operator<=>(const Key&, const Key&) = default;
};
using Family = Key::Family;

struct OpenOperation {
  std::uint64_t event;
  Ticks time;
  bool is_selected;
  std::optional<std::size_t> send;   // the half of a message that it is
  std::vector<std::uint64_t> asked;  // tests in the cut that found it open
  bool is_done = false;              // as far as anybody has to know
};

// A step of an I/O operation that has none of the others on its location: another thread may have them.
struct LooseStep {
  enum class What : std::uint8_t { begin, ask, end } what;
  Key key;
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
  EventRecord telling;  // how it is told where the cut begins
  std::vector<AttributeEntry> attributes;
};

class LocationScan {
 public:
  LocationScan(const Definitions& definitions, const Communicators& communicators, LocationRef location, bool is_kept)
      : definitions_(definitions),
        views_(communicators, location),
        messages_(communicators, location),
        location_(location),
        is_kept_(is_kept) {}

  Result<> run(Source& source, const CutOptions& options) {
    auto stream = WEFT_TRY(source.events(location_, {}));
    Tracker tracker(definitions_, options);
    EventBatch batch;
    while (stream->next(batch))
      for (std::size_t row = 0; row < batch.size(); ++row) {
        const auto side = tracker.side(batch.time[row]);
        if (side == Tracker::Side::behind) return finish();
        const bool is_selected = tracker.take(batch, row, side, event_) && side == Tracker::Side::inside && is_kept_;
        if (!is_asked_for(batch.kind[row]) || !batch.read(row, event_)) continue;
        const Place at{side, is_selected, batch.time[row], batch.first_event + row};
        event_.record.visit([&](const auto& e) {
          if constexpr (requires { this->see(e, at); }) see(e, at);
        });
      }
    return finish();
  }

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
    turn(e.handle, {at.time, true, e.mode, e, {event_.attributes.begin(), event_.attributes.end()}}, at);
  }
  void see(const evt::IoDestroyHandle& e, const Place& at) {
    turn(e.handle, {at.time, false, {}, e, {event_.attributes.begin(), event_.attributes.end()}}, at);
  }
  void see(const evt::IoDuplicateHandle& e, const Place& at) {
    const auto old = handles_.find(e.old_handle);
    const IoAccessMode mode = old == handles_.end() ? IoAccessMode::read_write : old->second.mode;
    turn(e.new_handle, {at.time, true, mode, evt::IoCreateHandle{e.new_handle, mode, {}, e.status_flags}, {}}, at);
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
  Result<> finish() {
    for (const auto& [key, begun] : open_) {
      if (key.family != Family::io) {
        give_up(begun);
        continue;
      }
      if (begun.is_selected) leave_out_alone(LooseStep::What::begin, key, begun.time, begun.event);
      for (const std::uint64_t event : begun.asked) leave_out_alone(LooseStep::What::ask, key, begun.time, event);
    }
    open_.clear();
    return {};
  }

  const Definitions& definitions_;
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

using Scans = std::vector<std::unique_ptr<LocationScan>>;

void settle_messages(const Scans& scans) {
  std::vector<MessageLog*> logs;
  for (const auto& scan : scans) logs.push_back(&scan->messages());
  match_messages(logs, [&](const LocatedHalf& send, const LocatedHalf& receive) {
    if (send.half && receive.half && send.half->is_whole && receive.half->is_whole) return;
    if (send.half) scans[send.log]->leave_out(*send.half);
    if (receive.half) scans[receive.log]->leave_out(*receive.half);
  });
}

// What one member of a communicator did, on all of its locations.
struct Sequence {
  std::uint64_t before = 0;
  std::vector<std::pair<LocationScan*, Collective>> operations;
};

void settle_collectives(const Communicators& communicators, CommRef comm, std::map<Endpoint, Sequence>& sequences) {
  const auto members = communicators.members(comm);
  for (auto& [member, sequence] : sequences)
    std::ranges::stable_sort(sequence.operations, {}, [](const auto& entry) {
      return std::pair(entry.second.time, std::min(entry.second.begun, entry.second.ended));
    });
  const auto is_whole = [](const Sequence& sequence, std::uint64_t number) {
    return number >= sequence.before && number - sequence.before < sequence.operations.size() &&
           sequence.operations[static_cast<std::size_t>(number - sequence.before)].second.is_whole;
  };
  const auto is_common = [&](std::uint64_t number) {
    return std::ranges::all_of(members, [&](Endpoint member) {
      const auto found = sequences.find(member);
      return found != sequences.end() && is_whole(found->second, number);
    });
  };
  for (auto& [member, sequence] : sequences)
    for (std::size_t i = 0; i < sequence.operations.size(); ++i) {
      const auto& [scan, operation] = sequence.operations[i];
      if (!operation.is_whole || is_common(sequence.before + i)) continue;
      scan->leave_out(operation.begun);
      scan->leave_out(operation.ended);
    }
}

void settle_collectives(const Communicators& communicators, const Scans& scans) {
  std::map<CommRef, std::map<Endpoint, Sequence>> all;
  for (const auto& scan : scans)
    for (const auto& [comm, log] : scan->collectives()) {
      Sequence& sequence = all[comm][log.self];
      sequence.before += log.before;
      for (const Collective& operation : log.operations) sequence.operations.emplace_back(scan.get(), operation);
    }
  for (auto& [comm, sequences] : all) settle_collectives(communicators, comm, sequences);
}

using Process = std::vector<LocationScan*>;

std::vector<Process> processes_of(const Definitions& definitions, const Scans& scans) {
  std::map<std::pair<LocationGroupRef, LocationRef>, Process> processes;
  for (const auto& scan : scans) {
    const auto* location = definitions.find<def::Location>(scan->location());
    const LocationGroupRef group = location ? location->location_group : LocationGroupRef{};
    processes[{group, group.defined() ? LocationRef{} : scan->location()}].push_back(scan.get());
  }
  std::vector<Process> all;
  for (auto& entry : processes) all.push_back(std::move(entry.second));
  return all;
}

// I/O operations that one thread of a process begins and another one ends, in order of time.
void settle_operations(const Process& process) {
  using Step = std::pair<LocationScan*, LooseStep>;
  std::vector<Step> steps;
  for (LocationScan* scan : process)
    for (const LooseStep& step : scan->loose()) steps.emplace_back(scan, step);
  std::ranges::stable_sort(steps, {}, [](const Step& step) { return std::pair(step.second.time, step.second.what); });
  std::map<Key, std::vector<Step>> open;
  const auto leave_out = [](const std::vector<Step>& all) {
    for (const auto& [scan, step] : all) scan->leave_out(step.event);
  };
  for (const Step& step : steps) {
    const auto found = open.find(step.second.key);
    if (step.second.what == LooseStep::What::begin) {
      if (found != open.end()) leave_out(found->second);
      open[step.second.key] = {step};
    } else if (found == open.end()) {
      leave_out({step});
    } else if (step.second.what == LooseStep::What::ask) {
      found->second.push_back(step);
    } else {
      open.erase(found);
    }
  }
  for (const auto& entry : open) leave_out(entry.second);
}

struct Owner {
  LocationScan* scan = nullptr;
  HandleState state;
};

// The handles of one process where the cut begins.
void settle_handles(const Definitions& definitions, const Process& process, CutPlan& plan) {
  const auto kept = std::ranges::find_if(process, &LocationScan::is_kept);
  if (kept == process.end()) return;
  std::map<IoHandleRef, Owner> last;
  for (LocationScan* scan : process)
    for (const auto& [handle, state] : scan->handles()) {
      Owner& owner = last[handle];
      if (!owner.scan || owner.state.time <= state.time) owner = {scan, state};
    }
  for (const auto& [handle, owner] : last) {
    const auto* definition = definitions.find<def::IoHandle>(handle);
    const bool was_open = definition && (definition->io_handle_flags & IoHandleFlag::pre_created) != IoHandleFlag::none;
    if (owner.state.is_open == was_open) continue;
    const LocationScan& teller = owner.scan->is_kept() ? *owner.scan : **kept;
    plan[teller.location()].at_begin.emplace_back(owner.state.telling, owner.state.attributes);
  }
}

}  // namespace

Result<CutPlan> plan_cut(Source& source, const CutOptions& options, std::size_t threads) {
  const Definitions& definitions = source.definitions();
  const Communicators communicators(definitions);
  Scans scans;
  for (const LocationRef location : source.locations())
    if (options.wants(location) || definitions.all<def::IoHandle>().size())
      scans.push_back(std::make_unique<LocationScan>(definitions, communicators, location, options.wants(location)));
  std::vector<Result<>> results(scans.size());
  parallel_for(scans.size(), threads, [&](std::size_t i, std::size_t) { results[i] = scans[i]->run(source, options); });
  for (auto& result : results)
    if (!result) return std::move(result).error();

  CutPlan plan;
  const auto processes = processes_of(definitions, scans);
  for (const Process& process : processes) settle_handles(definitions, process, plan);
  if (options.keeps_halves) return plan;
  for (const Process& process : processes) settle_operations(process);
  settle_messages(scans);
  settle_collectives(communicators, scans);
  for (const auto& scan : scans) plan[scan->location()].left_out = scan->left_out();
  return plan;
}

}  // namespace weft
