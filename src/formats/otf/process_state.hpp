// SPDX-License-Identifier: BSD-3-Clause
// ProcessState: what is going on in a process after some of its events, and the sums of what has been: the calls, the
// messages on their way, open files, collective operations and counters (docs/formats/otf.md, section 10.1).
#pragma once

#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "formats/otf/record_reader.hpp"
#include "formats/otf/writer.hpp"

namespace weft::otf {

// When messages arrive, by receiver, process group and tag.
using Arrivals = std::map<std::tuple<ProcessId, std::uint32_t, std::uint32_t>, std::deque<Ticks>>;

// The types of collective operations, by their tokens: reads definitions.
struct CollectiveTypes {
  std::unordered_map<std::uint32_t, std::uint32_t> types;
  void operator()(const At&, const DefCollectiveOperation& record) { types.emplace(record.collective, record.type); }
};

class ProcessState {
 public:
  ProcessState(ProcessId process, const CollectiveTypes& types, Arrivals arrivals)
      : process_(process), types_(types), arrivals_(std::move(arrivals)) {}

  void see(const At& at, const Enter& record);
  void see(const At& at, const Leave& record);
  void see(const At& at, const SendMsg& record);
  void see(const At& at, const RecvMsg& record);
  void see(const At& at, const Counter& record);
  void see(const At& at, const CollectiveOperation& record);
  void see(const At& at, const BeginCollectiveOperation& record);
  void see(const At& at, const EndCollectiveOperation& record);
  void see(const At& at, const FileOperation& record);
  void see(const At& at, const BeginFileOperation& record);
  void see(const At& at, const EndFileOperation& record);
  template <class R>
  void see(const At&, const R&) {}

  Result<> write_snapshot(Ticks time, StreamWriter& out);
  Result<> write_statistics(Ticks time, StreamWriter& out) const;

 private:
  // An event that is still of interest, with its time and key-values.
  template <class R>
  struct Open {
    Ticks time;
    R record;
    KeyValues values;
  };
  struct Call {
    Open<Enter> enter;
    Ticks in_children = 0;
  };
  struct Message {
    Open<SendMsg> send;
    Ticks arrival;
  };

  static void add_call(FunctionSummary& sum, Ticks inclusive, Ticks in_children);
  void count_collective(std::uint32_t collective, std::uint32_t root, std::uint64_t sent, std::uint64_t received);
  void count_file(const At& at, std::uint32_t file, std::uint64_t handle, std::uint32_t operation, std::uint64_t bytes,
      std::uint32_t source);

  ProcessId process_;
  const CollectiveTypes& types_;
  Arrivals arrivals_;
  std::vector<Call> calls_;
  std::deque<Message> messages_;
  std::map<std::uint64_t, Open<BeginCollectiveOperation>> collectives_;
  std::map<std::uint32_t, std::uint64_t> collective_counts_;  // by communicator
  std::vector<Open<OpenFileSnapshot>> files_;
  std::map<std::uint64_t, Open<BeginFileOperation>> file_operations_;
  std::map<std::uint32_t, Open<Counter>> counters_;

  std::map<std::uint32_t, FunctionSummary> functions_;
  MessageSummary messages_sum_;                             // with all peers, in all groups
  std::map<std::uint32_t, CollopSummary> collective_sums_;  // by type
  std::map<std::uint32_t, FileOperationSummary> file_sums_;
};

}  // namespace weft::otf
