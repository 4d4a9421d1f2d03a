// SPDX-License-Identifier: BSD-3-Clause
// FromModel: what the definitions of a trace say to those who write its events as OTF. Traces that were OTF before
// bring their own definitions along (see vocabulary.hpp); for all others they are made up, a token being an id and one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/otf/local_tokens.hpp"
#include "formats/otf/token_table.hpp"
#include "formats/otf/vocabulary.hpp"
#include "formats/otf/writer.hpp"
#include "model/definitions.hpp"
#include "model/loss_report.hpp"

namespace weft::otf {

class FromModel {
 public:
  explicit FromModel(const Definitions& definitions);

  // Into the global definition and marker files.
  Result<> define(StreamWriter& out, LossReport& loss) const;
  // The streams that had definitions of their own, and these definitions.
  std::vector<StreamId> local_streams() const;
  Result<> define_local(StreamId stream, StreamWriter& out) const;
  // The stream that had this location, if it was not the one that writers choose.
  std::optional<StreamId> stream_of(LocationRef location) const;
  // How events of a location that had this stream spell tokens; null: as they are.
  const TokenNames* tokens_in(StreamId stream) const { return local_tokens_.tokens_in(stream); }

  const Definitions& definitions() const { return definitions_; }
  bool was_otf() const { return was_otf_; }
  ProcessId process_of(LocationRef location) const;
  const std::map<LocationRef, ProcessId>& processes() const { return processes_; }
  bool has_bare_leaves(LocationRef location) const { return bare_.contains(location); }

  std::uint32_t function(RegionRef region) const;
  std::uint32_t source(std::uint64_t id) const {
    return was_otf_ ? tokens_.sources.token_of(static_cast<std::uint32_t>(id)) : 0;
  }
  std::uint32_t collective(CollectiveOp op) const { return static_cast<std::uint32_t>(op) + 1; }

  // The process group of a communicator; 0 where it stands for all processes.
  std::uint32_t group(CommRef comm) const;
  // Whether OTF has a process group for it, and what that is called. The names hold for traces that were not OTF
  // before, as do those below.
  bool is_written(CommRef comm) const { return own_groups_.contains(comm); }
  std::string_view name_of(const def::Comm& comm) const;
  // Whether it is a group of processes, or one of functions that no other one has.
  bool is_written(const def::Group& group) const;
  bool is_of_communicator(const def::Group& group) const { return first_comms_.contains(group.self); }
  std::string_view name_of(const def::Group& group) const;
  // Whether it lists those who communicate, and these are all processes, as OTF has it.
  bool is_everybody(const def::Group& group) const {
    return group.group_type == GroupType::comm_locations && group.paradigm == Paradigm::mpi &&
           group.members.size() == processes_.size();
  }
  // Whether it is the paradigm that all handles of OTF are of.
  bool is_usual(const def::IoParadigm& paradigm) const {
    return definitions_.all<def::IoHandle>().size() && definitions_.text(paradigm.identification) == "POSIX" &&
           definitions_.text(paradigm.name) == "POSIX I/O";
  }
  // The group of a function: the one that lists it, or that of its paradigm.
  std::string group_of(const def::Region& region) const;
  // The process that is a rank as `self` sees it; 0 if there is none.
  ProcessId process_of_rank(CommRef comm, std::uint32_t rank, LocationRef self) const;

  // How many counters a metric has values of, and which; those of parameters stand behind them all.
  std::size_t counters(MetricRef metric) const;
  std::uint32_t counter(MetricRef metric, std::size_t place) const;
  std::uint32_t counter(ParameterRef parameter) const { return counters_ + parameter.value + 1; }
  std::uint64_t counter_value(std::uint32_t counter, const MetricValue& value) const;

  std::uint32_t file(IoHandleRef handle) const;
  std::uint32_t file(IoFileRef file) const { return file.defined() ? file.value + 1 : 0; }

  // What an attribute is: a field of ours, or the key of key-values.
  struct AttributeUse {
    std::string_view field;  // its name without the prefix; empty: a key
    std::uint32_t key = 0;
    bool is_character = false;
  };
  const AttributeUse* attribute(AttributeRef attribute) const;

 private:
  friend class StoredDefinitions;
  void read_stored();
  void number_processes();
  void find_members();
  void find_communicators();
  void find_function_groups();
  void find_attributes();
  const def::Group* peers(CommRef comm, LocationRef self) const;
  const def::MetricClass* class_of(MetricRef metric) const;
  template <class Kind, class Visitor>
  void each_stored(std::string_view property, Visitor&& visitor) const;
  template <class Kind>
  Result<> write_stored(std::string_view property, StreamWriter& out) const;
  Result<> define_anew(StreamWriter& out) const;
  Result<> define_processes(StreamWriter& out) const;
  Result<> define_groups(StreamWriter& out) const;
  Result<> define_functions(StreamWriter& out) const;
  Result<> define_counters(StreamWriter& out) const;
  Result<> define_keys(StreamWriter& out) const;

  const Definitions& definitions_;
  bool was_otf_ = false;
  LocalTokens local_tokens_;
  TokenTables tokens_;
  std::uint32_t counters_ = 0;                                               // the largest that a metric has
  std::unordered_map<std::uint32_t, CounterProperties> counter_properties_;  // by token
  std::unordered_map<std::uint32_t, std::uint32_t> key_types_;
  std::map<LocationRef, ProcessId> processes_;
  std::map<LocationRef, std::uint64_t> bare_;
  std::map<LocationRef, StreamId> streams_;
  std::unordered_map<std::uint32_t, std::vector<ProcessId>> members_;  // of groups of processes
  std::map<Paradigm, const def::Group*> participants_;
  std::map<GroupRef, const def::Comm*> first_comms_;             // of groups that communicators are of
  std::map<CommRef, std::uint32_t> own_groups_;                  // tokens of process groups
  std::unordered_map<std::uint64_t, const def::Group*> listed_;  // regions, by the first group that has them
  std::unordered_map<std::uint32_t, AttributeUse> attributes_;
};

}  // namespace weft::otf
