// SPDX-License-Identifier: BSD-3-Clause
// What stands in definition files. Fields stand in the order of the line; docs/formats/otf.md, section 5, has the
// table.
#pragma once

#include "formats/otf/line_schema.hpp"

namespace weft::otf {

struct DefinitionComment {
  std::string_view comment;

  static constexpr auto schema = record_line(34, "DefinitionComment", "A remark on the trace.", "CMT", "COMMENT",
      passed<From::stream, &DefinitionComment::comment>,
      leading<&DefinitionComment::comment>("comment", Presence::text_if_there));
};

struct DefTimerResolution {
  std::uint64_t ticks_per_second{};

  static constexpr auto schema = record_line(13, "DefTimerResolution", "How many ticks a second has.", "TR",
      "TIMERRESOLUTION", passed<From::stream, &DefTimerResolution::ticks_per_second>,
      leading<&DefTimerResolution::ticks_per_second>("ticksPerSecond"));
};

struct DefProcess {
  std::uint32_t process{};
  std::string_view name;
  std::uint32_t parent{};

  static constexpr auto schema = record_line(14, "DefProcess", "A process, or a thread with its process as parent.",
      "P", "PROCESS", passed<From::stream, &DefProcess::process, &DefProcess::name, &DefProcess::parent>,
      leading<&DefProcess::process>("process"),
      keyed<&DefProcess::name>("name", "NM", "NAME", "N", Presence::unless_null),
      keyed<&DefProcess::parent>("parent", "PT", "PARENT", "P", Presence::unless_zero));
};

struct DefProcessGroup {
  std::uint32_t proc_group{};
  Numbers members;
  std::string_view name;

  static constexpr auto schema = record_line(15, "DefProcessGroup",
      "A named set of processes: a communicator, for example.", "PG", "PROCESSGROUP",
      passed<From::stream, &DefProcessGroup::proc_group, &DefProcessGroup::name, &DefProcessGroup::members>,
      leading<&DefProcessGroup::proc_group>("procGroup"), keyed<&DefProcessGroup::members>("procs", "M", "MEMBERS"),
      keyed<&DefProcessGroup::name>("name", "NM", "NAME", "N"));
};

struct DefAttributeList {
  std::uint32_t attributes{};
  Numbers values;

  static constexpr auto schema = record_line(55, "DefAttributeList",
      "A set of properties that processes or groups can have.", "A", "ATTRIBUTELIST",
      passed<From::stream, &DefAttributeList::attributes, &DefAttributeList::values>,
      leading<&DefAttributeList::attributes>("attr_token"), keyed<&DefAttributeList::values>("array", "M", "MEMBERS"));
};

struct DefProcessOrGroupAttributes {
  std::uint32_t process_or_group{};
  std::uint32_t attributes{};

  static constexpr auto schema = record_line(56, "DefProcessOrGroupAttributes",
      "Gives a process or group a set of properties.", "PGA", "PROCESSORGROUPATTR",
      passed<From::stream, &DefProcessOrGroupAttributes::process_or_group, &DefProcessOrGroupAttributes::attributes>,
      leading<&DefProcessOrGroupAttributes::process_or_group>("proc_token"),
      keyed<&DefProcessOrGroupAttributes::attributes>("attr_token", "V", "VALUE"));
};

struct DefFunction {
  std::uint32_t func{};
  std::uint32_t func_group{};
  std::string_view name;
  std::uint32_t source{};

  static constexpr auto schema = record_line(16, "DefFunction", "A function.", "F", "FUNCTION",
      passed<From::stream, &DefFunction::func, &DefFunction::name, &DefFunction::func_group, &DefFunction::source>,
      leading<&DefFunction::func>("func"), keyed<&DefFunction::func_group>("funcGroup", "G", "GROUP"),
      keyed<&DefFunction::name>("name", "NM", "NAME", "N"), scl<&DefFunction::source>("source", "S"));
};

struct DefFunctionGroup {
  std::uint32_t func_group{};
  std::string_view name;

