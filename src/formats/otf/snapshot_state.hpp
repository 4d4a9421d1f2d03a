// SPDX-License-Identifier: BSD-3-Clause
// Snapshots of a process from its events: the state that they lead to, with the key-values they had, and the records
// that tell it (docs/formats/otf.md, section 10.2).
#pragma once

#include "formats/otf/process_state.hpp"
#include "formats/otf/record_reader.hpp"
#include "formats/otf/writer.hpp"

namespace weft::otf {

class SnapshotState {
 public:
  // A receive of one of this process's messages: all of them in order of time, before the events.
  void expect(ProcessId receiver, Ticks time, const RecvMsg& record) {
    state_.expect({receiver, record.group, record.type}, {time, record.length, record.source});
  }
  // The receive that belongs to the next message of this kind.
  std::optional<Received> match(const SendMsg& record) {
    return state_.match({record.receiver, record.group, record.type});
  }

  void see(const At& at, const Enter& record);
  void see(const At& at, const Leave& record);
  void see(const At& at, const SendMsg& record);
  // A message whose receive is known, with these key-values.
  void send(Ticks time, const SendMsg& record, const Received& received, const KeyValues& values);
  void see(const At& at, const Counter& record);
  void see(const At& at, const CollectiveOperation& record);
  void see(const At& at, const BeginCollectiveOperation& record);
  void see(const At& at, const EndCollectiveOperation& record);
  void see(const At& at, const FileOperation& record);
  void see(const At& at, const BeginFileOperation& record);
  void see(const At& at, const EndFileOperation& record);
  template <class R>
  void see(const At&, const R&) {}

  Result<> write(Ticks time, ProcessId process, StreamWriter& out);

  ProcessState<KeyValues>& state() { return state_; }

 private:
  void see_file(const At& at, std::uint32_t file, std::uint64_t handle, std::uint32_t operation, std::uint32_t source);

  ProcessState<KeyValues> state_;
};

}  // namespace weft::otf
