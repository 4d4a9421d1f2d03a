// SPDX-License-Identifier: BSD-3-Clause
// What stands in event files. Fields stand in the order of the line; docs/formats/otf.md, section 5, has the table.
#pragma once

#include "formats/otf/line_schema.hpp"

namespace weft::otf {

struct NoOp {
  static constexpr auto schema = record_line(
      58, "NoOp", "Nothing happened; carries key-values.", "N", "NOOP", passed<From::time, From::process>);
};

struct Enter {
  std::uint32_t function{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(2, "Enter", "A function is entered.", "E", "ENTER",
      passed<From::time, &Enter::function, From::process, &Enter::source>, leading<&Enter::function>("function"),
      scl<&Enter::source>("source", "S"));
};

struct Leave {
  std::uint32_t function{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(12, "Leave", "A function is left; 0 is the current one.", "L", "LEAVE",
      passed<From::time, &Leave::function, From::process, &Leave::source>,
      leading<&Leave::function>("function", Presence::unless_bare), scl<&Leave::source>("source", "S"));
};

struct SendMsg {
  std::uint32_t receiver{};
  std::uint32_t length{};
  std::uint32_t type{};
  std::uint32_t group{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(11, "SendMsg", "A message is sent.", "S", "SEND",
      passed<From::time, From::process, &SendMsg::receiver, &SendMsg::group, &SendMsg::type, &SendMsg::length,
          &SendMsg::source>,
      leading<&SendMsg::receiver>("receiver"), keyed<&SendMsg::length>("length", "L", "LEN"),
      keyed<&SendMsg::type>("type", "T", "TAG"), keyed<&SendMsg::group>("group", "C", "COMM"),
      scl<&SendMsg::source>("source", "S"));
};

struct RecvMsg {
  std::uint32_t send_proc{};
  std::uint32_t length{};
  std::uint32_t type{};
  std::uint32_t group{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(10, "RecvMsg", "A message is received.", "R", "RECEIVE",
      passed<From::time, From::process, &RecvMsg::send_proc, &RecvMsg::group, &RecvMsg::type, &RecvMsg::length,
          &RecvMsg::source>,
      leading<&RecvMsg::send_proc>("sendProc"), keyed<&RecvMsg::length>("length", "L", "LEN"),
      keyed<&RecvMsg::type>("type", "T", "TAG"), keyed<&RecvMsg::group>("group", "C", "COMM"),
      scl<&RecvMsg::source>("source", "S"));
};

struct Counter {
  std::uint32_t counter{};
  std::uint64_t value{};

  static constexpr auto schema = record_line(1, "Counter", "A counter has a value.", "CNT", "COUNTER",
      passed<From::time, From::process, &Counter::counter, &Counter::value>, leading<&Counter::counter>("counter"),
      keyed<&Counter::value>("value", "V", "VALUE"));
};

struct CollectiveOperation {
  std::uint32_t collective{};
  std::uint32_t proc_group{};
  std::uint32_t root_proc{};
  std::uint32_t sent{};
  std::uint32_t received{};
  std::uint64_t duration{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(5, "CollectiveOperation", "A collective operation, told at its beginning.",
      "COP", "COLLOP",
      passed<From::time, From::process, &CollectiveOperation::collective, &CollectiveOperation::proc_group,
          &CollectiveOperation::root_proc, &CollectiveOperation::sent, &CollectiveOperation::received,
          &CollectiveOperation::duration, &CollectiveOperation::source>,
      leading<&CollectiveOperation::collective>("collective"),
      keyed<&CollectiveOperation::proc_group>("procGroup", "C", "COMM"),
      keyed<&CollectiveOperation::root_proc>("rootProc", "RT", "ROOT"),
      keyed<&CollectiveOperation::sent>("sent", "S", "SENT"),
      keyed<&CollectiveOperation::received>("received", "R", "RECVD"),
      keyed<&CollectiveOperation::duration>("duration", "D", "DUR"), scl<&CollectiveOperation::source>("source", "S"));
};

struct BeginCollectiveOperation {
  std::uint32_t collective{};
  std::uint64_t matching_id{};
  std::uint32_t proc_group{};
  std::uint32_t root_proc{};
  std::uint64_t sent{};
  std::uint64_t received{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(51, "BeginCollectiveOperation", "A collective operation begins.", "COPB",
      "COLLOPBEGIN",
      passed<From::time, From::process, &BeginCollectiveOperation::collective, &BeginCollectiveOperation::matching_id,
          &BeginCollectiveOperation::proc_group, &BeginCollectiveOperation::root_proc, &BeginCollectiveOperation::sent,
          &BeginCollectiveOperation::received, &BeginCollectiveOperation::source>,
      leading<&BeginCollectiveOperation::collective>("collOp"),
      keyed<&BeginCollectiveOperation::matching_id>("matchingId", "H", "HANDLEID"),
      keyed<&BeginCollectiveOperation::proc_group>("procGroup", "C", "COMM"),
      keyed<&BeginCollectiveOperation::root_proc>("rootProc", "RT", "ROOT"),
      keyed<&BeginCollectiveOperation::sent>("sent", "S", "SENT"),
      keyed<&BeginCollectiveOperation::received>("received", "R", "RECVD"),
      scl<&BeginCollectiveOperation::source>("scltoken", "S"));
};

struct EndCollectiveOperation {
  std::uint64_t matching_id{};

