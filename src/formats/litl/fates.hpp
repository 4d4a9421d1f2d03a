// SPDX-License-Identifier: BSD-3-Clause
// What becomes of records of the model that are written as LiTL, field by field (docs/formats/litl.md). Of traces that
// were LiTL's before nothing of what is said of definitions holds: they bring along what they were.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>

#include "formats/litl/vocabulary.hpp"
#include "model/definitions.hpp"
#include "model/event_types.hpp"
#include "model/fates.hpp"

namespace weft::litl {

inline constexpr auto event_fates = Fates{gone("LiTL has no such event"),
    whole<evt::Enter, evt::Leave, evt::ParameterInt, evt::ParameterUnsignedInt>(),
    of<evt::ParameterString>(carried<&evt::ParameterString::parameter>(),
        translated<&evt::ParameterString::string>("cut to what an event has room for", AsCounted{})),
    of<evt::MpiSend>(carried<&evt::MpiSend::communicator, &evt::MpiSend::msg_tag, &evt::MpiSend::msg_length>(),
        translated<&evt::MpiSend::receiver>("the number of its process in the trace", AsCounted{})),
    of<evt::MpiRecv>(carried<&evt::MpiRecv::communicator, &evt::MpiRecv::msg_tag, &evt::MpiRecv::msg_length>(),
        translated<&evt::MpiRecv::sender>("the number of its process in the trace", AsCounted{}))};

// What definitions are judged by. LiTL knows regions, communicators and parameters by their names.
class DefinitionWords {
 public:
  explicit DefinitionWords(const Definitions& definitions) : definitions_(definitions) {
    const auto note = [&](const auto& table, auto& first) {
      for (const auto& row : table) first.try_emplace(key_of(row), &row);
    };
    note(definitions.all<def::Region>(), regions_);
    note(definitions.all<def::Comm>(), comms_);
    note(definitions.all<def::Parameter>(), parameters_);
  }
  const Definitions& definitions() const { return definitions_; }
  // Whether none before it is known by the same.
  bool is_first(const def::Region& row) const { return regions_.at(key_of(row)) == &row; }
  bool is_first(const def::Comm& row) const { return comms_.at(key_of(row)) == &row; }
  bool is_first(const def::Parameter& row) const { return parameters_.at(key_of(row)) == &row; }

 private:
  using Key = std::pair<std::string_view, ParameterType>;
  template <class R>
  Key key_of(const R& row) const {
    if constexpr (requires { row.parameter_type; })
      return {definitions_.text(row.name), row.parameter_type};
    else
      return {definitions_.text(row.name), {}};
  }

