// SPDX-License-Identifier: BSD-3-Clause
// A process as C programs know it: its state, what they keep with its events, and whom to call about it. The functions
// are exported, but in no header, as the reference's.
#pragma once

#include <open-trace-format/OTFAUX_State.h>

#include <cstdio>
#include <new>
#include <utility>

#include "formats/otf/process_state.hpp"

// What all processes of a state share.
struct OTFAUX_SharedState {
  OTFAUX_ReleaseEventData release = nullptr;
  void* release_data = nullptr;
  OTFAUX_WriteEnterSnapshotCallback write_enter = nullptr;
  OTFAUX_WriteSendSnapshotCallback write_send = nullptr;
  OTFAUX_WriteOpenFileSnapshotCallback write_open_file = nullptr;
  OTFAUX_WriteBeginCollopSnapshotCallback write_begin_collop = nullptr;
  OTFAUX_WriteBeginFileOpSnapshotCallback write_begin_file_op = nullptr;
  OTFAUX_WriteCollopCountSnapshotCallback write_collop_count = nullptr;
  OTFAUX_WriteCounterSnapshotCallback write_counter = nullptr;
};

namespace weft::otf::compat {

// What a program gave us with an event; released when the event is over.
class EventData {
 public:
  EventData() = default;
  EventData(void* data, const OTFAUX_SharedState* shared) : data_(data), shared_(shared) {}
  EventData(EventData&& other) noexcept : data_(std::exchange(other.data_, nullptr)), shared_(other.shared_) {}
  EventData& operator=(EventData&& other) noexcept {
    release();
    data_ = std::exchange(other.data_, nullptr);
    shared_ = other.shared_;
    return *this;
  }
  ~EventData() { release(); }

  void* get() const { return data_; }

 private:
  void release() {
    if (data_ && shared_->release) shared_->release(shared_->release_data, std::exchange(data_, nullptr));
  }

  void* data_ = nullptr;
  const OTFAUX_SharedState* shared_ = nullptr;
};

// 1 or 0 by what the work says; 0 if there is nothing to work on, or no memory.
template <class Handle, class Work>
int guarded(Handle* handle, Work&& work) noexcept {
  if (!handle) return 0;
  try {
    return work(*handle) ? 1 : 0;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

}  // namespace weft::otf::compat

struct OTFAUX_Process {
  uint64_t id = 0;
  const OTFAUX_SharedState* shared = nullptr;
  weft::otf::ProcessState<weft::otf::compat::EventData> state = {};
};

extern "C" {

OTFAUX_Process* OTFAUX_Process_create(uint64_t processId, OTFAUX_SharedState* sharedState);
void OTFAUX_Process_destroy(OTFAUX_Process* process);

int OTFAUX_Process_enterFunction(
    OTFAUX_Process* process, uint64_t eventTime, uint32_t function, uint32_t scl, void* eventData);
int OTFAUX_Process_leaveFunction(OTFAUX_Process* process, uint64_t eventTime, uint32_t function);
int OTFAUX_Process_writeStack(OTFAUX_Process* process, uint64_t snapshotTime, void* userData);

int OTFAUX_Process_enqueueRecv(OTFAUX_Process* process, uint64_t eventTime, uint32_t receiverProcessId, uint32_t comm,
    uint32_t tag, uint32_t length, uint32_t scl);
int OTFAUX_Process_sendMessage(OTFAUX_Process* process, uint64_t eventTime, uint32_t receiverProcessId, uint32_t comm,
    uint32_t tag, uint32_t length, uint32_t scl, uint64_t* recvTime, uint32_t* recvLength, uint32_t* recvScl,
    void* eventData);
int OTFAUX_Process_writeSends(OTFAUX_Process* process, uint64_t snapshotTime, void* userData);

int OTFAUX_Process_openFile(
    OTFAUX_Process* process, uint64_t eventTime, uint32_t fileId, uint64_t handleId, uint32_t scl, void* eventData);
int OTFAUX_Process_closeFile(OTFAUX_Process* process, uint64_t eventTime, uint64_t handleId);
int OTFAUX_Process_writeOpenFiles(OTFAUX_Process* process, uint64_t snapshotTime, void* userData);

int OTFAUX_Process_beginCollOp(OTFAUX_Process* process, uint64_t eventTime, uint32_t comm, uint32_t root,
    uint32_t collOp, uint64_t matchingId, uint64_t bytesSent, uint64_t bytesRecv, uint32_t scl, void* eventData);
int OTFAUX_Process_endCollOp(OTFAUX_Process* process, uint64_t eventTime, uint64_t matchingId);
int OTFAUX_Process_countCollOp(OTFAUX_Process* process, uint32_t comm);
int OTFAUX_Process_writeCollOps(OTFAUX_Process* process, uint64_t snapshotTime, void* userData);

int OTFAUX_Process_beginFileOp(
    OTFAUX_Process* process, uint64_t eventTime, uint64_t matchingId, uint32_t scl, void* eventData);
int OTFAUX_Process_endFileOp(OTFAUX_Process* process, uint64_t eventTime, uint64_t matchingId);
int OTFAUX_Process_writeFileOps(OTFAUX_Process* process, uint64_t snapshotTime, void* userData);

int OTFAUX_Process_updateCounter(
    OTFAUX_Process* process, uint64_t eventTime, uint32_t counterId, uint64_t value, void* eventData);
int OTFAUX_Process_writeCounters(OTFAUX_Process* process, uint64_t snapshotTime, void* userData);

int OTFAUX_Process_enableThumbnail(OTFAUX_Process* process, uint32_t thumbnailSize);
void OTFAUX_Process_updateThumbnail(OTFAUX_Process* process, uint32_t timestampsPosition);
void OTFAUX_Process_writeThumbnail(OTFAUX_Process* process, uint32_t timestampsSize, FILE* out);
}
