// SPDX-License-Identifier: BSD-3-Clause
#include "convert/align.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "base/parallel.hpp"
#include "convert/message_log.hpp"
#include "convert/remap.hpp"

namespace weft {

double Correction::at(Ticks time) const {
  const double distance = static_cast<double>(WideTicks{time} - WideTicks{zero});
  return offset + drift * distance;
}

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double unbounded = std::numeric_limits<double>::max();  // the error of what is bounded on one side only
constexpr double slowest = -0.5;                                  // drift; whatever is told, no clock runs backwards

// By how much the second of two clocks has to be put forward against the first: bounds in stretches of time, the
// closest of each.
class Corridor {
 public:
  void above(double at, double bound) {
    Bound& lower = bins_[bin(at)].lower;
    if (bound > lower.value) lower = {at, bound};
  }
  void below(double at, double bound) {
    Bound& upper = bins_[bin(at)].upper;
    if (bound < upper.value) upper = {at, bound};
  }

  struct Line {
    double offset = 0;
    double drift = 0;
    double error = infinite;
    double operator()(double at) const { return offset + drift * at; }
  };

  // In the middle of what the bounds leave to a line of this drift, of which a whole `length` of time is the most.
  Line line(double length) const {
    Line line = fit();
    line.drift = std::clamp(line.drift, slowest * length, length);
    double lower = -infinite, upper = infinite;
    for (const Bin& b : bins_) {
      lower = std::max(lower, b.lower.value - line.drift * b.lower.at);
      upper = std::min(upper, b.upper.value - line.drift * b.upper.at);
    }
    if (std::isfinite(lower) && std::isfinite(upper)) {
      line.offset = (lower + upper) / 2;
      line.error = std::max(std::abs(upper - lower) / 2, 0.5);
    } else if (std::isfinite(lower) || std::isfinite(upper)) {
      // Of one side only is known what is the least that will do.
      line.offset = std::isfinite(lower) ? std::max(lower, 0.0) : std::min(upper, 0.0);
      line.error = unbounded;
    }
    return line;
  }

 private:
  struct Bound {
    double at = 0;
    double value = 0;
  };
  struct Bin {
    Bound lower{0, -infinite};
    Bound upper{0, infinite};
  };
  static constexpr std::size_t bins = 32;

  // `at` is from 0 to 1.
  static std::size_t bin(double at) {
    return std::min(static_cast<std::size_t>(std::max(at, 0.0) * static_cast<double>(bins)), bins - 1);
  }

  struct Middle {
    double at;
    double value;
    double width;
  };
  std::vector<Middle> middles() const {
    std::vector<Middle> all;
    for (const Bin& b : bins_)
      if (std::isfinite(b.lower.value) && std::isfinite(b.upper.value))
        all.push_back({(b.lower.at + b.upper.at) / 2, (b.lower.value + b.upper.value) / 2,
            std::max(std::abs(b.upper.value - b.lower.value), 1.0)});
    return all;
  }

  // The drift by least squares; where the corridor is narrow its middle says more.
  Line fit() const {
    const auto all = middles();
    Line line;
    double sum = 0, at = 0, value = 0;
    for (const Middle& m : all) {
      const double weight = 1 / (m.width * m.width);
      sum += weight, at += weight * m.at, value += weight * m.value;
    }
    if (all.size() < 2) return line;
    at /= sum, value /= sum;
    double covariance = 0, variance = 0;
    for (const Middle& m : all) {
      const double weight = 1 / (m.width * m.width);
      covariance += weight * (m.at - at) * (m.value - value);
      variance += weight * (m.at - at) * (m.at - at);
    }
    if (variance > 0) line.drift = covariance / variance;
    return line;
  }

  std::array<Bin, bins> bins_;
};

// One round of estimation. Corrections bend the times they are found by, so that a second round finds what is left.
class Round {
 public:
  Round(std::size_t processes, std::span<const Link> links, const std::vector<Correction>& corrections, Ticks zero,
      double length)
      : processes_(processes), zero_(zero), length_(length) {
    for (const Link& link : links) add(link, corrections);
  }

