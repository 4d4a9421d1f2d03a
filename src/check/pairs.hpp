// SPDX-License-Identifier: BSD-3-Clause
// Rules on events that come in pairs on one location: fork and join, begin and end.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "check/findings.hpp"
#include "check/open_stack.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule team_pairs{"team-pairs", "The begin and end events of a thread team do not pair up.",
    "A location leaves each team it joined, the last one first."};
inline constexpr Rule fork_join_pairs{"fork-join-pairs", "The fork and join events of a location do not pair up.",
    "Each fork is followed by one join of the same paradigm."};
inline constexpr Rule collective_pairs{"collective-pairs",
    "The begin and end events of collective operations do not pair up.",
    "Each collective operation begins and ends once; they do not nest."};
inline constexpr Rule rma_collective_pairs{"rma-collective-pairs",
    "The begin and end events of collective operations on windows do not pair up.",
    "Each collective operation begins and ends once; they do not nest."};

inline constexpr Rule pair_rules[] = {team_pairs, fork_join_pairs, collective_pairs, rma_collective_pairs};

// An operation that begins, ends, and does not nest.
class Interval {
 public:
  Interval(const Rule& rule, std::string_view what) : rule_(rule), what_(what) {}
  void begin(const Place& at, Findings& findings);
  void end(const Place& at, Findings& findings);
  void finish(Findings& findings) const;

 private:
  const Rule& rule_;
  std::string_view what_;
  std::optional<std::uint64_t> open_;
};

class Pairs {
 public:
  Pairs(const Definitions& definitions, Findings& findings) : definitions_(definitions), findings_(findings) {}

  void see(const evt::ThreadTeamBegin& e, const Place& at) { teams_.open(e.thread_team, at.event); }
  void see(const evt::ThreadTeamEnd& e, const Place& at);
  void see(const evt::ThreadFork& e, const Place& at) { forks_.open(e.model, at.event); }
  void see(const evt::ThreadJoin& e, const Place& at) { join(e.model, at); }
  void see(const evt::OmpFork&, const Place& at) { forks_.open(Paradigm::openmp, at.event); }
  void see(const evt::OmpJoin&, const Place& at) { join(Paradigm::openmp, at); }
  void see(const evt::MpiCollectiveBegin&, const Place& at) { collective_.begin(at, findings_); }
  void see(const evt::MpiCollectiveEnd&, const Place& at) { collective_.end(at, findings_); }
  void see(const evt::RmaCollectiveBegin&, const Place& at) { rma_collective_.begin(at, findings_); }
  void see(const evt::RmaCollectiveEnd&, const Place& at) { rma_collective_.end(at, findings_); }
  void finish();

 private:
  void join(Paradigm model, const Place& at);

  const Definitions& definitions_;
  Findings& findings_;
  OpenStack<CommRef> teams_;
  OpenStack<Paradigm> forks_;
  Interval collective_{collective_pairs, "collective operation"};
  Interval rma_collective_{rma_collective_pairs, "collective operation on a window"};
};

}  // namespace weft::check