  const Definitions& definitions_;
  std::map<Key, const def::Region*> regions_;
  std::map<Key, const def::Comm*> comms_;
  std::map<Key, const def::Parameter*> parameters_;
};

namespace fate {

inline constexpr auto is_first_named = [](const auto& row, const DefinitionWords& words) {
  return words.is_first(row);
};
inline constexpr std::string_view same_name = "it becomes one with another one of this name";

// Nodes of the machine but the first, and what the name of that one cannot be.
inline constexpr auto is_first = [](const def::SystemTreeNode& row, const DefinitionWords& words) {
  return row.self == words.definitions().all<def::SystemTreeNode>().begin()->self;
};
inline constexpr auto has_no_blank = [](const def::SystemTreeNode& row, const DefinitionWords& words) {
  return words.definitions().text(row.name).find(' ') == std::string_view::npos;
};
inline constexpr auto is_machine = [](const def::SystemTreeNode& row, const DefinitionWords& words) {
  return words.definitions().text(row.class_name) == "machine";
};
inline constexpr auto is_on_first_node = [](const def::LocationGroup& row, const DefinitionWords& words) {
  const auto& nodes = words.definitions().all<def::SystemTreeNode>();
  return nodes.size() == 0 || row.system_tree_parent == nodes.begin()->self;
};
inline constexpr auto is_named_by_number = [](const def::Location& row, const DefinitionWords& words) {
  return words.definitions().text(row.name) == fmt::format("thread {:#x}", row.self.value + 1);
};
// Members of a communicator of LiTL are all processes, each known by its first location.
inline constexpr auto is_of_all = [](const def::Comm& row, const DefinitionWords& words) {
  const auto* const group = words.definitions().find<def::Group>(row.group);
  return group && group->members.size() == words.definitions().all<def::LocationGroup>().size();
};

}  // namespace fate

inline constexpr auto definition_fates = Fates{gone("LiTL has no definitions of this kind"), whole<def::String>(),
    of<def::Parameter>(lost<>(fate::same_name, fate::is_first_named),
        carried<&def::Parameter::self, &def::Parameter::name, &def::Parameter::parameter_type>()),
    of<def::ClockProperties>(translated<&def::ClockProperties::timer_resolution>("LiTL counts nanoseconds",
                                 [](const def::ClockProperties& row, const DefinitionWords&) {
                                   return row.timer_resolution == ticks_per_second;
                                 }),
        translated<&def::ClockProperties::global_offset, &def::ClockProperties::trace_length>(
            "those of the first and the last event", Always{}),
        lost<&def::ClockProperties::realtime_timestamp>("LiTL does not tell the time of day",
            [](const def::ClockProperties& row, const DefinitionWords&) { return row.realtime_timestamp + 1 <= 1; })),
    of<def::SystemTreeNode>(lost<>("LiTL knows one machine", fate::is_first), carried<&def::SystemTreeNode::self>(),
        lost<&def::SystemTreeNode::name>("the name of a machine has no blanks", fate::has_no_blank),
        lost<&def::SystemTreeNode::class_name>("it is a machine", fate::is_machine),
        lost<&def::SystemTreeNode::parent>("LiTL knows one machine")),
    of<def::LocationGroup>(carried<&def::LocationGroup::self, &def::LocationGroup::name>(),
        lost<&def::LocationGroup::location_group_type>("all are processes",
            [](const def::LocationGroup& row, const DefinitionWords&) {
              return row.location_group_type == LocationGroupType::process;
            }),
        lost<&def::LocationGroup::system_tree_parent>("LiTL knows one machine", fate::is_on_first_node),
        lost<&def::LocationGroup::creating_location_group>("LiTL does not tell it")),
    of<def::Location>(carried<&def::Location::self, &def::Location::number_of_events, &def::Location::location_group>(),
        lost<&def::Location::name>("threads have numbers", fate::is_named_by_number),
        lost<&def::Location::location_type>(
            "all are threads", [](const def::Location& row,
                                   const DefinitionWords&) { return row.location_type == LocationType::cpu_thread; })),
    of<def::Region>(lost<>(fate::same_name, fate::is_first_named), carried<&def::Region::self, &def::Region::name>(),
        lost<&def::Region::canonical_name>("a code has one name",
            [](const def::Region& row, const DefinitionWords& words) {
              const std::string_view text = words.definitions().text(row.canonical_name);
              return text.empty() || text == words.definitions().text(row.name);
            }),
        lost<&def::Region::region_role>("all are functions",
            [](const def::Region& row, const DefinitionWords&) { return row.region_role == RegionRole::function; }),
        lost<&def::Region::paradigm>("all are the user's",
            [](const def::Region& row, const DefinitionWords&) { return row.paradigm == Paradigm::user; }),
        lost<&def::Region::description, &def::Region::region_flags, &def::Region::source_file,
            &def::Region::begin_line_number, &def::Region::end_line_number>("LiTL does not tell it")),
    of<def::Comm>(lost<>(fate::same_name, fate::is_first_named), carried<&def::Comm::self, &def::Comm::name>(),
        lost<&def::Comm::group>("all processes are in it", fate::is_of_all),
        lost<&def::Comm::parent, &def::Comm::flags>("LiTL does not tell it"))};

}  // namespace weft::litl
