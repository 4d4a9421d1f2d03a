// SPDX-License-Identifier: BSD-3-Clause
// Joiner: the definitions of many traces become those of one. Each trace has ids of its own; what is equal becomes one,
// everything else gets an id that is free, and each trace gets a map from its ids to the new ones.
//
// What is equal: definitions with the same content, where the second of one trace is the second of another. Processes,
// locations, communicators, windows and handles are equal only if all traces are parts of one run, and have the same id
// then. Of each paradigm there is one list of all locations that communicate, and one group of each location alone.
// The ids of the trace that is added first stay as they are.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/arena.hpp"
#include "model/definitions.hpp"

namespace weft {

// How the ids of one trace translate. Ids that it does not define become undefined: they would name something else.
class IdMaps {
 public:
  template <class Id>
  Id operator()(Id local) const {
    const auto& map = spaces_[Id::space::number];
    if (local.value < map.dense.size()) return {static_cast<typename Id::rep>(map.dense[local.value])};
    const auto found = map.sparse.find(local.value);
    return found == map.sparse.end() ? Id{} : Id{static_cast<typename Id::rep>(found->second)};
  }
  // As the number that it is in columns of events.
  std::uint64_t translate(std::size_t space, std::uint64_t local) const {
    const auto& map = spaces_[space];
    if (local < map.dense.size()) return map.dense[static_cast<std::size_t>(local)];
    const auto found = map.sparse.find(local);
    return found == map.sparse.end() ? ~std::uint64_t{0} : found->second;
  }

 private:
  friend class Joiner;
  struct Space {
    std::vector<std::uint64_t> dense;
    std::unordered_map<std::uint64_t, std::uint64_t> sparse;
  };
  std::array<Space, id_spaces> spaces_;
};

class Joiner {
 public:
  // `is_one_run`: all traces are parts of one. `drops_own_words`: what formats said in words of their own is left out.
  Joiner(bool is_one_run, bool drops_own_words) : is_one_run_(is_one_run), drops_own_words_(drops_own_words) {}

  // Clock properties are left out: they are not a matter of ids.
  IdMaps add(const Definitions& trace);

  // All definitions, behind `clock`.
  Definitions finish(const def::ClockProperties& clock);

 private:
  template <class R>
  void take(const R& row);
  template <class Id>
  Id resolve(Id local);
  template <class R>
  auto join(const R& row);
  GroupRef join(const def::Group& group);
  GroupRef join_list_of_all(const def::Group& group);
  template <class R>
  R translated(const R& row);
  template <class R>
  std::string key_of(const R& row, const R& global);
  template <class Id>
  Id free_id(Id local);
  std::uint64_t position_of(Paradigm paradigm, LocationRef location);

  // The locations that communicate by one paradigm.
  struct ListOfAll {
    def::Group group;
    std::vector<std::uint64_t> members;
    std::unordered_map<std::uint64_t, std::uint64_t> positions;
  };

  bool is_one_run_;
  bool drops_own_words_;
  bool is_first_ = true;
  Definitions joined_;
  std::vector<def::Group> groups_;  // all but the lists of all; their members are in memory_
  std::map<Paradigm, ListOfAll> lists_;
  std::map<Paradigm, GroupRef> selves_;
  std::unordered_map<std::string, std::uint64_t> known_;  // from content to id
  std::array<std::unordered_set<std::uint64_t>, id_spaces> taken_;
  std::array<std::uint64_t, id_spaces> next_id_{};
  Arena memory_;

  // Of the trace at hand.
  const Definitions* trace_ = nullptr;
  std::map<Paradigm, const def::Group*> trace_lists_;
  std::array<std::unordered_map<std::uint64_t, std::uint64_t>, id_spaces> maps_;
  std::unordered_map<std::string, std::uint64_t> occurrences_;
  int depth_ = 0;
  Arena scratch_;
};

}  // namespace weft