  // What each process needs in addition, by time from 0 to 1 of the whole.
  ProcessClocks solve() const {
    ProcessClocks clocks{std::vector<Correction>(processes_), std::vector<bool>(processes_)};
    std::vector<Corridor::Line> lines(processes_);
    struct Edge {
      std::uint32_t from, to;
      Corridor::Line line;
    };
    std::vector<Edge> edges;
    for (const auto& [pair, corridor] : corridors_)
      edges.push_back(
          {static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair), corridor.line(length_)});
    std::ranges::stable_sort(
        edges, {}, [](const Edge& edge) { return std::tuple(edge.line.error, edge.from, edge.to); });
    std::vector<std::vector<const Edge*>> edges_of(processes_);
    for (const std::size_t edge : spanning_tree(edges)) {
      edges_of[edges[edge].from].push_back(&edges[edge]);
      edges_of[edges[edge].to].push_back(&edges[edge]);
    }
    // Every tree hangs from its first process; all but that of process 0 know nothing of the others.
    std::vector<bool> seen(processes_);
    for (std::uint32_t root = 0; root < processes_; ++root) {
      if (seen[root]) continue;
      std::vector<std::uint32_t> todo{root};
      seen[root] = true;
      while (!todo.empty()) {
        const std::uint32_t at = todo.back();
        todo.pop_back();
        clocks.is_reached[at] = root == 0;
        for (const Edge* edge : edges_of[at]) {
          const std::uint32_t other = edge->from == at ? edge->to : edge->from;
          if (seen[other]) continue;
          seen[other] = true;
          const double sign = edge->from == at ? 1 : -1;
          lines[other].offset = lines[at].offset + sign * edge->line.offset;
          lines[other].drift = lines[at].drift + sign * edge->line.drift;
          if (edge->line.error < unbounded)
            clocks.error = std::max(clocks.error, edge->line.error);
          else
            ++clocks.one_sided;
          todo.push_back(other);
        }
      }
    }
    for (std::size_t i = 0; i < processes_; ++i)
      clocks.corrections[i] = {
          zero_, lines[i].offset, length_ > 0 ? std::clamp(lines[i].drift / length_, slowest, 1.0) : 0};
    return clocks;
  }

 private:
  void add(const Link& link, const std::vector<Correction>& corrections) {
    const auto corrected = [&](std::uint32_t process, Ticks time) {
      return static_cast<double>(WideTicks{time} - WideTicks{zero_}) + corrections[process].at(time);
    };
    const double sent = corrected(link.from, link.sent);
    const double received = corrected(link.to, link.received);
    const double at = length_ > 0 ? (sent + received) / 2 / length_ : 0;
    if (link.from < link.to)
      corridors_[std::uint64_t{link.from} << 32 | link.to].above(at, sent - received);
    else
      corridors_[std::uint64_t{link.to} << 32 | link.from].below(at, received - sent);
  }

  // The best edges that connect what they can, by numbers.
  template <class Edge>
  std::vector<std::size_t> spanning_tree(const std::vector<Edge>& edges) const {
    std::vector<std::uint32_t> leader(processes_);
    for (std::uint32_t i = 0; i < processes_; ++i) leader[i] = i;
    const auto find = [&](std::uint32_t process) {
      while (leader[process] != process) process = leader[process] = leader[leader[process]];
      return process;
    };
    std::vector<std::size_t> tree;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const std::uint32_t a = find(edges[i].from), b = find(edges[i].to);
      if (a == b) continue;
      leader[std::max(a, b)] = std::min(a, b);
      tree.push_back(i);
    }
    return tree;
  }

  std::size_t processes_;
  Ticks zero_;
  double length_;
  std::map<std::uint64_t, Corridor> corridors_;  // by pair, the smaller number first
};

}  // namespace

ProcessClocks align_clocks(std::size_t processes, std::span<const Link> links) {
  Ticks zero = ~Ticks{0}, last = 0;
  for (const Link& link : links) {
    zero = std::min({zero, link.sent, link.received});
    last = std::max({last, link.sent, link.received});
  }
  const double length = links.empty() ? 0 : static_cast<double>(last - zero);
  ProcessClocks clocks{std::vector<Correction>(processes, Correction{zero}), std::vector<bool>(processes)};
  constexpr int rounds = 4;
  for (int round = 0; round < rounds; ++round) {
    ProcessClocks more = Round(processes, links, clocks.corrections, zero, length).solve();
    for (std::size_t i = 0; i < processes; ++i) {
      Correction& known = clocks.corrections[i];
      const Correction& extra = more.corrections[i];
      known.offset += extra.offset + extra.drift * known.offset;
      known.drift += extra.drift * (1 + known.drift);
    }
    clocks.is_reached = std::move(more.is_reached);
    clocks.error = more.error;
    clocks.one_sided = more.one_sided;
  }
  return clocks;
}