  static constexpr auto schema = record_line(52, "EndCollectiveOperation", "A collective operation ends.", "COPE",
      "COLLOPEND", passed<From::time, From::process, &EndCollectiveOperation::matching_id>,
      leading<&EndCollectiveOperation::matching_id>("matchingId"));
};

struct EventComment {
  std::string_view comment;

  static constexpr auto schema = record_line(0, "EventComment", "A remark at one time.", "#", "#EVTCOMMENT",
      passed<From::time, From::process, &EventComment::comment>,
      leading<&EventComment::comment>("comment", Presence::text_if_there));
};

struct BeginProcess {
  static constexpr auto schema = record_line(
      35, "BeginProcess", "A process begins.", "PB", "PROCESSBEGIN", passed<From::time, From::process>);
};

struct EndProcess {
  static constexpr auto schema = record_line(
      36, "EndProcess", "A process ends.", "PE", "PROCESSEND", passed<From::time, From::process>);
};

struct FileOperation {
  std::uint32_t file{};
  std::uint64_t handle{};
  std::uint32_t operation{};
  std::uint64_t bytes{};
  std::uint64_t duration{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(42, "FileOperation", "A file operation, told at its beginning.", "F",
      "FILEOP",
      passed<From::time, &FileOperation::file, From::process, &FileOperation::handle, &FileOperation::operation,
          &FileOperation::bytes, &FileOperation::duration, &FileOperation::source>,
      leading<&FileOperation::file>("fileid"), keyed<&FileOperation::handle>("handleid", "H", "HANDLEID"),
      keyed<&FileOperation::operation>("operation", "OP", "OPERATION"),
      keyed<&FileOperation::bytes>("bytes", "B", "BYTES"), keyed<&FileOperation::duration>("duration", "D", "DUR"),
      scl<&FileOperation::source>("source"));
};

struct BeginFileOperation {
  std::uint64_t matching_id{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(53, "BeginFileOperation", "A file operation begins.", "FA",
      "FILEOPBEGINNEW",
      passed<From::time, From::process, &BeginFileOperation::matching_id, &BeginFileOperation::source>,
      leading<&BeginFileOperation::matching_id>("matchingId"), scl<&BeginFileOperation::source>("scltoken"));
  static constexpr auto older = schema.starting_with("FB", "FILEOPBEGIN");
};

struct EndFileOperation {
  std::uint32_t file{};
  std::uint64_t matching_id{};
  std::uint64_t handle{};
  std::uint32_t operation{};
  std::uint64_t bytes{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(54, "EndFileOperation", "A file operation ends.", "FF", "FILEOPENDNEW",
      passed<From::time, From::process, &EndFileOperation::file, &EndFileOperation::matching_id,
          &EndFileOperation::handle, &EndFileOperation::operation, &EndFileOperation::bytes, &EndFileOperation::source>,
      leading<&EndFileOperation::file>("fileid"), keyed<&EndFileOperation::matching_id>("matchingId", "MI", "MATCHID"),
      keyed<&EndFileOperation::handle>("handleId", "H", "HANDLEID"),
      keyed<&EndFileOperation::operation>("operation", "OP", "OPERATION"),
      keyed<&EndFileOperation::bytes>("bytes", "B", "BYTES"), scl<&EndFileOperation::source>("scltoken"));
  static constexpr auto older = record_line(54, "EndFileOperation", "As it was before release 1.7.", "FE", "FILEOPEND",
      passed<>, leading<&EndFileOperation::file>("fileid"),
      keyed<&EndFileOperation::matching_id>("matchingId", "H", "HANDLEID"),
      keyed<&EndFileOperation::operation>("operation", "OP", "OPERATION"),
      keyed<&EndFileOperation::bytes>("bytes", "B", "BYTES"), scl<&EndFileOperation::source>("scltoken"));
};

struct RMAPut {
  std::uint32_t origin{};
  std::uint32_t target{};
  std::uint32_t communicator{};
  std::uint32_t tag{};
  std::uint64_t bytes{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(47, "RMAPut", "Data are put into the memory of another process.", "T",
      "TRMAPUT",
      passed<From::time, From::process, &RMAPut::origin, &RMAPut::target, &RMAPut::communicator, &RMAPut::tag,
          &RMAPut::bytes, &RMAPut::source>,
      leading<&RMAPut::origin>("origin"), keyed<&RMAPut::target>("target", "P", "PROCESS"),
      keyed<&RMAPut::communicator>("communicator", "C", "COMM"), keyed<&RMAPut::tag>("tag", "T", "TAG"),
      keyed<&RMAPut::bytes>("bytes", "L", "LEN"), scl<&RMAPut::source>("source"));
};

struct RMAPutRemoteEnd {
  std::uint32_t origin{};
  std::uint32_t target{};
  std::uint32_t communicator{};
  std::uint32_t tag{};
  std::uint64_t bytes{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(48, "RMAPutRemoteEnd",
      "The same, with the end of the transfer told at the target.", "U", "URMAPUTRE",
      passed<From::time, From::process, &RMAPutRemoteEnd::origin, &RMAPutRemoteEnd::target,
          &RMAPutRemoteEnd::communicator, &RMAPutRemoteEnd::tag, &RMAPutRemoteEnd::bytes, &RMAPutRemoteEnd::source>,
      leading<&RMAPutRemoteEnd::origin>("origin"), keyed<&RMAPutRemoteEnd::target>("target", "P", "PROCESS"),
      keyed<&RMAPutRemoteEnd::communicator>("communicator", "C", "COMM"),
      keyed<&RMAPutRemoteEnd::tag>("tag", "T", "TAG"), keyed<&RMAPutRemoteEnd::bytes>("bytes", "L", "LEN"),
      scl<&RMAPutRemoteEnd::source>("source"));
};

struct RMAGet {
  std::uint32_t origin{};
  std::uint32_t target{};
  std::uint32_t communicator{};
  std::uint32_t tag{};
  std::uint64_t bytes{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(49, "RMAGet", "Data are fetched from the memory of another process.", "G",
      "GRMAGET",
      passed<From::time, From::process, &RMAGet::origin, &RMAGet::target, &RMAGet::communicator, &RMAGet::tag,
          &RMAGet::bytes, &RMAGet::source>,
      leading<&RMAGet::origin>("origin"), keyed<&RMAGet::target>("target", "P", "PROCESS"),
      keyed<&RMAGet::communicator>("communicator", "C", "COMM"), keyed<&RMAGet::tag>("tag", "T", "TAG"),
      keyed<&RMAGet::bytes>("bytes", "L", "LEN"), scl<&RMAGet::source>("source"));
};

struct RMAEnd {
  std::uint32_t remote{};
  std::uint32_t communicator{};
  std::uint32_t tag{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(50, "RMAEnd", "All transfers with this tag have ended.", "M", "MRMAEND",
      passed<From::time, From::process, &RMAEnd::remote, &RMAEnd::communicator, &RMAEnd::tag, &RMAEnd::source>,
      leading<&RMAEnd::remote>("remote"), keyed<&RMAEnd::communicator>("communicator", "C", "COMM"),
      keyed<&RMAEnd::tag>("tag", "T", "TAG"), scl<&RMAEnd::source>("source"));
};

}  // namespace weft::otf
