// SPDX-License-Identifier: BSD-3-Clause
// OpenSet: operations that begin, may be asked about, and end, tied together by a key: requests, I/O operations. Most
// do so on one location and are settled there. What does not pair up is kept and settled for the whole process, because
// another thread may have ended what this one began.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "check/findings.hpp"
#include "model/event_types.hpp"

namespace weft::check {

// What is left to settle. `begin_again` says that the location had the same key open already; it comes before the
// `begin` of the same event.
enum class Step : std::uint8_t { begin_again, begin, ask, end };

template <class Key>
struct Unsettled {
  Key key;
  Step step;
  Place at;
  LocationRef location;
  Kind kind;
};

template <class Key, class Info, class Hash = std::hash<Key>>
class OpenSet {
 public:
  struct Open {
    Place at;
    Kind kind;
    Info info;
  };

  explicit OpenSet(LocationRef location) : location_(location) {}

  void begin(const Key& key, Kind kind, const Place& at, const Info& info) {
    const auto [place, is_new] = open_.try_emplace(key, Open{at, kind, info});
    if (is_new) return;
    keep(key, Step::begin, place->second.kind, place->second.at);
    keep(key, Step::begin_again, kind, at);
    place->second = {at, kind, info};
  }
  void ask(const Key& key, Kind kind, const Place& at) {
    if (!open_.contains(key)) keep(key, Step::ask, kind, at);
  }
  std::optional<Open> end(const Key& key, Kind kind, const Place& at) {
    const auto found = open_.find(key);
    if (found == open_.end()) {
      keep(key, Step::end, kind, at);
      return std::nullopt;
    }
    const Open open = found->second;
    open_.erase(found);
    return open;
  }
  void finish() {
    for (const auto& [key, open] : open_) keep(key, Step::begin, open.kind, open.at);
    open_.clear();
  }

  std::vector<Unsettled<Key>>& unsettled() { return unsettled_; }

 private:
  void keep(const Key& key, Step step, Kind kind, const Place& at) {
    unsettled_.push_back({key, step, at, location_, kind});
  }

  LocationRef location_;
  std::unordered_map<Key, Open, Hash> open_;
  std::vector<Unsettled<Key>> unsettled_;
};

// What became of the steps of one process.
template <class Key>
struct Settling {
  std::function<void(const Unsettled<Key>& begun)> never_ended;
  std::function<void(const Unsettled<Key>& step)> not_begun;
  std::function<void(const Unsettled<Key>& begun, const Unsettled<Key>& again)> begun_twice;
};

// Goes through the steps of all threads of a process in order of time. Threads may begin and end something at one and
// the same time, so a step that finds nothing begun waits for all others of its time.
template <class Key>
class Settler {
 public:
  explicit Settler(const Settling<Key>& result) : result_(result) {}

  void run(std::vector<Unsettled<Key>>& steps) {
    std::ranges::sort(
        steps, {}, [](const Unsettled<Key>& s) { return std::tuple(s.at.time, s.location, s.at.event, s.step); });
    for (const Unsettled<Key>& step : steps) {
      if (!waiting_.empty() && waiting_.front()->at.time != step.at.time) give_up_waiting();
      if (!take(step)) waiting_.push_back(&step);
    }
    give_up_waiting();
    for (const auto& [key, begun] : open_) result_.never_ended(begun);
  }

 private:
  bool take(const Unsettled<Key>& step) {
    const auto found = open_.find(step.key);
    const bool is_open = found != open_.end();
    if (step.step == Step::ask || step.step == Step::end) {
      if (is_open && step.step == Step::end) open_.erase(found);
      return is_open;
    }
    if (is_open) result_.begun_twice(found->second, step);
    if (step.step == Step::begin)
      open_.insert_or_assign(step.key, step);
    else if (is_open)
      open_.erase(found);
    return true;
  }

  void give_up_waiting() {
    for (const Unsettled<Key>* step : waiting_)
      if (!take(*step)) result_.not_begun(*step);
    waiting_.clear();
  }

  const Settling<Key>& result_;
  std::map<Key, Unsettled<Key>> open_;
  std::vector<const Unsettled<Key>*> waiting_;
};

}  // namespace weft::check