namespace {

// Who waits for whom in a collective operation. Where members exchange different amounts, some of which may be nothing,
// nobody knows.
enum class Waiting : std::uint8_t { unknown, of_all_for_all, of_all_for_root, of_root_for_all };

Waiting waiting_in(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::barrier:
    case CollectiveOp::allgather:
    case CollectiveOp::allgatherv:
    case CollectiveOp::alltoall:
    case CollectiveOp::allreduce:
    case CollectiveOp::reduce_scatter:
    case CollectiveOp::reduce_scatter_block:
      return Waiting::of_all_for_all;
    case CollectiveOp::bcast:
    case CollectiveOp::scatter:
    case CollectiveOp::scatterv:
      return Waiting::of_all_for_root;
    case CollectiveOp::reduce:
    case CollectiveOp::gather:
    case CollectiveOp::gatherv:
      return Waiting::of_root_for_all;
    default:
      return Waiting::unknown;
  }
}

// When a location took part in a collective operation.
struct Stay {
  std::uint64_t order;  // the event that began it
  Ticks begin;
  Ticks end;
  Waiting waiting;
  std::uint32_t root;
  bool gives;  // something that others wait for
  bool takes;
};

class CommunicationLog {
 public:
  CommunicationLog(const Communicators& communicators, LocationRef location)
      : messages(communicators, location), views_(communicators, location) {}

  Result<> read(Source& source, LocationRef location) {
    auto stream = WEFT_TRY(source.events(location, {}));
    EventBatch batch;
    Event event;
    while (stream->next(batch))
      for (std::size_t row = 0; row < batch.size(); ++row) {
        const Kind kind = batch.kind[row];
        if (kind == kind_of<evt::Enter> || kind == kind_of<evt::Leave> || !batch.read(row, event)) continue;
        const Moment at{event.time, batch.first_event + row};
        event.record.visit([&](const auto& e) {
          if constexpr (requires { this->see(e, at); }) see(e, at);
        });
      }
    for (auto& [comm, entry] : stays) std::ranges::sort(entry.second, {}, &Stay::order);
    return {};
  }

  MessageLog messages;
  // By communicator: where this location counts, and what it took part in, in the order in which it began.
  std::map<CommRef, std::pair<Endpoint, std::vector<Stay>>> stays;

 private:
  struct Moment {
    Ticks time = 0;
    std::uint64_t event = 0;
  };

  static HalfMessage half(Ticks time, std::uint64_t order) {
    return {.is_whole = true, .time = time, .order = order, .event = order};
  }
  void see(const evt::MpiSend& e, const Moment& at) { messages.send(e, half(at.time, at.event)); }
  void see(const evt::MpiIsend& e, const Moment& at) {
    if (const auto sent = messages.send(e, half(at.time, at.event))) sent_[e.request_id] = *sent;
  }
  void see(const evt::MpiIsendComplete& e, const Moment&) { sent_.erase(e.request_id); }
  // Nobody receives it: the next one takes its number.
  void see(const evt::MpiRequestCancelled& e, const Moment&) {
    const auto sent = sent_.find(e.request_id);
    if (sent == sent_.end()) return;
    messages.halves()[sent->second].channel = HalfMessage::no_channel;
    sent_.erase(sent);
  }
  void see(const evt::MpiRecv& e, const Moment& at) { messages.receive(e, half(at.time, at.event)); }
  void see(const evt::MpiIrecvRequest& e, const Moment& at) { asked_[e.request_id] = at; }
  void see(const evt::MpiIrecv& e, const Moment& at) {
    messages.receive(e, half(at.time, asked(e.request_id).value_or(at).event));
  }
  void see(const evt::MpiCollectiveBegin&, const Moment& at) { begun_ = at; }
  void see(const evt::MpiCollectiveEnd& e, const Moment& at) { stay(e, std::exchange(begun_, {}), at); }
  void see(const evt::NonBlockingCollectiveRequest& e, const Moment& at) { asked_[e.request_id] = at; }
  void see(const evt::NonBlockingCollectiveComplete& e, const Moment& at) { stay(e, asked(e.request_id), at); }

  std::optional<Moment> asked(std::uint64_t request) {
    const auto found = asked_.extract(request);
    return found ? std::optional(found.mapped()) : std::nullopt;
  }