  static constexpr auto schema = record_line(17, "DefFunctionGroup", "A named set of functions.", "FG", "FUNCTIONGROUP",
      passed<From::stream, &DefFunctionGroup::func_group, &DefFunctionGroup::name>,
      leading<&DefFunctionGroup::func_group>("funcGroup"), keyed<&DefFunctionGroup::name>("name", "NM", "NAME", "N"));
};

struct DefCollectiveOperation {
  std::uint32_t collective{};
  std::string_view name;
  std::uint32_t type{};

  static constexpr auto schema = record_line(20, "DefCollectiveOperation", "A kind of collective operation.", "CO",
      "COLLOP",
      passed<From::stream, &DefCollectiveOperation::collective, &DefCollectiveOperation::name,
          &DefCollectiveOperation::type>,
      leading<&DefCollectiveOperation::collective>("collOp"),
      keyed<&DefCollectiveOperation::name>("name", "NM", "NAME", "N"),
      keyed<&DefCollectiveOperation::type>("type", "Y", "TYPE", "T"));
};

struct DefCounter {
  std::uint32_t counter{};
  std::uint32_t counter_group{};
  std::string_view name;
  std::uint32_t properties{};
  std::string_view unit;

  static constexpr auto schema = record_line(18, "DefCounter", "A named number over time.", "CNT", "COUNTER",
      passed<From::stream, &DefCounter::counter, &DefCounter::name, &DefCounter::properties, &DefCounter::counter_group,
          &DefCounter::unit>,
      leading<&DefCounter::counter>("counter"), keyed<&DefCounter::counter_group>("counterGroup", "G", "GROUP"),
      keyed<&DefCounter::name>("name", "NM", "NAME", "N"),
      keyed<&DefCounter::properties>("properties", "P", "PROPERTIES"), again<&DefCounter::counter_group>("G", "GROUP"),
      keyed<&DefCounter::unit>("unit", "U", "UNIT"));
};

struct DefCounterGroup {
  std::uint32_t counter_group{};
  std::string_view name;

  static constexpr auto schema = record_line(19, "DefCounterGroup", "A named set of counters.", "CG", "COUNTERGROUP",
      passed<From::stream, &DefCounterGroup::counter_group, &DefCounterGroup::name>,
      leading<&DefCounterGroup::counter_group>("counterGroup"),
      keyed<&DefCounterGroup::name>("name", "NM", "NAME", "N"));
};

struct DefScl {
  std::uint32_t source{};
  std::uint32_t source_file{};
  std::uint32_t line{};

  static constexpr auto schema = record_line(21, "DefScl", "A place in the source code.", "S", "SCL",
      passed<From::stream, &DefScl::source, &DefScl::source_file, &DefScl::line>, leading<&DefScl::source>("source"),
      keyed<&DefScl::source_file>("sourceFile", "F", "FILE"), keyed<&DefScl::line>("line", "LN", "LINE", "L"));
};

struct DefSclFile {
  std::uint32_t source_file{};
  std::string_view name;

  static constexpr auto schema = record_line(22, "DefSclFile", "A source file.", "SF", "SCLFILE",
      passed<From::stream, &DefSclFile::source_file, &DefSclFile::name>,
      leading<&DefSclFile::source_file>("sourceFile"), keyed<&DefSclFile::name>("name", "NM", "NAME", "N"));
};

struct DefUniqueId {
  std::uint64_t uid{};

  static constexpr auto schema = record_line(64, "DefUniqueId", "A number that tells this trace from all others.", "UI",
      "UNIQUEID", passed<From::stream, &DefUniqueId::uid>, leading<&DefUniqueId::uid>("uid"));
};

struct DefVersion {
  std::uint8_t major_number{};
  std::uint8_t minor_number{};
  std::uint8_t sub_number{};
  std::string_view text;

  static constexpr auto schema = record_line(23, "DefVersion", "The version of the library that wrote the trace.", "V",
      "VERSION",
      passed<From::stream, &DefVersion::major_number, &DefVersion::minor_number, &DefVersion::sub_number,
          &DefVersion::text>,
      leading<&DefVersion::major_number>("major"), glued<&DefVersion::minor_number>("minor", "."),
      glued<&DefVersion::sub_number>("sub", "."), glued<&DefVersion::text>("string", ""));
};

struct DefCreator {
  std::string_view creator;

