// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/snapshot_state.hpp"

#include "formats/otf/vocabulary.hpp"

namespace weft::otf {

void SnapshotState::see(const At& at, const Enter& record) {
  state_.enter({at.time, record.function, record.source, at.values});
}

void SnapshotState::see(const At&, const Leave&) { state_.leave(); }

void SnapshotState::see(const At& at, const SendMsg& record) {
  if (const auto received = match(record)) send(at.time, record, *received, at.values);
}

void SnapshotState::send(Ticks time, const SendMsg& record, const Received& received, const KeyValues& values) {
  state_.send({time, {record.receiver, record.group, record.type}, record.length, record.source, received, values});
}

void SnapshotState::see(const At& at, const Counter& record) {
  state_.count(record.counter, {at.time, record.value, at.values});
}

void SnapshotState::see(const At&, const CollectiveOperation& record) { state_.count_collective(record.proc_group); }

void SnapshotState::see(const At& at, const BeginCollectiveOperation& record) {
  state_.begin_collective({at.time, record.collective, record.matching_id, record.proc_group, record.root_proc,
      record.sent, record.received, record.source, at.values});
}

void SnapshotState::see(const At&, const EndCollectiveOperation& record) { state_.end_collective(record.matching_id); }

void SnapshotState::see(const At& at, const FileOperation& record) {
  see_file(at, record.file, record.handle, record.operation, record.source);
}

void SnapshotState::see(const At& at, const BeginFileOperation& record) {
  state_.begin_file_operation({at.time, record.matching_id, record.source, at.values});
}

void SnapshotState::see(const At& at, const EndFileOperation& record) {
  state_.end_file_operation(record.matching_id);
  see_file(at, record.file, record.handle, record.operation, record.source);
}

void SnapshotState::see_file(
    const At& at, std::uint32_t file, std::uint64_t handle, std::uint32_t operation, std::uint32_t source) {
  const std::uint32_t kind = operation & file_op::operations;
  if (kind == file_op::open) state_.open_file({at.time, file, handle, source, at.values});
  if (kind == file_op::close) state_.close_file(handle);
}

Result<> SnapshotState::write(Ticks time, ProcessId process, StreamWriter& out) {
  Result<> result;
  const auto put = [&](const auto& record, const KeyValues* values) {
    result = out.write(time, process, record, values);
    return result.has_value();
  };
  using State = ProcessState<KeyValues>;
  state_.each_call([&](const State::Call& call) {
    return put(EnterSnapshot{call.function, call.time, call.source}, &call.note);
  }) &&
      state_.each_message(time,
          [&](const State::Message& message) {
            SendSnapshot snapshot;
            snapshot.receiver = message.route.receiver;
            snapshot.original_time = message.time;
            snapshot.proc_group = message.route.group;
            snapshot.tag = message.route.tag;
            snapshot.length = message.length;
            snapshot.source = message.source;
            return put(snapshot, &message.note);
          }) &&
      state_.each_file([&](const State::OpenFile& file) {
        return put(OpenFileSnapshot{file.file, file.time, file.handle, file.source}, &file.note);
      }) &&
      state_.each_collective([&](const State::Collective& begun) {
        return put(BeginCollopSnapshot{begun.time, begun.collective, begun.matching_id, begun.group, begun.root,
                       begun.sent, begun.received, begun.source},
            &begun.note);
      }) &&
      state_.each_collective_count([&](std::uint32_t group, std::uint64_t count) {
        return put(CollopCountSnapshot{group, count}, nullptr);
      }) &&
      state_.each_file_operation([&](const State::FileOperation& begun) {
        return put(BeginFileOpSnapshot{begun.time, begun.matching_id, begun.source}, &begun.note);
      }) &&
      state_.each_counter([&](std::uint32_t counter, const State::CounterValue& value) {
        return put(CounterSnapshot{value.time, counter, value.value}, &value.note);
      });
  return result;
}

}  // namespace weft::otf