  template <class E>
  void stay(const E& e, const std::optional<Moment>& begun, const Moment& ended) {
    const Communicators::View& view = views_[e.communicator];
    if (!view.known) return;
    auto& [self, all] = stays[e.communicator];
    self = view.self;
    const Moment from = begun.value_or(ended);
    const bool is_barrier = e.collective_op == CollectiveOp::barrier;
    all.push_back({from.event, from.time, ended.time, begun ? waiting_in(e.collective_op) : Waiting::unknown, e.root,
        is_barrier || e.size_sent > 0, is_barrier || e.size_received > 0});
  }

  Views views_;
  std::unordered_map<std::uint64_t, std::size_t> sent_;  // halves of messages, by request
  std::unordered_map<std::uint64_t, Moment> asked_;      // by request
  std::optional<Moment> begun_;
};

using Logs = std::vector<std::unique_ptr<CommunicationLog>>;

// In a star around the root, or the first member: what it does before another one, and the other way round.
void link_collectives(const Communicators& communicators, const Logs& logs,
    const std::vector<std::uint32_t>& process_of_log, std::vector<Link>& links) {
  struct Member {
    std::uint32_t process;
    const std::vector<Stay>* stays;
  };
  std::map<CommRef, std::map<Endpoint, Member>> all;
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const auto& [comm, entry] : logs[i]->stays)
      all[comm].try_emplace(entry.first, Member{process_of_log[i], &entry.second});
  for (const auto& [comm, members] : all) {
    const std::vector<Endpoint> ranks = communicators.members(comm);
    if (members.size() < 2 || ranks.size() != members.size()) continue;
    const std::size_t operations = members.begin()->second.stays->size();
    const auto has_all = [&](const Member& member) { return member.stays->size() == operations; };
    for (std::size_t i = 0; i < operations; ++i) {
      const Stay& first = (*members.begin()->second.stays)[i];
      const bool has_root = first.waiting == Waiting::of_all_for_root || first.waiting == Waiting::of_root_for_all;
      if (has_root && (first.root >= ranks.size() || communicators.is_inter(comm))) continue;
      const auto middle = has_root ? members.find(ranks[first.root]) : members.begin();
      if (middle == members.end() || !has_all(middle->second)) continue;
      const Stay& a = (*middle->second.stays)[i];
      for (const auto& [endpoint, other] : members) {
        if (other.process == middle->second.process || !has_all(other)) continue;
        const Stay& b = (*other.stays)[i];
        if (a.waiting != b.waiting) continue;
        const auto link = [&](const Member& from, const Stay& begun, const Member& to, const Stay& ended) {
          if (begun.gives && ended.takes) links.push_back({from.process, to.process, begun.begin, ended.end});
        };
        if (a.waiting == Waiting::of_all_for_all || a.waiting == Waiting::of_all_for_root)
          link(middle->second, a, other, b);
        if (a.waiting == Waiting::of_all_for_all || a.waiting == Waiting::of_root_for_all)
          link(other, b, middle->second, a);
      }
    }
  }
}

std::uint64_t violations(std::span<const Link> links, const std::vector<Correction>& corrections) {
  std::uint64_t count = 0;
  for (const Link& link : links) {
    const double gap = static_cast<double>(WideTicks{link.received} - WideTicks{link.sent}) +
                       corrections[link.to].at(link.received) - corrections[link.from].at(link.sent);
    count += gap < -0.5;
  }
  return count;
}

}  // namespace

