// SPDX-License-Identifier: BSD-3-Clause
// What becomes of records of the model that are written as OTF, field by field (docs/formats/otf.md, section 16). Of
// traces that were OTF before nothing of this holds: they bring along what they were.
#pragma once

#include "formats/otf/from_model.hpp"
#include "model/event_types.hpp"
#include "model/fates.hpp"
#include "model/markers.hpp"

namespace weft::otf {

// What a location knows of the events it writes.
struct ProcessWords {
  const FromModel& words;
  LocationRef self;

  const Definitions& definitions() const { return words.definitions(); }
  bool has(CommRef comm, std::uint32_t rank) const { return words.process_of_rank(comm, rank, self) != 0; }
  CommRef comm_of(RmaWinRef win) const {
    const auto* const window = words.definitions().find<def::RmaWin>(win);
    return window ? window->comm : CommRef{};
  }
};

namespace fate {

inline constexpr auto is_known_comm = [](const auto& event, const ProcessWords& at) {
  return at.words.is_written(event.communicator);
};
inline constexpr auto has_receiver = [](const auto& event, const ProcessWords& at) {
  return at.has(event.communicator, event.receiver);
};
inline constexpr auto has_sender = [](const auto& event, const ProcessWords& at) {
  return at.has(event.communicator, event.sender);
};
inline constexpr auto has_root = [](const auto& event, const ProcessWords& at) {
  return event.root == no_root || at.has(event.communicator, event.root);
};
inline constexpr auto has_remote = [](const auto& event, const ProcessWords& at) {
  return at.has(at.comm_of(event.win), event.remote);
};
inline constexpr auto has_short_length = [](const auto& event, const ProcessWords&) {
  return event.msg_length <= ~std::uint32_t{0};
};
inline constexpr auto has_short_id = [](const auto& event, const ProcessWords&) {
  return event.matching_id <= ~std::uint32_t{0};
};

inline constexpr std::string_view no_communicator = "it is no process group of OTF";
inline constexpr std::string_view no_rank = "no process is known by this rank";
inline constexpr std::string_view no_request = "OTF does not tell requests";
inline constexpr std::string_view short_length = "OTF has 32 bits for it";
inline constexpr std::string_view short_id = "cut to 32 bits";

// A message is the same whether it blocks or not.
template <class E>
constexpr auto of_message(auto... parts) {
  const auto peer = [] {
    if constexpr (requires { &E::receiver; })
      return lost<&E::receiver>(no_rank, has_receiver);
    else
      return lost<&E::sender>(no_rank, has_sender);
  };
  return of<E>(parts..., carried<&E::msg_tag>(), lost<&E::communicator>(no_communicator, is_known_comm), peer(),
      translated<&E::msg_length>(short_length, has_short_length));
}
template <class E>
constexpr auto of_access() {
  return of<E>(carried<&E::win, &E::bytes>(), lost<&E::remote>(no_rank, has_remote),
      translated<&E::matching_id>(short_id, has_short_id));
}
template <class E>
constexpr auto of_collective_end(auto... parts) {
  return of<E>(carried<&E::collective_op, &E::size_sent, &E::size_received>(),
      lost<&E::communicator>(no_communicator, is_known_comm), lost<&E::root>(no_rank, has_root), parts...);
}

}  // namespace fate

inline constexpr auto event_fates = Fates{gone("OTF has no such event"),
    whole<evt::Enter, evt::Leave, evt::MpiCollectiveBegin, evt::IoDestroyHandle, evt::IoAcquireLock, evt::IoReleaseLock,
        evt::IoOperationComplete>(),
    fate::of_message<evt::MpiSend>(), fate::of_message<evt::MpiRecv>(),
    fate::of_message<evt::MpiIsend>(
        translated<>("a send that blocks"), lost<&evt::MpiIsend::request_id>(fate::no_request)),
    fate::of_message<evt::MpiIrecv>(
        translated<>("a receive that blocks"), lost<&evt::MpiIrecv::request_id>(fate::no_request)),
    fate::of_collective_end<evt::MpiCollectiveEnd>(),
    of<evt::NonBlockingCollectiveRequest>(
        translated<>("the begin of a collective operation"), carried<&evt::NonBlockingCollectiveRequest::request_id>()),
    fate::of_collective_end<evt::NonBlockingCollectiveComplete>(
        translated<>("the end of a collective operation"), carried<&evt::NonBlockingCollectiveComplete::request_id>()),
    of<evt::Metric>(lost<>("its metric is not defined",
                        [](const evt::Metric& event, const ProcessWords& at) {
                          return at.words.counters(event.metric) >= event.metric_values.size();
                        }),
        translated<>("each value is of a counter by itself",
            [](const evt::Metric& event, const ProcessWords&) { return event.metric_values.size() == 1; }),
        carried<&evt::Metric::metric, &evt::Metric::metric_values>()),
    of<evt::ParameterString>(
        translated<>("a comment"), carried<&evt::ParameterString::parameter, &evt::ParameterString::string>()),
    of<evt::ParameterInt>(
        translated<>("the value of a counter"), carried<&evt::ParameterInt::parameter, &evt::ParameterInt::value>()),
    of<evt::ParameterUnsignedInt>(translated<>("the value of a counter"),
        carried<&evt::ParameterUnsignedInt::parameter, &evt::ParameterUnsignedInt::value>()),
    fate::of_access<evt::RmaPut>(), fate::of_access<evt::RmaGet>(),
    of<evt::RmaOpCompleteBlocking>(carried<&evt::RmaOpCompleteBlocking::win>(),
        translated<&evt::RmaOpCompleteBlocking::matching_id>(fate::short_id, fate::has_short_id)),
    of<evt::RmaOpCompleteNonBlocking>(translated<>("the end of an operation that blocks"),
        carried<&evt::RmaOpCompleteNonBlocking::win>(),
        translated<&evt::RmaOpCompleteNonBlocking::matching_id>(fate::short_id, fate::has_short_id)),
    of<evt::IoCreateHandle>(carried<&evt::IoCreateHandle::handle>(),
        lost<&evt::IoCreateHandle::mode>("OTF does not tell how a file was opened",
            [](const evt::IoCreateHandle& event, const ProcessWords&) {
              return event.mode == IoAccessMode::read_write;
            }),
        lost<&evt::IoCreateHandle::creation_flags, &evt::IoCreateHandle::status_flags>(
            "OTF does not tell how a file was opened")),
    of<evt::IoDuplicateHandle>(translated<>("an operation of the new handle"),
        carried<&evt::IoDuplicateHandle::new_handle>(),
        lost<&evt::IoDuplicateHandle::old_handle, &evt::IoDuplicateHandle::status_flags>(
            "an operation has one handle")),
    of<evt::IoSeek>(carried<&evt::IoSeek::handle, &evt::IoSeek::offset_result>(),
        lost<&evt::IoSeek::offset_request>("OTF tells the result",
            [](const evt::IoSeek& event,
                const ProcessWords&) { return static_cast<std::uint64_t>(event.offset_request) == event.offset_result; }),
        lost<&evt::IoSeek::whence>("OTF tells the result")),
    of<evt::IoDeleteFile>(
        carried<&evt::IoDeleteFile::file>(), lost<&evt::IoDeleteFile::io_paradigm>("OTF knows one way to do it",
                                                 [](const evt::IoDeleteFile& event, const ProcessWords& at) {
                                                   const auto* const paradigm = at.definitions().find<def::IoParadigm>(
                                                       event.io_paradigm);
                                                   return !paradigm || at.words.is_usual(*paradigm);
                                                 })),
    of<evt::IoOperationBegin>(carried<&evt::IoOperationBegin::handle, &evt::IoOperationBegin::mode,
                                  &evt::IoOperationBegin::operation_flags, &evt::IoOperationBegin::matching_id>(),
        lost<&evt::IoOperationBegin::bytes_request>("OTF tells the result", AsCounted{})),
    of<evt::ProgramBegin>(translated<>("the begin of a process"),
        lost<&evt::ProgramBegin::program_name, &evt::ProgramBegin::program_arguments>("OTF does not tell it")),
    of<evt::ProgramEnd>(
        translated<>("the end of a process"), lost<&evt::ProgramEnd::exit_status>("OTF does not tell it"))};

inline constexpr auto definition_fates = Fates{gone("OTF has no definitions of this kind"),
    whole<def::SourceCodeLocation>(),
    of<def::String>(carried<&def::String::self>(),
        translated<&def::String::string>("in names and comments, quotes and ends of lines become blanks",
            [](const def::String& row, const FromModel&) {
              return row.string.find_first_of("\"\n") == std::string_view::npos;
            })),
    of<def::ClockProperties>(carried<&def::ClockProperties::timer_resolution>(),
        translated<&def::ClockProperties::global_offset, &def::ClockProperties::trace_length>(
            "those of the first and the last event", Always{}),
        lost<&def::ClockProperties::realtime_timestamp>("OTF does not tell the time of day",
            [](const def::ClockProperties& row, const FromModel&) { return row.realtime_timestamp + 1 <= 1; })),
    of<def::Attribute>(carried<&def::Attribute::self, &def::Attribute::name, &def::Attribute::description>(),
        translated<&def::Attribute::type>("numbers without a sign",
            [](const def::Attribute& row, const FromModel&) { return value_type(row.type).has_value(); })),
    of<def::LocationGroup>(carried<&def::LocationGroup::self>(),
        translated<&def::LocationGroup::name>("it stands before the names of its locations"),
        lost<&def::LocationGroup::location_group_type>("all are processes",
            [](const def::LocationGroup& row, const FromModel&) {
              return row.location_group_type == LocationGroupType::process;
            }),
        lost<&def::LocationGroup::system_tree_parent, &def::LocationGroup::creating_location_group>(
            "OTF does not tell it")),
    of<def::Location>(
        carried<&def::Location::self, &def::Location::number_of_events, &def::Location::location_group>(),
        translated<&def::Location::name>("behind the name of its process",
            [](const def::Location& row, const FromModel& words) {
              return words.definitions().name(row.location_group).empty();
            }),
        lost<&def::Location::location_type>("all are threads",
            [](const def::Location& row, const FromModel&) {
              return row.location_type == LocationType::cpu_thread;
            })),
    of<def::Region>(carried<&def::Region::self, &def::Region::name, &def::Region::source_file>(),
        lost<&def::Region::canonical_name>("a function has one name",
            [](const def::Region& row, const FromModel& words) {
              const std::string_view text = words.definitions().text(row.canonical_name);
              return text.empty() || text == words.definitions().text(row.name);
            }),
        lost<&def::Region::description>("the group of the function stands for it",
            [](const def::Region& row, const FromModel& words) {
              const std::string_view text = words.definitions().text(row.description);
              return text.empty() || text == function_group(words.group_of(row)).description;
            }),
        lost<&def::Region::paradigm>("the group of the function stands for it",
            [](const def::Region& row, const FromModel& words) {
              return row.paradigm == function_group(words.group_of(row)).paradigm;
            }),
        lost<&def::Region::region_role>("all are functions",
            [](const def::Region& row, const FromModel&) { return row.region_role == RegionRole::function; }),
        lost<&def::Region::begin_line_number>("there is no file that it is a line of",
            [](const def::Region& row, const FromModel& words) {
              return row.begin_line_number == 0 || !words.definitions().text(row.source_file).empty();
            }),
        lost<&def::Region::region_flags, &def::Region::end_line_number>("OTF does not tell it")),
    of<def::Group>(lost<>("OTF has groups of processes and of functions, and each function is in one",
                       [](const def::Group& row, const FromModel& words) { return words.is_written(row); }),
        carried<&def::Group::self, &def::Group::members>(),
        translated<&def::Group::name>("that of its communicator",
            [](const def::Group& row, const FromModel& words) {
              return words.name_of(row) == words.definitions().text(row.name);
            }),
        lost<&def::Group::group_type>("it is known by who uses it",
            [](const def::Group& row, const FromModel& words) {
              return row.group_type == GroupType::regions || words.is_everybody(row) ||
                     row.group_type == (words.is_of_communicator(row) ? GroupType::comm_group : GroupType::locations);
            }),
        lost<&def::Group::paradigm>("it is known by who uses it",
            [](const def::Group& row, const FromModel& words) {
              if (row.group_type == GroupType::regions)
                return row.paradigm == function_group(words.definitions().text(row.name)).paradigm;
              return words.is_everybody(row) ||
                     row.paradigm == (words.is_of_communicator(row) ? Paradigm::mpi : Paradigm::none);
            }),
        lost<&def::Group::group_flags>("OTF does not tell it")),
    of<def::MetricMember>(carried<&def::MetricMember::self, &def::MetricMember::name, &def::MetricMember::unit>(),
        lost<&def::MetricMember::description, &def::MetricMember::exponent>("OTF does not tell it"),
        lost<&def::MetricMember::base>("OTF does not tell it",
            [](const def::MetricMember& row, const FromModel&) { return row.base == Base::decimal; }),
        lost<&def::MetricMember::metric_type>("OTF does not tell it",
            [](const def::MetricMember& row, const FromModel& words) {
              const bool is_papi = words.definitions().text(row.name).starts_with("PAPI_");
              return row.metric_type == (is_papi ? MetricType::papi : MetricType::other);
            }),
        lost<&def::MetricMember::metric_mode>("counters are absolute, or count from the start, or are relative to it",
            [](const def::MetricMember& row, const FromModel&) {
              return CounterProperties::of(row.metric_mode, row.value_type).mode() == row.metric_mode;
            }),
        translated<&def::MetricMember::value_type>("in 64 bits",
            [](const def::MetricMember& row, const FromModel&) {
              return CounterProperties::of(row.metric_mode, row.value_type).value_type() == row.value_type;
            })),
    of<def::MetricClass>(translated<>("each of its members is a counter by itself",
                             [](const def::MetricClass& row, const FromModel&) {
                               return row.metric_members.size() == 1;
                             }),
        carried<&def::MetricClass::self, &def::MetricClass::metric_members>(),
        lost<&def::MetricClass::metric_occurrence>("OTF does not tell it",
            [](const def::MetricClass& row, const FromModel&) {
              return row.metric_occurrence == MetricOccurrence::asynchronous;
            }),
        lost<&def::MetricClass::recorder_kind>("OTF does not tell it")),
    of<def::Comm>(lost<>("its members are not known",
                      [](const def::Comm& row, const FromModel& words) { return words.is_written(row.self); }),
        carried<&def::Comm::self, &def::Comm::group>(),
        translated<&def::Comm::name>("that of its group",
            [](const def::Comm& row, const FromModel& words) {
              return words.name_of(row) == words.definitions().text(row.name);
            }),
        lost<&def::Comm::parent, &def::Comm::flags>("OTF does not tell it")),
    of<def::Parameter>(translated<>("a counter, or comments that begin with its name"),
        carried<&def::Parameter::self, &def::Parameter::name, &def::Parameter::parameter_type>()),
    of<def::RmaWin>(translated<>("its communicator stands for it"), carried<&def::RmaWin::self, &def::RmaWin::comm>(),
        lost<&def::RmaWin::name, &def::RmaWin::flags>("OTF does not tell it")),
    // The one that all handles are of.
    of<def::IoParadigm>(lost<>("OTF has no definitions of this kind",
                            [](const def::IoParadigm& row, const FromModel& words) {
                              return words.is_usual(row);
                            }),
        carried<&def::IoParadigm::self, &def::IoParadigm::identification, &def::IoParadigm::name,
            &def::IoParadigm::io_paradigm_class, &def::IoParadigm::io_paradigm_flags>(),
        lost<&def::IoParadigm::properties>("OTF does not tell it")),
    of<def::IoRegularFile>(carried<&def::IoRegularFile::self, &def::IoRegularFile::name>(),
        lost<&def::IoRegularFile::scope>("OTF does not tell it")),
    of<def::IoDirectory>(translated<>("a file"), carried<&def::IoDirectory::self, &def::IoDirectory::name>(),
        lost<&def::IoDirectory::scope>("OTF does not tell it")),
    of<def::IoHandle>(translated<>("a number, and its file"), carried<&def::IoHandle::self, &def::IoHandle::file>(),
        lost<&def::IoHandle::name, &def::IoHandle::io_paradigm, &def::IoHandle::io_handle_flags, &def::IoHandle::comm,
            &def::IoHandle::parent>("OTF does not tell it"))};

inline constexpr auto marker_fates = Fates{
    of<weft::DefMarker>(carried<&weft::DefMarker::self, &weft::DefMarker::severity>(),
        translated<&weft::DefMarker::marker_group, &weft::DefMarker::marker_category>("as one name: GROUP/CATEGORY",
            [](const weft::DefMarker& row, const FromModel&) { return row.marker_group.empty(); })),
    of<weft::Marker>(carried<&weft::Marker::timestamp, &weft::Marker::marker, &weft::Marker::text>(),
        lost<&weft::Marker::duration>("a marker of OTF has one time"),
        lost<&weft::Marker::marker_scope, &weft::Marker::scope>(
            "a marker of OTF is about a process or about all", [](const weft::Marker& row, const FromModel&) {
              return row.marker_scope == MarkerScope::location || row.marker_scope == MarkerScope::global;
            }))};

}  // namespace weft::otf
