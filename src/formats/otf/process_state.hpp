// SPDX-License-Identifier: BSD-3-Clause
// ProcessState: what is going on in a process after some of its events: the calls, messages on their way, open files,
// collective and file operations, and the last values of its counters (docs/formats/otf.md, section 10.1). The C
// library and whatever writes snapshots keep it; each has a `Note` that stays with an event as long as that is of
// interest.
#pragma once

#include <list>
#include <optional>

#include "formats/otf/hash_ordered.hpp"
#include "formats/otf/line_schema.hpp"

namespace weft::otf {

// Things that are under way, by their ids, in the order in which they began.
template <class T>
class UnderWay {
 public:
  // One that has begun with the same id is over.
  void begin(std::uint64_t id, T item) {
    end(id);
    items_.push_back(std::move(item));
    by_id_.emplace(id, std::prev(items_.end()));
  }
  T* find(std::uint64_t id) {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : &*found->second;
  }
  bool end(std::uint64_t id) {
    const auto found = by_id_.find(id);
    if (found == by_id_.end()) return false;
    items_.erase(found->second);
    by_id_.erase(found);
    return true;
  }
  void clear() {
    items_.clear();
    by_id_.clear();
  }
  const std::list<T>& items() const { return items_; }

 private:
  std::list<T> items_;
  std::unordered_map<std::uint64_t, typename std::list<T>::iterator> by_id_;
};

// What is known of the other end of a message.
struct Received {
  Ticks time = 0;
  std::uint32_t length = 0;
  std::uint32_t source = 0;
};

// Where a message goes.
struct Route {
  std::uint32_t receiver = 0;
  std::uint32_t group = 0;
  std::uint32_t tag = 0;

  auto operator<=>(const Route&) const = default;
};

// The receives of one route, oldest first.
class ReceiveQueue {
 public:
  bool empty() const { return next_ == receives_.size(); }
  void push(const Received& received) {
    if (next_ > receives_.size() / 2) {
      receives_.erase(receives_.begin(), receives_.begin() + static_cast<std::ptrdiff_t>(next_));
      next_ = 0;
    }
    receives_.push_back(received);
  }
  Received pop() { return receives_[next_++]; }

 private:
  std::vector<Received> receives_;
  std::size_t next_ = 0;
};

struct RouteHash {
  std::size_t operator()(const Route& route) const {
    const std::uint64_t mixed = (std::uint64_t{route.receiver} << 32 | route.tag) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>((mixed ^ mixed >> 32 ^ route.group) * 0x9e3779b97f4a7c15u);
  }
};

template <class Note>
class ProcessState {
 public:
  struct Call {
    Ticks time;
    std::uint32_t function;
    std::uint32_t source;
    Note note;
  };
  struct Message {
    Ticks time;
    Route route;
    std::uint32_t length;
    std::uint32_t source;
    Received received;
    Note note;
  };
  struct OpenFile {
    Ticks time;
    std::uint32_t file;
    std::uint64_t handle;
    std::uint32_t source;
    Note note;
  };
  struct Collective {
    Ticks time;
    std::uint32_t collective;
    std::uint64_t matching_id;
    std::uint32_t group;
    std::uint32_t root;
    std::uint64_t sent;
    std::uint64_t received;
    std::uint32_t source;
    Note note;
  };
  struct FileOperation {
    Ticks time;
    std::uint64_t matching_id;
    std::uint32_t source;
    Note note;
  };
  struct CounterValue {
    Ticks time = 0;
    std::uint64_t value = 0;
    Note note;
  };

  ProcessState() = default;
  ProcessState(const ProcessState&) = delete;  // what is under way is referred to
  ProcessState& operator=(const ProcessState&) = delete;

  // Lets go of all notes, in the order of the reference.
  void clear() {
    while (leave()) {
    }
    messages_.clear();
    files_.clear();
    collectives_.clear();
    file_operations_.clear();
    counters_.each([](std::uint32_t, CounterValue& counter) {
      counter.note = Note();
      return true;
    });
  }