  static constexpr auto schema = record_line(24, "DefCreator", "The program that recorded the trace.", "CR", "CREATOR",
      passed<From::stream, &DefCreator::creator>, leading<&DefCreator::creator>("creator", Presence::text_if_there));
};

struct DefFile {
  std::uint32_t token{};
  std::string_view name;
  std::uint32_t group{};

  static constexpr auto schema = record_line(25, "DefFile", "A file that the program used.", "FL", "FILE",
      passed<From::stream, &DefFile::token, &DefFile::name, &DefFile::group>, leading<&DefFile::token>("token"),
      keyed<&DefFile::name>("name", "NM", "NAME"), keyed<&DefFile::group>("group", "G", "GROUP"));
};

struct DefFileGroup {
  std::uint32_t token{};
  std::string_view name;

  static constexpr auto schema = record_line(26, "DefFileGroup", "A named set of files.", "FLG", "FILEGROUP",
      passed<From::stream, &DefFileGroup::token, &DefFileGroup::name>, leading<&DefFileGroup::token>("token"),
      keyed<&DefFileGroup::name>("name", "NM", "NAME"));
};

struct DefKeyValue {
  std::uint32_t key{};
  std::uint32_t type{};
  std::string_view name;
  std::string_view description;

  static constexpr auto schema = record_line(57, "DefKeyValue", "What a key of key-value lists means.", "K", "KEYVALUE",
      passed<From::stream, &DefKeyValue::key, &DefKeyValue::type, &DefKeyValue::name, &DefKeyValue::description>,
      leading<&DefKeyValue::key>("key"), keyed<&DefKeyValue::type>("type", "Y", "TYPE"),
      keyed<&DefKeyValue::name>("name", "NM", "NAME"), keyed<&DefKeyValue::description>("description", "T", "TAG"));
};

struct DefTimeRange {
  std::uint64_t min_time{};
  std::uint64_t max_time{};

  static constexpr auto schema = record_line(61, "DefTimeRange", "The first and the last time of the trace.", "TRG",
      "TIMERANGE", passed<From::stream, &DefTimeRange::min_time, &DefTimeRange::max_time>,
      leading<&DefTimeRange::min_time>("minTime"), keyed<&DefTimeRange::max_time>("maxTime", "T", "TIME"));
};

struct DefCounterAssignments {
  std::uint32_t counter{};
  Numbers members;

  static constexpr auto schema = record_line(62, "DefCounterAssignments", "Which processes and groups have a counter.",
      "CA", "COUNTERASSIGNMENTS",
      passed<From::stream, &DefCounterAssignments::counter, &DefCounterAssignments::members>,
      leading<&DefCounterAssignments::counter>("counter"),
      keyed<&DefCounterAssignments::members>("procs_or_groups", "M", "MEMBERS"));
};

struct DefProcessSubstitutes {
  std::uint32_t representative{};
  Numbers members;

  static constexpr auto schema = record_line(63, "DefProcessSubstitutes", "One process stands for several.", "PS",
      "PROCESSSUBSTITUTES",
      passed<From::stream, &DefProcessSubstitutes::representative, &DefProcessSubstitutes::members>,
      leading<&DefProcessSubstitutes::representative>("representative"),
      keyed<&DefProcessSubstitutes::members>("procs", "M", "MEMBERS"));
};

struct DefAuxSamplePoint {
  std::uint64_t time{};
  std::uint32_t type{};

  static constexpr auto schema = record_line(65, "DefAuxSamplePoint", "Snapshots or summaries exist for this time.",
      "AUX", "AUXSAMPLEPOINT", passed<From::stream, &DefAuxSamplePoint::time, &DefAuxSamplePoint::type>,
      leading<&DefAuxSamplePoint::time>("time"), keyed<&DefAuxSamplePoint::type>("type", "Y", "TYPE"));
};

}  // namespace weft::otf
