// SPDX-License-Identifier: BSD-3-Clause
// Unifier: the definitions of the processes of a run become those of one trace. Each process has ids of its own; equal
// things become one, and each process gets a map from its ids to those of the trace.
//
//   Unifier unifier;
//   for (...) maps.push_back(unifier.add(definitions_of_process));
//   Unified unified = unifier.finish();
//
// What is equal, besides having the same content: communicators of the same name and size in several processes, of
// which each process knows some members (rosters.hpp). What is never equal: location groups, and I/O handles unless
// they were open before the program began or stand for those of all processes. Locations keep their ids.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/otf2/local_definitions.hpp"
#include "formats/otf2/rosters.hpp"
#include "model/definitions.hpp"

namespace weft::otf2 {

// Every kind of definition behind the kinds it refers to: the order of a global definition file.
using DefinitionsInOrder = TypeList<def::ClockProperties, def::String, def::Paradigm, def::IoParadigm, def::Attribute,
    def::SystemTreeNode, def::LocationGroup, def::Location, def::Region, def::Callsite, def::Callpath,
    def::SourceCodeLocation, def::CallingContext, def::InterruptGenerator, def::Parameter, def::MetricMember,
    def::MetricClass, def::Group, def::Comm, def::InterComm, def::MetricInstance, def::RmaWin, def::CartDimension,
    def::CartTopology, def::IoRegularFile, def::IoDirectory, def::IoHandle, def::ParadigmProperty,
    def::MetricClassRecorder, def::SystemTreeNodeProperty, def::SystemTreeNodeDomain, def::LocationGroupProperty,
    def::LocationProperty, def::CartCoordinate, def::CallingContextProperty, def::IoFileProperty,
    def::IoPreCreatedHandleState, def::CallpathParameter>;

// How the ids of one process translate. Ids it does not define stay as they are.
class ProcessMaps {
 public:
  template <class Id>
  Id global(Id local) const {
    return {static_cast<typename Id::rep>(of_space(Id::space::number).global(local.value))};
  }

  // Empty if nothing of this type changes.
  IdMap table(MappingType type) const;

 private:
  friend class Unifier;
  struct Pairs {
    IdMapMode mode = IdMapMode::sparse;
    std::vector<IdPair> entries;
  };
  IdMap of_space(std::size_t space) const { return {spaces_[space].mode, spaces_[space].entries}; }

  std::array<Pairs, id_spaces> spaces_;
};

struct Unified {
  Definitions definitions;
  std::vector<std::string> lost;  // what could not be known, in sentences
};

class Unifier {
 public:
  // The ids of the process that is added first stay as they are, except those of groups if it has communicators and no
  // COMM_LOCATIONS group. Clock properties are left out: they are not a matter
  // of ids. References to what the process does not define become undefined, except to locations.
  ProcessMaps add(const Definitions& process);

  Unified finish();

 private:
  template <class R>
  void take(const R& row);
  template <class Id>
  Id resolve(Id local);
  template <class R>
  auto unify(const R& row);
  LocationRef unify(const def::Location& location);
  GroupRef unify(const def::Group& group);
  CommRef unify(const def::Comm& communicator) { return unify_communicator(communicator); }
  CommRef unify(const def::InterComm& communicator) { return unify_communicator(communicator); }
  template <class R>
  auto unify_by_content(const R& row);
  template <class C>
  CommRef unify_communicator(const C& communicator);

  template <class R>
  R translated(const R& row);
  template <class R>
  std::string key_of(R global);
  template <class R>
  auto add_new(R row);
  GroupRef add_new(def::Group group);
  template <class Id>
  Id free_id(Id local);
  template <class Id>
  bool is_taken(Id id) const;
  void make_list_of_all(Paradigm paradigm);
  void begin(const Definitions& process);
  ProcessMaps maps() const;

  // A communicator, or what becomes one: its id, and for each of its groups the roster, if it has one.
  struct Communicator {
    CommRef self;
    std::vector<std::optional<std::size_t>> rosters;
  };
  struct Side {
    GroupRef local;
    const def::Group* group;
    std::optional<Members> members;  // none if the group is not a list of members
  };
  template <class C>
  std::vector<Side> sides_of(const C& communicator);
  const Communicator* find_communicator(
      const std::vector<Communicator>& candidates, const std::vector<Side>& sides) const;
  std::vector<std::optional<std::size_t>> rosters_for(const std::vector<Side>& sides);

  Definitions unified_;
  Rosters rosters_;
  std::map<GroupRef, def::Group> groups_;  // of the trace, all but the rosters; their lists are in memory_
  Arena memory_;
  bool is_first_ = true;
  std::array<std::uint64_t, id_spaces> next_id_{};
  // By kind of definition: from content, without its id, to id. What has no id is there as well, with nothing.
  std::array<std::unordered_map<std::string, std::uint64_t>, DefinitionTypes::size> known_;
  // Equal things of the first process, which keep their ids all the same: from id to that of the one that is known.
  std::array<std::unordered_map<std::uint64_t, std::uint64_t>, id_spaces> twins_;
  // By name and size: several if their members contradict each other, or one process has several.
  std::unordered_map<std::string, std::vector<Communicator>> communicators_;
  std::uint64_t too_deep_ = 0;

  // Of the process at hand.
  const Definitions* process_ = nullptr;
  Everybody everybody_;
  std::array<std::unordered_map<std::uint64_t, std::uint64_t>, id_spaces> maps_;
  std::unordered_map<std::string, std::uint64_t> occurrences_;
  std::set<CommRef> claimed_;                        // communicators of the trace that it has already
  std::unordered_map<GroupRef, CommRef> users_;      // the communicator that says what a group is
  std::unordered_map<GroupRef, std::size_t> lists_;  // the rosters its groups have become
  int depth_ = 0;
  Arena scratch_;
};

}  // namespace weft::otf2
