// SPDX-License-Identifier: BSD-3-Clause
#include <bit>
#include <cmath>
#include <unordered_map>

#include "cli/otf_tools/profile/collected.hpp"
#include "cli/otf_tools/profile/streams.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

using otf::At;

// What a counter did during a call: known if it was sampled just when the call began and just when it ended.
struct CounterUse {
  std::uint64_t start = 0;
  std::uint64_t last = 0;
  Ticks last_time = 0;
  bool has_start = false;
  bool has_last = false;
  double in_children = 0;
};

// Where a process stands, and its sums. Places in its maps are remembered by their number: maps keep their nodes.
class ProcessCollector {
 public:
  ProcessCollector(ProcessProfile& profile, std::size_t counters) : profile_(profile), counters_(counters) {}

  ProcessProfile& profile() { return profile_; }

  void enter(Ticks time, std::uint32_t function) {
    calls_.push_back({time, 0, function});
    uses_.resize(calls_.size() * counters_);
    std::fill(uses_.end() - static_cast<std::ptrdiff_t>(counters_), uses_.end(), CounterUse{});
  }

  // One that leaves nothing is ignored.
  void leave(Ticks time, const std::vector<std::uint32_t>& counter_ids) {
    if (calls_.empty()) return;
    const Call call = calls_.back();
    const Ticks inclusive = time - call.begin;
    calls_of(call.function).add({1, inclusive - call.in_children, inclusive});
    for (std::size_t i = 0; i < counters_; ++i) leave_counter(i, time, call.function, counter_ids[i]);
    calls_.pop_back();
    uses_.resize(calls_.size() * counters_);
    if (!calls_.empty()) calls_.back().in_children += inclusive;
  }

  void sample(Ticks time, std::size_t counter, std::uint64_t value) {
    if (calls_.empty()) return;
    CounterUse& use = uses_[(calls_.size() - 1) * counters_ + counter];
    if (time == calls_.back().begin) {
      use.start = value;
      use.has_start = true;
    } else {
      use.last = value;
      use.last_time = time;
      use.has_last = true;
    }
  }

  void begin_collective(const At& at, const otf::BeginCollectiveOperation& record) {
    collectives_[record.matching_id] = {at.time, record.collective, record.sent, record.received};
  }
  void end_collective(const At& at, const otf::EndCollectiveOperation& record, const Vocabulary& words) {
    const auto found = collectives_.find(record.matching_id);
    if (found == collectives_.end()) return;
    const Collective begun = found->second;
    collectives_.erase(found);
    const auto type = words.collective_classes.find(begun.operation);
    if (type == words.collective_classes.end() || type->second < barrier || type->second > all_to_all) return;
    const Ticks duration = at.time - begun.begin;
    if (type->second != barrier && begun.sent == 0 && begun.received == 0) return;
    Traffic& sum = profile_.collectives[type->second];
    if (type->second == barrier) {
      sum.add({1, 1, 0, 0, duration, duration});
      return;
    }
    if (begun.sent > 0) sum.add({.sends = 1, .sent_bytes = begun.sent, .send_ticks = duration});
    if (begun.received > 0) sum.add({.receives = 1, .received_bytes = begun.received, .receive_ticks = duration});
  }

 private:
  struct Call {
    Ticks begin;
    Ticks in_children;
    std::uint32_t function;
  };
  struct Collective {
    Ticks begin = 0;
    std::uint32_t operation = 0;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
  };
  static constexpr std::uint32_t remembered_functions = 1 << 14;

  Calls& calls_of(std::uint32_t function) {
    if (function >= remembered_functions) return profile_.functions[function];
    if (function >= places_.size()) places_.resize(function + 1);
    if (!places_[function]) places_[function] = &profile_.functions[function];
    return *places_[function];
  }

  void leave_counter(std::size_t counter, Ticks time, std::uint32_t function, std::uint32_t id) {
    const std::size_t depth = calls_.size() - 1;
    const CounterUse& use = uses_[depth * counters_ + counter];
    if (!use.has_start || !use.has_last || use.last_time != time) return;
    const double inclusive = static_cast<double>(use.last - use.start);
    CounterSums& sums = profile_.counters[{function, id}];
    sums.inclusive += inclusive;
    sums.exclusive += inclusive - use.in_children;
    if (depth > 0) uses_[(depth - 1) * counters_ + counter].in_children += inclusive;
  }

