// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io.hpp"

#include <algorithm>

#include "analyze/each_record.hpp"

namespace weft {

void IoCounts::merge(const IoCounts& other) {
  begun += other.begun;
  completed += other.completed;
  cancelled += other.cancelled;
  bytes_requested += other.bytes_requested;
  bytes_moved += other.bytes_moved;
}

const IoCounts& HandleCounts::find(IoOperationMode mode) const {
  static constexpr IoCounts none;
  const auto found = std::ranges::find(modes_, mode, &std::pair<IoOperationMode, IoCounts>::first);
  return found == modes_.end() ? none : found->second;
}

IoCounts& HandleCounts::of(IoOperationMode mode) {
  if (mode != IoOperationMode::read && mode != IoOperationMode::write && mode != IoOperationMode::flush)
    mode = without_name;
  const auto found = std::ranges::find(modes_, mode, &std::pair<IoOperationMode, IoCounts>::first);
  return found == modes_.end() ? modes_.emplace_back(mode, IoCounts{}).second : found->second;
}

void HandleCounts::merge(const HandleCounts& other) {
  for (const auto& [mode, counts] : other.modes_) of(mode).merge(counts);
  unmatched += other.unmatched;
}

void Io::add(const EventBatch& batch) {
  each_record<evt::IoOperationBegin, evt::IoOperationComplete, evt::IoOperationCancelled>(
      batch, [&](const auto& record, Ticks) {
        if constexpr (requires { record.bytes_request; })
          begin(record);
        else if constexpr (requires { record.bytes_result; })
          end({{record.handle, record.matching_id}, false, record.bytes_result});
        else
          end({{record.handle, record.matching_id}, true, 0});
      });
}

void Io::begin(const evt::IoOperationBegin& begin) {
  IoCounts& counts = by_handle_[begin.handle].of(begin.mode);
  ++counts.begun;
  counts.bytes_requested += begin.bytes_request;
  running_.insert_or_assign({begin.handle, begin.matching_id}, begin.mode);
}

void Io::end(const End& end) {
  const auto begun = running_.find(end.operation);
  if (begun == running_.end()) {
    ends_.push_back(end);
    return;
  }
  settle(end, begun->second);
  running_.erase(begun);
}

void Io::settle(const End& end, IoOperationMode mode) {
  IoCounts& counts = by_handle_[end.operation.handle].of(mode);
  ++(end.cancelled ? counts.cancelled : counts.completed);
  counts.bytes_moved += end.bytes;
}

void Io::merge(const Io& other) {
  for (const auto& [handle, counts] : other.by_handle_) by_handle_[handle].merge(counts);
  for (const auto& [operation, mode] : other.running_) begins_.push_back({operation, mode});
  begins_.insert(begins_.end(), other.begins_.begin(), other.begins_.end());
  ends_.insert(ends_.end(), other.ends_.begin(), other.ends_.end());
}

void Io::finish() {
  for (const auto& [operation, mode] : running_) begins_.push_back({operation, mode});
  running_.clear();
  // Sorted, so that the result does not depend on the order in which locations came.
  std::ranges::sort(begins_);
  std::ranges::sort(ends_);
  auto begin = begins_.begin();
  for (const End& end : ends_) {
    while (begin != begins_.end() && begin->operation < end.operation) ++begin;
    if (begin != begins_.end() && begin->operation == end.operation)
      settle(end, begin++->mode);
    else
      ++by_handle_[end.operation.handle].unmatched;
  }
  begins_.clear();
  ends_.clear();
}

std::map<IoFileRef, FileCounts> Io::by_file(const Definitions& definitions) const {
  std::map<IoFileRef, FileCounts> files;
  for (const auto& [handle, counts] : by_handle_) {
    const auto* definition = definitions.find<def::IoHandle>(handle);
    FileCounts& file = files[definition ? definition->file : IoFileRef{}];
    ++file.handles;
    file.counts.merge(counts);
  }
  return files;
}

}  // namespace weft
