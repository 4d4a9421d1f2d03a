// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/process_sums.hpp"

#include "formats/otf/vocabulary.hpp"

namespace weft::otf {

void ProcessSums::see(const At& at, const Enter& record) {
  FunctionSummary& sum = functions_.try_emplace(record.function, FunctionSummary{record.function}).first->second;
  ++sum.invocations;
  calls_.push_back({&sum, at.time});
}

// Whatever function is named, the innermost call ends.
void ProcessSums::see(const At& at, const Leave&) {
  if (calls_.empty()) return;
  const Call call = calls_.back();
  calls_.pop_back();
  const Ticks inclusive = at.time - call.begin;
  add_call(*call.sum, inclusive, call.in_children);
  if (!calls_.empty()) calls_.back().in_children += inclusive;
}

void ProcessSums::add_call(FunctionSummary& sum, Ticks inclusive, Ticks in_children) {
  sum.incl_time += inclusive;
  sum.excl_time += inclusive - in_children;
}

void ProcessSums::see(const At&, const SendMsg& record) {
  ++messages_.sent_number;
  messages_.sent_bytes += record.length;
}

void ProcessSums::see(const At&, const RecvMsg& record) {
  ++messages_.received_number;
  messages_.received_bytes += record.length;
}

void ProcessSums::see(const At&, const CollectiveOperation& record) {
  count_collective(record.collective, record.root_proc, record.sent, record.received);
}

// Of two that begin with the same id, the first one counts.
void ProcessSums::see(const At&, const BeginCollectiveOperation& record) {
  begun_.try_emplace(record.matching_id, record);
}

void ProcessSums::see(const At&, const EndCollectiveOperation& record) {
  const auto begun = begun_.find(record.matching_id);
  if (begun == begun_.end()) return;
  const BeginCollectiveOperation& begin = begun->second;
  count_collective(begin.collective, begin.root_proc, begin.sent, begin.received);
  begun_.erase(begun);
}

// Who sends and who receives is a matter of the type.
void ProcessSums::count_collective(
    std::uint32_t collective, std::uint32_t root, std::uint64_t sent, std::uint64_t received) {
  const auto known = definitions_.collective_types.find(collective);
  using namespace collective_type;
  const std::uint32_t type = known == definitions_.collective_types.end() ? unknown : known->second;
  const bool is_root = root == process_;
  CollopSummary& sum = collectives_[type];
  sum.collective = collective;
  if (type == barrier || type == all_to_one || type == all_to_all || (type == one_to_all && is_root)) ++sum.sent_number;
  if (type == one_to_all || type == all_to_all || (type == all_to_one && is_root)) ++sum.received_number;
  sum.sent_bytes += sent;
  sum.received_bytes += received;
}

void ProcessSums::see(const At&, const FileOperation& record) {
  count_file(record.file, record.operation, record.bytes);
}

void ProcessSums::see(const At&, const EndFileOperation& record) {
  count_file(record.file, record.operation, record.bytes);
}

void ProcessSums::count_file(std::uint32_t file, std::uint32_t operation, std::uint64_t bytes) {
  const std::uint32_t kind = operation & file_op::operations;
  if (kind > file_op::seek || (kind == file_op::seek && !files_.contains(file))) return;
  FileOperationSummary& sum = files_.try_emplace(file, FileOperationSummary{file}).first->second;
  switch (kind) {
    case file_op::open:
      ++sum.opens;
      break;
    case file_op::close:
      ++sum.closes;
      break;
    case file_op::read:
      ++sum.reads, sum.bytes_read += bytes;
      break;
    case file_op::write:
      ++sum.writes, sum.bytes_written += bytes;
      break;
    default:
      ++sum.seeks;
  }
}

Result<> ProcessSums::write(Ticks time, Groups groups, StreamWriter& out) const {
  WEFT_TRY(write_functions(time, groups.functions, out));
  if (messages_.sent_number || messages_.received_number) WEFT_TRY(out.write(time, process_, messages_));
  for (const auto& [type, sum] : collectives_) WEFT_TRY(out.write(time, process_, sum));
  return write_files(time, groups.files, out);
}

// Calls that have not ended count up to now.
std::map<std::uint32_t, FunctionSummary> ProcessSums::functions_until(Ticks time) const {
  auto functions = functions_;
  Ticks in_child = 0;
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    const Ticks inclusive = time - call->begin;
    add_call(functions[call->sum->function], inclusive, call->in_children + in_child);
    in_child = inclusive;
  }
  return functions;
}

namespace {

// The group of a function or file; 0 where nobody says it.
std::uint32_t group_of(const std::unordered_map<std::uint32_t, std::uint32_t>& groups, std::uint32_t member) {
  const auto known = groups.find(member);
  return known == groups.end() ? 0 : known->second;
}

}  // namespace

Result<> ProcessSums::write_functions(Ticks time, bool in_groups, StreamWriter& out) const {
  const auto functions = functions_until(time);
  if (!in_groups) {
    for (const auto& [token, sum] : functions) WEFT_TRY(out.write(time, process_, sum));
    return {};
  }
  std::map<std::uint32_t, FunctionGroupSummary> groups;
  for (const auto& [token, sum] : functions) {
    const std::uint32_t group = group_of(definitions_.function_groups, token);
    FunctionGroupSummary& total = groups.try_emplace(group, FunctionGroupSummary{group}).first->second;
    total.invocations += sum.invocations;
    total.excl_time += sum.excl_time;
    total.incl_time += sum.incl_time;
  }
  for (const auto& [group, total] : groups) WEFT_TRY(out.write(time, process_, total));
  return {};
}

Result<> ProcessSums::write_files(Ticks time, bool in_groups, StreamWriter& out) const {
  if (!in_groups) {
    for (const auto& [file, sum] : files_) WEFT_TRY(out.write(time, process_, sum));
    return {};
  }
  std::map<std::uint32_t, FileGroupOperationSummary> groups;
  for (const auto& [file, sum] : files_) {
    const std::uint32_t group = group_of(definitions_.file_groups, file);
    FileGroupOperationSummary& total = groups.try_emplace(group, FileGroupOperationSummary{group}).first->second;
    total.opens += sum.opens;
    total.closes += sum.closes;
    total.reads += sum.reads;
    total.writes += sum.writes;
    total.seeks += sum.seeks;
    total.bytes_read += sum.bytes_read;
    total.bytes_written += sum.bytes_written;
  }
  for (const auto& [group, total] : groups) WEFT_TRY(out.write(time, process_, total));
  return {};
}

}  // namespace weft::otf
