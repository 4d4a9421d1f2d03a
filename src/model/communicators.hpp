// SPDX-License-Identifier: BSD-3-Clause
// Communicators: which locations the ranks in events stand for. A rank is a position in the group of its communicator;
// that group lists positions in the COMM_LOCATIONS group of its paradigm, which lists locations. With the flag
// GLOBAL_MEMBERS ranks are positions in the COMM_LOCATIONS group already. In an inter-communicator ranks count on the
// other side. A thread that is not a member itself speaks for the member in its process.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/definitions.hpp"

namespace weft {

// A location by its place among all locations, sorted by id.
using Endpoint = std::uint32_t;
inline constexpr Endpoint no_endpoint = ~Endpoint{0};

class Communicators {
 public:
  // How a location sees a communicator.
  struct View {
    bool known = false;   // the communicator and its groups can be resolved
    bool member = false;  // the location, or its process, belongs to it
    Endpoint self = no_endpoint;
    const def::Group* peers = nullptr;  // whose ranks events name
  };

  explicit Communicators(const Definitions& definitions);

  View view(CommRef comm, LocationRef location) const;
  // Nothing when the communicator has no such rank; no_endpoint when what it stands for is not defined.
  std::optional<Endpoint> resolve(const View& view, std::uint32_t rank) const;
  // All members in order of rank, of both sides; empty for COMM_SELF and for what cannot be resolved.
  std::vector<Endpoint> members(CommRef comm) const;
  bool is_inter(CommRef comm) const { return definitions_.find<def::InterComm>(comm) != nullptr; }
  std::optional<Paradigm> paradigm(CommRef comm) const;

  LocationRef location(Endpoint endpoint) const { return locations_[endpoint]; }

 private:
  // A COMM_LOCATIONS group.
  struct Participants {
    std::vector<Endpoint> endpoints;  // by position
    std::unordered_map<LocationRef, std::uint32_t> by_location;
    std::unordered_map<LocationGroupRef, std::uint32_t> by_process;
  };

  Endpoint endpoint(LocationRef location) const;
  void add_participants(const def::Group& group);
  const Participants* participants(const def::Group& group) const;
  // The position of a location, or of its process, among the participants.
  std::optional<std::uint32_t> position(const Participants& participants, LocationRef location) const;
  bool contains(const def::Group& group, LocationRef location) const;
  Endpoint self(const def::Group& group, LocationRef location) const;
  void append_members(const def::Group& group, std::vector<Endpoint>& out) const;

  const Definitions& definitions_;
  std::vector<LocationRef> locations_;  // sorted
  std::map<Paradigm, Participants> participants_;
};

// The views of one location on its communicators.
class Views {
 public:
  Views(const Communicators& communicators, LocationRef location)
      : communicators_(communicators), location_(location) {}

  const Communicators::View& operator[](CommRef comm) {
    if (comm != last_ || !view_) {
      last_ = comm;
      const auto [place, is_new] = views_.try_emplace(comm);
      if (is_new) place->second = communicators_.view(comm, location_);
      view_ = &place->second;
    }
    return *view_;
  }

 private:
  const Communicators& communicators_;
  LocationRef location_;
  CommRef last_;
  const Communicators::View* view_ = nullptr;
  std::unordered_map<CommRef, Communicators::View> views_;
};

}  // namespace weft