Result<Alignment> align_by_messages(Source& source, std::size_t threads) {
  const Definitions& definitions = source.definitions();
  const Communicators communicators(definitions);
  const auto locations = source.locations();
  std::map<std::pair<LocationGroupRef, LocationRef>, std::uint32_t> processes;
  std::vector<std::uint32_t> process_of_log;
  Logs logs;
  for (const LocationRef location : locations) {
    const auto* definition = definitions.find<def::Location>(location);
    const LocationGroupRef group = definition ? definition->location_group : LocationGroupRef{};
    const std::pair key(group, group.defined() ? LocationRef{} : location);
    process_of_log.push_back(processes.try_emplace(key, static_cast<std::uint32_t>(processes.size())).first->second);
    logs.push_back(std::make_unique<CommunicationLog>(communicators, location));
  }
  std::vector<Result<>> results(logs.size());
  parallel_for(
      logs.size(), threads, [&](std::size_t i, std::size_t) { results[i] = logs[i]->read(source, locations[i]); });
  for (auto& result : results)
    if (!result) return std::move(result).error();

  std::vector<Link> links;
  std::vector<MessageLog*> messages;
  for (const auto& log : logs) messages.push_back(&log->messages);
  match_messages(messages, [&](const LocatedHalf& send, const LocatedHalf& receive) {
    if (!send.half || !receive.half || process_of_log[send.log] == process_of_log[receive.log]) return;
    links.push_back({process_of_log[send.log], process_of_log[receive.log], send.half->time, receive.half->time});
  });
  link_collectives(communicators, logs, process_of_log, links);

  const ProcessClocks clocks = align_clocks(processes.size(), links);
  Alignment alignment;
  alignment.processes = processes.size();
  alignment.unreached = static_cast<std::size_t>(std::ranges::count(clocks.is_reached, false));
  alignment.links = links.size();
  alignment.violated_before = violations(links, std::vector<Correction>(processes.size()));
  alignment.violated = violations(links, clocks.corrections);
  alignment.error = clocks.error;
  alignment.one_sided = clocks.one_sided;
  for (std::size_t i = 0; i < locations.size(); ++i)
    alignment.corrections.emplace(locations[i], clocks.corrections[process_of_log[i]]);
  return alignment;
}

AlignedSource::AlignedSource(Source& source, const Alignment& alignment) : source_(source) {
  const Definitions& definitions = source.definitions();
  def::ClockProperties clock = definitions.clock() ? *definitions.clock() : def::ClockProperties{};
  const Ticks end = clock.trace_length <= ~Ticks{0} - clock.global_offset ? clock.global_offset + clock.trace_length
                                                                          : clock.global_offset;
  WideTicks first = clock.global_offset, last = end;
  for (const auto& [location, correction] : alignment.corrections) {
    const ClockMap map{
        correction.zero, WideTicks{correction.zero} + rounded_ticks(correction.offset), 1, 1, correction.drift};
    clocks_.emplace(location, map);
    first = std::min(first, map.wide(clock.global_offset));
    last = std::max(last, map.wide(end));
  }
  // Nothing is before tick 0.
  const WideTicks shift = first < 0 ? -first : 0;
  common_.to = shift;
  if (shift > 0)
    for (auto& [location, map] : clocks_) map.to += shift;
  const Ticks begin = clamped_ticks(first + shift);
  if (clock.realtime_timestamp != 0 && clock.realtime_timestamp != ~std::uint64_t{0} && clock.timer_resolution)
    clock.realtime_timestamp = clamped_ticks(
        WideTicks{clock.realtime_timestamp} -
        (WideTicks{clock.global_offset} - first) * WideTicks{1'000'000'000} / WideTicks{clock.timer_resolution});
  clock.global_offset = begin;
  clock.trace_length = clamped_ticks(last + shift) - begin;
  definitions.each_table([&](const auto& table) {
    using R = typename std::remove_cvref_t<decltype(table.rows())>::value_type;
    for (const R& row : table) {
      if constexpr (std::is_same_v<R, def::ClockProperties>)
        definitions_.add(clock);
      else
        definitions_.add(row);
    }
  });
}

Result<std::unique_ptr<EventStream>> AlignedSource::events(LocationRef location, const StreamOptions& options) {
  auto stream = WEFT_TRY(source_.events(location, options));
  const auto clock = clocks_.find(location);
  Remap remap;
  if (clock != clocks_.end()) remap.clock = clock->second;
  return std::unique_ptr<EventStream>(std::make_unique<RemapStream>(std::move(stream), remap, location, 0));
}

void AlignedSource::read_markers(Markers& into) {
  Markers all;
  source_.read_markers(all);
  for (const DefMarker& kind : all.kinds()) into.add(kind);
  // What is about a process goes with its locations, which have one clock.
  std::map<std::uint64_t, LocationRef> places;
  for (const def::Location& location : definitions_.all<def::Location>())
    places.try_emplace(location.location_group.value, location.self);
  for (Marker marker : all.markers()) {
    LocationRef place;
    if (marker.marker_scope == MarkerScope::location) place = LocationRef{marker.scope};
    if (marker.marker_scope == MarkerScope::location_group)
      if (const auto found = places.find(marker.scope); found != places.end()) place = found->second;
    const auto clock = clocks_.find(place);
    move(marker, clock == clocks_.end() ? common_ : clock->second);
    into.add(marker);
  }
}

}  // namespace weft
