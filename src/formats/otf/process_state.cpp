// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/process_state.hpp"

#include <algorithm>

#include "formats/otf/vocabulary.hpp"

namespace weft::otf {

void ProcessState::see(const At& at, const Enter& record) {
  ++functions_.try_emplace(record.function, FunctionSummary{record.function}).first->second.invocations;
  calls_.push_back({{at.time, record, at.values}});
}

// Whatever function is named, the innermost call ends.
void ProcessState::see(const At& at, const Leave&) {
  if (calls_.empty()) return;
  const Call call = std::move(calls_.back());
  calls_.pop_back();
  const Ticks inclusive = at.time - call.enter.time;
  add_call(functions_[call.enter.record.function], inclusive, call.in_children);
  if (!calls_.empty()) calls_.back().in_children += inclusive;
}

void ProcessState::add_call(FunctionSummary& sum, Ticks inclusive, Ticks in_children) {
  sum.incl_time += inclusive;
  sum.excl_time += inclusive - in_children;
}

void ProcessState::see(const At& at, const SendMsg& record) {
  ++messages_sum_.sent_number;
  messages_sum_.sent_bytes += record.length;
  const auto arrivals = arrivals_.find({record.receiver, record.group, record.type});
  if (arrivals == arrivals_.end() || arrivals->second.empty()) return;
  messages_.push_back({{at.time, record, at.values}, arrivals->second.front()});
  arrivals->second.pop_front();
}

void ProcessState::see(const At&, const RecvMsg& record) {
  ++messages_sum_.received_number;
  messages_sum_.received_bytes += record.length;
}

void ProcessState::see(const At& at, const Counter& record) {
  counters_.insert_or_assign(record.counter, Open<Counter>{at.time, record, at.values});
}

void ProcessState::see(const At&, const CollectiveOperation& record) {
  ++collective_counts_[record.proc_group];
  count_collective(record.collective, record.root_proc, record.sent, record.received);
}

void ProcessState::see(const At& at, const BeginCollectiveOperation& record) {
  collectives_.insert_or_assign(record.matching_id, Open<BeginCollectiveOperation>{at.time, record, at.values});
}

void ProcessState::see(const At&, const EndCollectiveOperation& record) {
  const auto begun = collectives_.find(record.matching_id);
  if (begun == collectives_.end()) return;
  const BeginCollectiveOperation& begin = begun->second.record;
  ++collective_counts_[begin.proc_group];
  count_collective(begin.collective, begin.root_proc, begin.sent, begin.received);
  collectives_.erase(begun);
}

// Who sends and who receives is a matter of the type: 1 barrier, 2 one to all, 3 all to one, 4 all to all.
void ProcessState::count_collective(
    std::uint32_t collective, std::uint32_t root, std::uint64_t sent, std::uint64_t received) {
  const auto known = types_.types.find(collective);
  const std::uint32_t type = known == types_.types.end() ? 0 : known->second;
  const bool is_root = root == process_;
  CollopSummary& sum = collective_sums_[type];
  sum.collective = collective;
  if (type == 1 || type == 3 || type == 4 || (type == 2 && is_root)) ++sum.sent_number;
  if (type == 2 || type == 4 || (type == 3 && is_root)) ++sum.received_number;
  sum.sent_bytes += static_cast<std::uint32_t>(sent);
  sum.received_bytes += static_cast<std::uint32_t>(received);
}

void ProcessState::see(const At& at, const FileOperation& record) {
  count_file(at, record.file, record.handle, record.operation, record.bytes, record.source);
}

void ProcessState::see(const At& at, const BeginFileOperation& record) {
  file_operations_.insert_or_assign(record.matching_id, Open<BeginFileOperation>{at.time, record, at.values});
}

void ProcessState::see(const At& at, const EndFileOperation& record) {
  file_operations_.erase(record.matching_id);
  count_file(at, record.file, record.handle, record.operation, record.bytes, record.source);
}

void ProcessState::count_file(const At& at, std::uint32_t file, std::uint64_t handle, std::uint32_t operation,
    std::uint64_t bytes, std::uint32_t source) {
  const std::uint32_t kind = operation & file_op::operations;
  if (kind > file_op::seek || (kind == file_op::seek && !file_sums_.contains(file))) return;
  FileOperationSummary& sum = file_sums_.try_emplace(file, FileOperationSummary{file}).first->second;
  const auto same_handle = [&](const auto& open) { return open.record.handle == handle; };
  switch (kind) {
    case file_op::open:
      ++sum.opens;
      std::erase_if(files_, same_handle);
      files_.push_back({at.time, {file, at.time, handle, source}, at.values});
      break;
    case file_op::close:
      ++sum.closes;
      std::erase_if(files_, same_handle);
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

Result<> ProcessState::write_snapshot(Ticks time, StreamWriter& out) {
  for (const Call& call : calls_)
    WEFT_TRY(out.write(time, process_,
        EnterSnapshot{call.enter.record.function, call.enter.time, call.enter.record.source}, &call.enter.values));
  std::erase_if(messages_, [&](const Message& message) { return message.arrival < time; });
  for (const auto& [send, arrival] : messages_) {
    SendSnapshot snapshot;
    snapshot.receiver = send.record.receiver;
    snapshot.original_time = send.time;
    snapshot.proc_group = send.record.group;
    snapshot.tag = send.record.type;
    snapshot.length = send.record.length;
    snapshot.source = send.record.source;
    WEFT_TRY(out.write(time, process_, snapshot, &send.values));
  }
  for (const auto& open : files_) WEFT_TRY(out.write(time, process_, open.record, &open.values));
  for (const auto& [id, open] : collectives_) {
    const BeginCollectiveOperation& begin = open.record;
    WEFT_TRY(out.write(time, process_,
        BeginCollopSnapshot{open.time, begin.collective, begin.matching_id, begin.proc_group, begin.root_proc,
            begin.sent, begin.received, begin.source},
        &open.values));
  }
  for (const auto& [communicator, count] : collective_counts_)
    WEFT_TRY(out.write(time, process_, CollopCountSnapshot{communicator, count}));
  for (const auto& [id, open] : file_operations_)
    WEFT_TRY(out.write(time, process_, BeginFileOpSnapshot{open.time, id, open.record.source}, &open.values));
  for (const auto& [counter, open] : counters_)
    WEFT_TRY(out.write(time, process_, CounterSnapshot{open.time, counter, open.record.value}, &open.values));
  return {};
}

// Calls that have not ended count up to now.
Result<> ProcessState::write_statistics(Ticks time, StreamWriter& out) const {
  auto functions = functions_;
  Ticks in_child = 0;
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    const Ticks inclusive = time - call->enter.time;
    add_call(functions[call->enter.record.function], inclusive, call->in_children + in_child);
    in_child = inclusive;
  }
  for (const auto& [token, sum] : functions) WEFT_TRY(out.write(time, process_, sum));
  if (messages_sum_.sent_number || messages_sum_.received_number) WEFT_TRY(out.write(time, process_, messages_sum_));
  for (const auto& [type, sum] : collective_sums_) WEFT_TRY(out.write(time, process_, sum));
  for (const auto& [file, sum] : file_sums_) WEFT_TRY(out.write(time, process_, sum));
  return {};
}

}  // namespace weft::otf