  void enter(Call call) { calls_.push_back(std::move(call)); }
  // Whatever function is named, the innermost call ends.
  bool leave() {
    if (calls_.empty()) return false;
    calls_.pop_back();
    return true;
  }

  // All receives of this process's messages, in order of time, before its sends.
  void expect(const Route& route, const Received& received) { receives_[route].push(received); }
  // The receive of the message that is sent next on this route.
  std::optional<Received> match(const Route& route) {
    const auto queue = receives_.find(route);
    if (queue == receives_.end()) return std::nullopt;
    const Received received = queue->second.pop();
    if (queue->second.empty()) receives_.erase(queue);
    return received;
  }
  void send(Message message) { messages_.push_back(std::move(message)); }

  void open_file(OpenFile file) { files_.begin(file.handle, std::move(file)); }
  bool close_file(std::uint64_t handle) { return files_.end(handle); }

  void count_collective(std::uint32_t group) { ++collective_counts_.get(group); }
  void begin_collective(Collective collective) { collectives_.begin(collective.matching_id, std::move(collective)); }
  bool end_collective(std::uint64_t matching_id) {
    const Collective* const begun = collectives_.find(matching_id);
    if (!begun) return false;
    count_collective(begun->group);
    return collectives_.end(matching_id);
  }

  void begin_file_operation(FileOperation operation) {
    file_operations_.begin(operation.matching_id, std::move(operation));
  }
  bool end_file_operation(std::uint64_t matching_id) { return file_operations_.end(matching_id); }

  void count(std::uint32_t counter, CounterValue value) { counters_.get(counter) = std::move(value); }

  // Parts of a snapshot in their order: write(item) for each, until it says false.
  template <class Write>
  bool each_call(Write&& write) const {
    return std::ranges::all_of(calls_, write);
  }
  // Messages that have arrived before are forgotten.
  template <class Write>
  bool each_message(Ticks time, Write&& write) {
    std::erase_if(messages_, [&](const Message& message) { return message.received.time < time; });
    return std::ranges::all_of(messages_, write);
  }
  template <class Write>
  bool each_file(Write&& write) const {
    return std::ranges::all_of(files_.items(), write);
  }
  template <class Write>
  bool each_collective(Write&& write) const {
    return std::ranges::all_of(collectives_.items(), write);
  }
  // write(group, count)
  template <class Write>
  bool each_collective_count(Write&& write) {
    return collective_counts_.each(write);
  }
  template <class Write>
  bool each_file_operation(Write&& write) const {
    return std::ranges::all_of(file_operations_.items(), write);
  }
  // write(counter, value)
  template <class Write>
  bool each_counter(Write&& write) {
    return counters_.each(write);
  }

  // For a thumbnail: the function in which the process is at each of some times, 0 for none.
  void sample(std::size_t times) {
    if (samples_.empty()) samples_.assign(times, 0);
  }
  bool is_sampled() const { return !samples_.empty(); }
  void take_sample(std::size_t i) {
    if (i < samples_.size()) samples_[i] = calls_.empty() ? 0 : calls_.back().function;
  }
  std::span<const std::uint32_t> samples() const { return samples_; }

 private:
  static constexpr std::uint32_t group_buckets = 256, counter_buckets = 16;

  std::vector<Call> calls_;
  std::unordered_map<Route, ReceiveQueue, RouteHash> receives_;
  std::vector<Message> messages_;
  UnderWay<OpenFile> files_;
  UnderWay<Collective> collectives_;
  HashOrdered<std::uint32_t, std::uint64_t, group_buckets> collective_counts_;
  UnderWay<FileOperation> file_operations_;
  HashOrdered<std::uint32_t, CounterValue, counter_buckets> counters_;
  std::vector<std::uint32_t> samples_;
};

}  // namespace weft::otf
