// SPDX-License-Identifier: BSD-3-Clause
// Rosters: who takes part in the communicators of a run. Each process knows some members of a communicator; together
// they may know all. What comes out are groups as OTF2 has them: one COMM_LOCATIONS group a paradigm, and COMM_GROUPs
// of positions in it (docs/formats/otf2.md, section 8.1).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/definitions.hpp"

namespace weft::otf2 {

using Members = std::vector<std::uint64_t>;  // locations; ~0 for those nobody has named yet

inline constexpr std::uint64_t nobody = ~std::uint64_t{0};

// The list of all that a process has for each paradigm: its COMM_LOCATIONS group that is not that of a communicator.
using Everybody = std::map<Paradigm, const def::Group*>;
Everybody everybody_in(const Definitions& process);

// The members of a group of a process as locations. Those of a COMM_GROUP are positions where there is a list of all,
// else they are the locations themselves.
Members locations_of(const def::Group& group, const Everybody& everybody);

class Rosters {
 public:
  // `group` gives name, paradigm and flags, and the id the roster will have. There is a list of all for its paradigm.
  std::size_t add(const def::Group& group, Members members);
  // The COMM_LOCATIONS group of a process: all of one paradigm are one in the trace. Answers its id; if it is new, the
  // one `group` has.
  GroupRef add_everybody(const def::Group& group, const Members& members);

  bool has_everybody(Paradigm paradigm) const { return everybody_.contains(paradigm); }

  GroupRef group(std::size_t roster) const { return rosters_[roster].group.self; }
  // Whether nobody has to be two at a place, and as many take part.
  bool fits(std::size_t roster, const Members& members) const;
  void fill(std::size_t roster, const Members& members);

  bool has(GroupRef id) const { return ids_.contains(id); }

  // Adds the lists of all, then the groups in order of their ids, `others` among them. Places of members nobody named
  // are given to locations that are made up; a sentence for each such roster.
  std::vector<std::string> finish(Definitions& definitions, const std::map<GroupRef, def::Group>& others);

 private:
  struct Roster {
    def::Group group;  // without its members
    Members members;
  };
  void invent_members(Roster& roster, Definitions& definitions);
  void supply_locations(const Roster& everybody, Definitions& definitions);
  Roster gather(Paradigm paradigm) const;
  LocationRef next_invented(const Definitions& definitions);
  LocationGroupRef unknown_process(Definitions& definitions);

  std::vector<Roster> rosters_;
  std::map<Paradigm, Roster> everybody_;
  std::set<GroupRef> ids_;
  std::vector<std::string> lost_;
  LocationGroupRef unknown_process_;
  std::uint32_t invented_ = 0;
};

}  // namespace weft::otf2
