// SPDX-License-Identifier: BSD-3-Clause
// ProcessSums: what a process has done so far, summed up as statistics files have it (docs/formats/otf.md, section
// 11.4): time in functions, messages, collective operations, file operations.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "formats/otf/record_reader.hpp"
#include "formats/otf/writer.hpp"

namespace weft::otf {

// What sums need to know of definitions: reads them.
struct SumDefinitions {
  std::unordered_map<std::uint32_t, std::uint32_t> collective_types;
  std::unordered_map<std::uint32_t, std::uint32_t> function_groups;  // by function
  std::unordered_map<std::uint32_t, std::uint32_t> file_groups;      // by file

  void operator()(const At&, const DefCollectiveOperation& record) {
    collective_types.emplace(record.collective, record.type);
  }
  void operator()(const At&, const DefFunction& record) { function_groups.emplace(record.func, record.func_group); }
  void operator()(const At&, const DefFile& record) { file_groups.emplace(record.token, record.group); }
};

class ProcessSums {
 public:
  ProcessSums(ProcessId process, const SumDefinitions& definitions) : process_(process), definitions_(definitions) {}
  ProcessSums(const ProcessSums&) = delete;  // calls refer to the sums
  ProcessSums& operator=(const ProcessSums&) = delete;

  void see(const At& at, const Enter& record);
  void see(const At& at, const Leave& record);
  void see(const At& at, const SendMsg& record);
  void see(const At& at, const RecvMsg& record);
  void see(const At& at, const CollectiveOperation& record);
  void see(const At& at, const BeginCollectiveOperation& record);
  void see(const At& at, const EndCollectiveOperation& record);
  void see(const At& at, const FileOperation& record);
  void see(const At& at, const EndFileOperation& record);
  template <class R>
  void see(const At&, const R&) {}

  // The function that is left next, if any.
  std::optional<std::uint32_t> innermost() const {
    return calls_.empty() ? std::nullopt : std::optional(calls_.back().sum->function);
  }

  struct Groups {
    bool functions = false;  // sums of groups of functions in place of functions
    bool files = false;
  };
  Result<> write(Ticks time, Groups groups, StreamWriter& out) const;

 private:
  struct Call {
    FunctionSummary* sum;  // of the function
    Ticks begin;
    Ticks in_children = 0;
  };

  static void add_call(FunctionSummary& sum, Ticks inclusive, Ticks in_children);
  void count_collective(std::uint32_t collective, std::uint32_t root, std::uint64_t sent, std::uint64_t received);
  void count_file(std::uint32_t file, std::uint32_t operation, std::uint64_t bytes);
  std::map<std::uint32_t, FunctionSummary> functions_until(Ticks time) const;
  Result<> write_functions(Ticks time, bool in_groups, StreamWriter& out) const;
  Result<> write_files(Ticks time, bool in_groups, StreamWriter& out) const;

  ProcessId process_;
  const SumDefinitions& definitions_;
  std::vector<Call> calls_;
  std::map<std::uint32_t, FunctionSummary> functions_;
  MessageSummary messages_;                                            // with all peers, in all groups
  std::unordered_map<std::uint64_t, BeginCollectiveOperation> begun_;  // by their ids
  std::map<std::uint32_t, CollopSummary> collectives_;                 // by type
  std::map<std::uint32_t, FileOperationSummary> files_;
};

}  // namespace weft::otf
