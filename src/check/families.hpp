// SPDX-License-Identifier: BSD-3-Clause
// Rules on families of records: some exclude one another, some are superseded.
#pragma once

#include <array>
#include <cstdint>

#include "check/findings.hpp"
#include "model/communicators.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule mixed_openmp{"mixed-openmp-events",
    "A location has both the old OpenMP events and the thread events of paradigm OPENMP.",
    "OmpFork and its family are superseded by ThreadFork and its family; a recorder writes one of them."};
inline constexpr Rule mixed_regions{"mixed-region-events",
    "A location has both enter and leave events and those of calling contexts.",
    "CallingContextEnter and CallingContextLeave replace Enter and Leave; a recorder writes one of them."};
inline constexpr Rule deprecated{"deprecated-record", "A record is used that has been superseded.",
    "Callsite gave way to CallingContext, OmpFork and its family to ThreadFork and its family; tools may ignore the "
    "old ones."};

inline constexpr Rule family_rules[] = {mixed_openmp, mixed_regions, deprecated};

void check_deprecated_definitions(const Definitions& definitions, Findings& findings);

// The kinds of events on one location.
class Families {
 public:
  explicit Families(const Communicators& communicators) : communicators_(communicators) {}

  void count(Kind kind) { ++counts_[static_cast<std::size_t>(kind)]; }
  void see(const evt::ThreadFork& e, const Place&) { thread_event(e.model); }
  void see(const evt::ThreadJoin& e, const Place&) { thread_event(e.model); }
  void see(const evt::ThreadAcquireLock& e, const Place&) { thread_event(e.model); }
  void see(const evt::ThreadReleaseLock& e, const Place&) { thread_event(e.model); }
  void see(const evt::ThreadTeamBegin& e, const Place&) { team_event(e.thread_team); }
  void see(const evt::ThreadTaskCreate& e, const Place&) { team_event(e.thread_team); }
  void see(const evt::ThreadTaskSwitch& e, const Place&) { team_event(e.thread_team); }
  void see(const evt::ThreadTaskComplete& e, const Place&) { team_event(e.thread_team); }
  void finish(Findings& findings) const;

 private:
  void thread_event(Paradigm model) { openmp_threads_ += model == Paradigm::openmp; }
  void team_event(CommRef team) { openmp_threads_ += communicators_.paradigm(team) == Paradigm::openmp; }
  std::uint64_t operator[](Kind kind) const { return counts_[static_cast<std::size_t>(kind)]; }

  const Communicators& communicators_;
  std::array<std::uint64_t, EventTypes::size> counts_{};
  std::uint64_t openmp_threads_ = 0;
};

}  // namespace weft::check
