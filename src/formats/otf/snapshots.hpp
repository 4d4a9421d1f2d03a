// SPDX-License-Identifier: BSD-3-Clause
// The state of a process at one time: in snapshot files, or between the events. Fields stand in the order of the line;
// docs/formats/otf.md, section 5, has the table.
#pragma once

#include "formats/otf/line_schema.hpp"

namespace weft::otf {

struct SnapshotComment {
  std::string_view comment;

  static constexpr auto schema = record_line(40, "SnapshotComment", "A remark on a snapshot.", "C", "COMMENT",
      passed<From::time, From::process, &SnapshotComment::comment>,
      leading<&SnapshotComment::comment>("comment", Presence::text_if_there));
};

struct EnterSnapshot {
  std::uint32_t function{};
  std::uint64_t original_time{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(37, "EnterSnapshot", "A function is active.", "E", "ENTER",
      passed<From::time, &EnterSnapshot::original_time, &EnterSnapshot::function, From::process,
          &EnterSnapshot::source>,
      leading<&EnterSnapshot::function>("function"), keyed<&EnterSnapshot::original_time>("originaltime", "O", "OTIME"),
      scl<&EnterSnapshot::source>("source", "S"));
};

struct SendSnapshot {
  std::uint32_t receiver{};
  std::uint64_t original_time{};
  std::uint32_t proc_group{};
  std::uint32_t tag{};
  std::uint32_t length{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(38, "SendSnapshot", "A message is on its way.", "S", "SEND",
      passed<From::time, &SendSnapshot::original_time, From::process, &SendSnapshot::receiver,
          &SendSnapshot::proc_group, &SendSnapshot::tag, &SendSnapshot::length, &SendSnapshot::source>,
      leading<&SendSnapshot::receiver>("receiver"), keyed<&SendSnapshot::original_time>("originaltime", "O", "OTIME"),
      keyed<&SendSnapshot::proc_group>("procGroup", "G", "GROUP"), keyed<&SendSnapshot::tag>("tag", "T", "TAG"),
      keyed<&SendSnapshot::length>("length", "L", "LEN", "", Presence::since_later),
      scl<&SendSnapshot::source>("source", "S"));
};

struct OpenFileSnapshot {
  std::uint32_t file{};
  std::uint64_t original_time{};
  std::uint64_t handle{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(43, "OpenFileSnapshot", "A file is open.", "OF", "OPENFILE",
      passed<From::time, &OpenFileSnapshot::original_time, &OpenFileSnapshot::file, From::process,
          &OpenFileSnapshot::handle, &OpenFileSnapshot::source>,
      leading<&OpenFileSnapshot::file>("fileid"), keyed<&OpenFileSnapshot::original_time>("originaltime", "O", "OTIME"),
      keyed<&OpenFileSnapshot::handle>("handleid", "H", "HANDLEID"), scl<&OpenFileSnapshot::source>("source", "S"));
};

struct BeginCollopSnapshot {
  std::uint64_t original_time{};
  std::uint32_t collective{};
  std::uint64_t matching_id{};
  std::uint32_t proc_group{};
  std::uint32_t root_proc{};
  std::uint64_t sent{};
  std::uint64_t received{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(59, "BeginCollopSnapshot", "A collective operation is in progress.", "BC",
      "BEGINCOLLOP",
      passed<From::time, &BeginCollopSnapshot::original_time, From::process, &BeginCollopSnapshot::collective,
          &BeginCollopSnapshot::matching_id, &BeginCollopSnapshot::proc_group, &BeginCollopSnapshot::root_proc,
          &BeginCollopSnapshot::sent, &BeginCollopSnapshot::received, &BeginCollopSnapshot::source>,
      leading<&BeginCollopSnapshot::original_time>("originaltime"),
      keyed<&BeginCollopSnapshot::collective>("collOp", "CL", "COLL"),
      keyed<&BeginCollopSnapshot::matching_id>("matchingId", "H", "HANDLEID"),
      keyed<&BeginCollopSnapshot::proc_group>("procGroup", "G", "GROUP"),
      keyed<&BeginCollopSnapshot::root_proc>("rootProc", "RT", "ROOT"),
      keyed<&BeginCollopSnapshot::sent>("sent", "S", "SENT"),
      keyed<&BeginCollopSnapshot::received>("received", "R", "RECVD"), scl<&BeginCollopSnapshot::source>("scltoken"));
};

struct BeginFileOpSnapshot {
  std::uint64_t original_time{};
  std::uint64_t matching_id{};
  std::uint32_t source{};

  static constexpr auto schema = record_line(60, "BeginFileOpSnapshot", "A file operation is in progress.", "BF",
      "BEGINFILEOP",
      passed<From::time, &BeginFileOpSnapshot::original_time, From::process, &BeginFileOpSnapshot::matching_id,
          &BeginFileOpSnapshot::source>,
      leading<&BeginFileOpSnapshot::original_time>("originaltime"),
      keyed<&BeginFileOpSnapshot::matching_id>("matchingId", "MI", "MATCHID"),
      scl<&BeginFileOpSnapshot::source>("scltoken"));
};

struct CollopCountSnapshot {
  std::uint32_t communicator{};
  std::uint64_t count{};

  static constexpr auto schema = record_line(66, "CollopCountSnapshot", "Collective operations that were completed.",
      "COC", "COLLOPCOUNT",
      passed<From::time, From::process, &CollopCountSnapshot::communicator, &CollopCountSnapshot::count>,
      leading<&CollopCountSnapshot::communicator>("communicator"),
      keyed<&CollopCountSnapshot::count>("count", "N", "COUNT"));
};

struct CounterSnapshot {
  std::uint64_t original_time{};
  std::uint32_t counter{};
  std::uint64_t value{};

  static constexpr auto schema = record_line(67, "CounterSnapshot", "The last value of a counter.", "CNT", "COUNTER",
      passed<From::time, &CounterSnapshot::original_time, From::process, &CounterSnapshot::counter,
          &CounterSnapshot::value>,
      leading<&CounterSnapshot::original_time>("originaltime"),
      keyed<&CounterSnapshot::counter>("counter", "CNT", "COUNTER"),
      keyed<&CounterSnapshot::value>("value", "V", "VALUE"));
};

}  // namespace weft::otf