  ProcessProfile& profile_;
  std::size_t counters_;
  std::vector<Call> calls_;
  std::vector<CounterUse> uses_;  // of every call, as many as there are counters
  std::vector<Calls*> places_;
  std::map<std::uint64_t, Collective> collectives_;
};

int power_of_two(double value) { return std::ilogb(value); }

// The visitor of one thread.
class EventCollector {
 public:
  EventCollector(const Vocabulary& words, const std::vector<std::uint32_t>& counter_ids)
      : words_(words), counter_ids_(counter_ids) {}

  Collected& collected() { return collected_; }

  void operator()(const At& at, const otf::Enter& record) { process(at).enter(at.time, record.function); }
  void operator()(const At& at, const otf::Leave&) { process(at).leave(at.time, counter_ids_); }
  void operator()(const At& at, const otf::Counter& record) {
    const auto found = std::ranges::lower_bound(counter_ids_, record.counter);
    if (found != counter_ids_.end() && *found == record.counter)
      process(at).sample(at.time, static_cast<std::size_t>(found - counter_ids_.begin()), record.value);
  }
  void operator()(const At& at, const otf::SendMsg& record) {
    Traffic& sum = process(at).profile().messages[record.receiver];
    ++sum.sends;
    sum.sent_bytes += record.length;
    LengthStatistics& length = collected_.lengths[record.length];
    ++length.count;
    const Ticks duration = transfer_time(at);
    if (duration == 0) return;
    sum.send_ticks += duration;
    length.add_time(duration);
    if (record.length == 0) return;
    const double rate = record.length * static_cast<double>(words_.ticks_per_second) / static_cast<double>(duration);
    ++collected_.rates[{power_of_two(record.length), power_of_two(rate)}];
  }
  void operator()(const At& at, const otf::RecvMsg& record) {
    process(at).profile().messages[record.send_proc].add({.receives = 1, .received_bytes = record.length});
  }
  void operator()(const At& at, const otf::BeginCollectiveOperation& record) {
    process(at).begin_collective(at, record);
  }
  void operator()(const At& at, const otf::EndCollectiveOperation& record) {
    process(at).end_collective(at, record, words_);
  }
  void unknown(const At&, std::string_view) {}
  void finish_stream() {
    processes_.clear();
    last_ = nullptr;
  }

 private:
  // 0 if it is not known.
  Ticks transfer_time(const At& at) const {
    if (at.values.empty() || !words_.received_time) return 0;
    const auto* const received = at.values.find(*words_.received_time);
    return received && received->type == otf::ValueType::uint64 && received->bits > at.time ? received->bits - at.time
                                                                                            : 0;
  }

  ProcessCollector& process(const At& at) {
    if (last_ && at.process == last_process_) [[likely]]
      return *last_;
    auto found = processes_.find(at.process);
    if (found == processes_.end())
      found = processes_.try_emplace(at.process, collected_.processes[at.process], counter_ids_.size()).first;
    last_process_ = at.process;
    last_ = &found->second;
    return *last_;
  }

  const Vocabulary& words_;
  const std::vector<std::uint32_t>& counter_ids_;  // ascending
  Collected collected_;
  std::unordered_map<ProcessId, ProcessCollector> processes_;
  ProcessId last_process_ = 0;
  ProcessCollector* last_ = nullptr;
};

void merge(Collected& sum, Collected&& part) {
  sum.processes.merge(std::move(part.processes));
  for (const auto& [length, statistics] : part.lengths) sum.lengths[length].add(statistics);
  for (const auto& [powers, count] : part.rates) sum.rates[powers] += count;
}

}  // namespace

Result<Collected> collect_events(otf::TraceReader& trace, const Vocabulary& words, const Progress& progress) {
  std::vector<std::uint32_t> counter_ids;
  for (const auto& [id, name] : words.counters) counter_ids.push_back(id);
  std::vector<EventCollector> collectors(thread_count(0), EventCollector(words, counter_ids));
  WEFT_TRY(read_streams(trace, progress, [&](std::size_t worker) -> EventCollector& { return collectors[worker]; }));
  Collected collected;
  for (auto& collector : collectors) merge(collected, std::move(collector.collected()));
  return collected;
}

}  // namespace weft::cli::otf_tools::profile
