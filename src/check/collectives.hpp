// SPDX-License-Identifier: BSD-3-Clause
// Rules on collective operations: all members of a communicator take part in the same operations in the same order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "check/findings.hpp"
#include "check/messages.hpp"
#include "check/requests.hpp"
#include "model/communicators.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule collective_count{"collective-count",
    "The members of a communicator took part in different numbers of collective operations.",
    "Events of some members were lost, or recording was off for a while on some of them."};
inline constexpr Rule collective_mismatch{"collective-mismatch",
    "The members of a communicator disagree about a collective operation or its root.",
    "From there on the operations of the two members cannot be matched; only the first disagreement is told."};

inline constexpr Rule collective_rules[] = {collective_count, collective_mismatch};

// The part a location took in a collective operation.
struct Participation {
  Ticks time = 0;           // when it began
  std::uint64_t event = 0;  // that began it
  std::uint32_t root = 0;
  CollectiveOp operation{};
};

// The collective operations of one location.
class Collectives {
 public:
  Collectives(const Definitions& definitions, const Communicators& communicators, LocationRef location,
      Requests& requests, Findings& findings)
      : definitions_(definitions),
        communicators_(communicators),
        requests_(requests),
        findings_(findings),
        views_(communicators, location) {}

  void see(const evt::MpiCollectiveBegin&, const Place& at) { begun_ = at; }
  void see(const evt::MpiCollectiveEnd& e, const Place& at);
  void see(const evt::NonBlockingCollectiveRequest& e, const Place& at) { requests_.start(e, at); }
  void see(const evt::NonBlockingCollectiveComplete& e, const Place& at);

  struct Log {
    Endpoint self = no_endpoint;
    std::vector<Participation> operations;
  };
  std::map<CommRef, Log>& logs() { return logs_; }
  std::uint64_t count() const { return count_; }

 private:
  template <class E>
  void add(const E& e, const Place& at, const Place& begun);

  const Definitions& definitions_;
  const Communicators& communicators_;
  Requests& requests_;
  Findings& findings_;
  Views views_;
  std::optional<Place> begun_;
  std::map<CommRef, Log> logs_;
  std::uint64_t count_ = 0;
};

// Compares what the members of each communicator did. Takes the logs of all locations.
void compare_collectives(const Definitions& definitions, const Communicators& communicators,
    std::span<Collectives* const> locations, Findings& findings);

}  // namespace weft::check
