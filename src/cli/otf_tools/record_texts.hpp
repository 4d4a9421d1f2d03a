// SPDX-License-Identifier: BSD-3-Clause
// How otfprint shows each record, said once per record (docs/formats/otf.md, section 11.1): a line is a list of pieces,
// which are words, members, what is known from elsewhere, and a few that need more thought (text_pieces.hpp). Records
// without a line here are not shown.
#pragma once

#include "cli/otf_tools/text_pieces.hpp"
#include "formats/otf/records.hpp"

namespace weft::cli::otf_tools {

using namespace otf;

// What stands in definition files.
template <class Line>
void show(Line& line, const DefinitionComment& r) {
  line("\tDefComment: stream ", From::stream, ", comment \"", r.comment, "\"");
}
template <class Line>
void show(Line& line, const DefTimerResolution& r) {
  line("\tDefTimerResolution: stream ", From::stream, ", TicksPerSecond ", r.ticks_per_second);
}
template <class Line>
void show(Line& line, const DefProcess& r) {
  line("\tDefProcess: stream ", From::stream, ", process ", r.process, ", name \"", r.name, "\", parent ", r.parent);
}
template <class Line>
void show(Line& line, const DefProcessGroup& r) {
  line("\tDefProcessGroup: stream ", From::stream, ", group ", r.proc_group, ", name \"", r.name, "\", procs ",
      r.members);
}
template <class Line>
void show(Line& line, const DefAttributeList& r) {
  line("\tDefAttributeList: stream ", From::stream, ", attr_token ", r.attributes, ", attributes ",
      NamedList{attribute_names, r.values});
}
template <class Line>
void show(Line& line, const DefProcessOrGroupAttributes& r) {
  line("\tDefProcessOrGroupAttributes: stream ", From::stream, ", process ", r.process_or_group, ", attr_token ",
      r.attributes);
}
template <class Line>
void show(Line& line, const DefFunction& r) {
  line("\tDefFunction: stream ", From::stream, ", function ", r.func, ", name \"", r.name, "\", group ", r.func_group,
      ", source ", r.source);
}
template <class Line>
void show(Line& line, const DefFunctionGroup& r) {
  line("\tDefFunctionGroup: stream ", From::stream, ", group ", r.func_group, ", name \"", r.name, "\"");
}
template <class Line>
void show(Line& line, const DefCollectiveOperation& r) {
  line("\tDefCollective: stream ", From::stream, ", collective ", r.collective, ", name \"", r.name, "\", type ",
      Named{collective_names, r.type});
}
template <class Line>
void show(Line& line, const DefCounter& r) {
  line("\tDefCounter: stream ", From::stream, ", counter ", r.counter, ", name \"", r.name, "\", properties ",
      Bits{counter_type_names, r.properties, 3}, "/", Bits{counter_scope_names, r.properties, 12}, "/",
      Bits{variable_names, r.properties, variable_bits}, ", group ", r.counter_group, ", unit \"", r.unit, "\"");
}
template <class Line>
void show(Line& line, const DefCounterGroup& r) {
  line("\tDefCounterGroup: stream ", From::stream, ", group ", r.counter_group, ", name \"", r.name, "\"");
}
template <class Line>
void show(Line& line, const DefScl& r) {
  line("\tDefScl: stream ", From::stream, ", source ", r.source, ", file ", r.source_file, ", line ", r.line);
}
template <class Line>
void show(Line& line, const DefSclFile& r) {
  line("\tDefSclFile: stream ", From::stream, ", file ", r.source_file, ", name \"", r.name, "\"");
}
template <class Line>
void show(Line& line, const DefCreator& r) {
  line("\tDefCreator: stream ", From::stream, ", creator \"", r.creator, "\"");
}
template <class Line>
void show(Line& line, const DefUniqueId& r) {
  line("\tDefUniqueId: stream ", From::stream, ", uid: ", r.uid);
}
template <class Line>
void show(Line& line, const DefVersion& r) {
  line("\tDefVersion: stream ", From::stream, ", version: ", r.major_number, ".", r.minor_number, ".", r.sub_number,
      " \"", r.text, "\"");
}
template <class Line>
void show(Line& line, const DefFile& r) {
  line("\tDefFile: ", r.name, ", stream ", From::stream, ", token ", r.token, ", group ", r.group);
}
template <class Line>
void show(Line& line, const DefFileGroup& r) {
  line("\tDefFileGroup: ", r.name, ", token ", r.token, ", stream ", From::stream);
}
template <class Line>
void show(Line& line, const DefKeyValue& r) {
  line("\tDefKeyValue: stream ", From::stream, ", token ", r.key, ", type ", Named{value_type_names, r.type},
      ", name \"", r.name, "\", desc \"", r.description, "\"");
}
template <class Line>
void show(Line& line, const DefTimeRange& r) {
  line("\tDefTimeRange: stream ", From::stream, ", [", r.min_time, ", ", r.max_time, "]");
}
template <class Line>
void show(Line& line, const DefCounterAssignments& r) {
  line("\tDefCounterAssignments: stream ", From::stream, ", counter_token ", r.counter, ", assignees ", r.members);
}
template <class Line>
void show(Line& line, const DefProcessSubstitutes& r) {
  line("\tDefProcessSubstitutes: stream ", From::stream, ", representative process ", r.representative, ", procs ",
      r.members);
}
template <class Line>
void show(Line& line, const DefAuxSamplePoint& r) {
  line("\tDefAuxSamplePoint: stream ", From::stream, ", time ", r.time, ", type ", Named{sample_point_names, r.type});
}

// Events.
template <class Line>
void show(Line& line, const NoOp&) {
  line("\t", From::time, " NoOp: process ", From::process);
}
template <class Line>
void show(Line& line, const BeginProcess&) {
  line("\t", From::time, " BeginProcess: process ", From::process);
}
template <class Line>
void show(Line& line, const EndProcess&) {
  line("\t", From::time, " EndProcess: process ", From::process);
}
template <class Line>
void show(Line& line, const Enter& r) {
  line("\t", From::time, " Enter: function ", r.function, ", process ", From::process, ", source ", r.source);
}
template <class Line>
void show(Line& line, const Leave& r) {
  line("\t", From::time, " Leave: function ", r.function, ", process ", From::process, ", source ", r.source);
}
template <class Line>
void show(Line& line, const SendMsg& r) {
  line("\t", From::time, " SendMessage: sender ", From::process, ", receiver ", r.receiver, ", group ", r.group,
      ", type ", r.type, ", length ", r.length, ", source ", r.source);
}
template <class Line>
void show(Line& line, const RecvMsg& r) {
  line("\t", From::time, " ReceiveMessage: receiver ", From::process, ", sender ", r.send_proc, ", group ", r.group,
      ", type ", r.type, ", length ", r.length, ", source ", r.source);
}
template <class Line>
void show(Line& line, const Counter& r) {
  line("\t", From::time, " Counter: process ", From::process, ", counter ", r.counter, ", value ",
      CounterValue{line.counters(), r.counter, r.value});
}
template <class Line>
void show(Line& line, const CollectiveOperation& r) {
  line("\t", From::time, " Collective: process ", From::process, ", collective ", r.collective, ", group ",
      r.proc_group, ", root ", r.root_proc, ", sent ", r.sent, ", received ", r.received, ", duration ", r.duration,
      ", source ", r.source);
}
template <class Line>
void show(Line& line, const BeginCollectiveOperation& r) {
  line("\t", From::time, " BeginCollective: process ", From::process, ", collective ", r.collective, ", group ",
      r.proc_group, ", matchingId ", r.matching_id, ", root ", r.root_proc, ", sent ", r.sent, ", received ",
      r.received, ", source ", r.source);
}
template <class Line>
void show(Line& line, const EndCollectiveOperation& r) {
  line("\t", From::time, " EndCollective: process ", From::process, ", matchingId ", r.matching_id);
}
template <class Line>
void show(Line& line, const EventComment& r) {
  line("\t", From::time, " EventComment: process ", From::process, ", comment \"", r.comment, "\"");
}
template <class Line>
void show(Line& line, const FileOperation& r) {
  line("\t", From::time, " FileOperation: file ID ", r.file, ", process ", From::process, ", handle ID ",
      low_half(r.handle), ", operation ", Bits{action_names, r.operation, action_bits}, ", flags ",
      FileFlags{r.operation}, ", bytes ", r.bytes, ", duration ", r.duration, ", source ", r.source);
}
template <class Line>
void show(Line& line, const BeginFileOperation& r) {
  line("\t", From::time, " BeginFileOperation: process ", From::process, ", matching ID ", r.matching_id, ", source ",
      r.source);
}
template <class Line>
void show(Line& line, const EndFileOperation& r) {
  line("\t", From::time, " EndFileOperation: process ", From::process, ", file ID ", r.file, ", matching ID ",
      r.matching_id, ", handle ID ", r.handle, ", operation ", Bits{action_names, r.operation, action_bits}, ", flags ",
      FileFlags{r.operation}, ", bytes ", r.bytes, ", source ", r.source);
}

// Transfers name the process that began them when it is a third one.
template <class Line, class R>
void show_transfer(Line& line, std::string_view name, const R& r) {
  if (r.origin != 0)
    line("\t", From::time, name, "initiator ", From::process, ", origin ", r.origin, ", target ", r.target,
        ", communicator ", r.communicator, ", tag ", r.tag, ", bytes ", r.bytes, ", source ", r.source);
  else
    line("\t", From::time, name, "origin ", From::process, ", target ", r.target, ", communicator ", r.communicator,
        ", tag ", r.tag, ", bytes ", r.bytes, ", source ", r.source);
}
template <class Line>
void show(Line& line, const RMAPut& r) {
  show_transfer(line, " RMAPut: ", r);
}
template <class Line>
void show(Line& line, const RMAPutRemoteEnd& r) {
  show_transfer(line, " RMAPutRemoteEnd: ", r);
}
template <class Line>
void show(Line& line, const RMAGet& r) {
  show_transfer(line, " RMAGet: ", r);
}
template <class Line>
void show(Line& line, const RMAEnd& r) {
  if (r.remote != 0)
    line("\t", From::time, " RMAEnd: initiator ", From::process, ", remote ", r.remote, ", communicator ",
        r.communicator, ", tag ", r.tag, ", source ", r.source);
  else
    line("\t", From::time, " RMAEnd: process ", From::process, ", communicator ", r.communicator, ", tag ", r.tag,
        ", source ", r.source);
}

// Snapshots.
template <class Line>
void show(Line& line, const SnapshotComment& r) {
  line("\t", From::time, " SnapComment: process ", From::process, ", comment \"", r.comment, "\"");
}
template <class Line>
void show(Line& line, const EnterSnapshot& r) {
  line("\t", From::time, " SnapEnter: otime ", r.original_time, ", process ", From::process, ", function ", r.function,
      ", source ", r.source);
}
template <class Line>
void show(Line& line, const SendSnapshot& r) {
  line("\t", From::time, " SnapSend: otime ", r.original_time, ", sender ", From::process, ", receiver ", r.receiver,
      ", group ", r.proc_group, ", tag ", r.tag, ", length ", r.length, ", source ", r.source);
}
template <class Line>
void show(Line& line, const OpenFileSnapshot& r) {
  line("\t", From::time, " SnapOpenFile: otime ", r.original_time, ", process ", From::process, ", fileid ", r.file,
      ", handle ID ", low_half(r.handle), ", source ", r.source);
}
template <class Line>
void show(Line& line, const BeginCollopSnapshot& r) {
  line("\t", From::time, " SnapBeginCollop: otime ", r.original_time, ", process ", From::process, ", collOp ",
      r.collective, ", matchingID ", r.matching_id, ", group ", r.proc_group, ", root ", r.root_proc, ", sent ", r.sent,
      ", received ", r.received, ", source ", r.source);
}
template <class Line>
void show(Line& line, const BeginFileOpSnapshot& r) {
  line("\t", From::time, " SnapBeginFileOp: otime ", r.original_time, ", process ", From::process, ", matchingID ",
      r.matching_id, ", source ", r.source);
}
template <class Line>
void show(Line& line, const CollopCountSnapshot& r) {
  line("\t", From::time, " SnapCollopCount: process ", From::process, ", communicator ", r.communicator, ", count ",
      r.count);
}
// The original takes process and original time for one another, and users' scripts know it that way.
template <class Line>
void show(Line& line, const CounterSnapshot& r) {
  line("\t", From::time, " SnapCounter: otime ", From::process, ", process ", low_half(r.original_time), ", counter ",
      r.counter, ", value ", CounterValue{line.counters(), r.counter, r.value});
}

// Statistics.
template <class Line>
void show(Line& line, const FunctionSummary& r) {
  line("\t", From::time, " StatFunction: process ", From::process, ", function ", r.function, ", invocations ",
      r.invocations, ", excltime ", r.excl_time, ", incltime ", r.incl_time);
}
template <class Line>
void show(Line& line, const FunctionGroupSummary& r) {
  line("\t", From::time, " StatFunctionGroup: process ", From::process, ", group ", r.func_group, ", invocations ",
      r.invocations, ", excltime ", r.excl_time, ", incltime ", r.incl_time);
}
template <class Line>
void show(Line& line, const MessageSummary& r) {
  line("\t", From::time, " StatMessage: process ", From::process, ", peer ", r.peer, ", group ", r.comm, ", type ",
      r.type, ", numsent ", r.sent_number, ", numreceived ", r.received_number, ", bytessent ", r.sent_bytes,
      ", bytesreceived ", r.received_bytes);
}
template <class Line>
void show(Line& line, const CollopSummary& r) {
  line("\t", From::time, " StatCollOp: process ", From::process, ", group ", r.comm, ", col ", r.collective,
      ", numsent ", r.sent_number, ", numreceived ", r.received_number, ", bytessent ", r.sent_bytes,
      ", bytesreceived ", r.received_bytes);
}

// Markers.
template <class Line>
void show(Line& line, const DefMarker& r) {
  line("DefMarker: ID ", r.token, ", name \"", r.name, "\", type ", Named{marker_names, r.type});
}
template <class Line>
void show(Line& line, const Marker& r) {
  line("\t", r.time, " Marker: ID ", r.token, ", process ", r.process, ", text \"", r.text, "\"");
}

// A line that is no record.
struct UnknownLine {
  std::string_view text;
};
template <class Line>
void show(Line& line, const UnknownLine& r) {
  line("\t", From::time, " Unknown: process ", From::process, ", record \"", r.text, "\"");
}

// Records whose key-values are not shown.
template <class R>
inline constexpr bool is_shown_alone = std::is_same_v<R, DefUniqueId> || std::is_same_v<R, DefVersion> ||
                                       std::is_same_v<R, UnknownLine>;

}  // namespace weft::cli::otf_tools
