// SPDX-License-Identifier: BSD-3-Clause
#include <cerrno>
#include <cstdarg>
#include <memory>

#include "compat/otfaux/process.hpp"
#include "compat/otfaux/state.hpp"

using weft::otf::compat::guarded;

namespace {

// The work on a process, which begins to exist if need be.
template <class Work>
int on_process(OTFAUX_State* state, uint64_t process, Work&& work) {
  return guarded(state, [&](OTFAUX_State& s) { return work(s.process(process)); });
}

template <class Callback>
int set(OTFAUX_State* state, Callback OTFAUX_SharedState::*member, Callback callback) {
  if (!state) return 0;
  state->shared.*member = callback;
  return 1;
}

}  // namespace

OTFAUX_State::~OTFAUX_State() {
  processes.each([](uint64_t, OTFAUX_Process*& process) {
    OTFAUX_Process_destroy(process);
    return true;
  });
}

OTFAUX_Process* OTFAUX_State::process(uint64_t id) {
  if (OTFAUX_Process** const known = processes.find(id)) return *known;
  OTFAUX_Process* const created = OTFAUX_Process_create(id, &shared);
  if (!created) throw std::bad_alloc();
  return processes.get(id, created);
}

void OTFAUX_State::take_samples_before(uint64_t time) {
  if (samples) samples->take_before(time, [&](uint32_t i) { take_sample(i); });
}

void OTFAUX_State::take_sample(uint32_t i) {
  processes.each([&](uint64_t, OTFAUX_Process* process) {
    OTFAUX_Process_updateThumbnail(process, i);
    return true;
  });
}

int OTFAUX_State::write_thumbnail(const char* stub, bool create, uint32_t announced) {
  if (!samples || !stub) return 0;
  samples->take_rest([&](uint32_t i) { take_sample(i); });
  const std::unique_ptr<FILE, int (*)(FILE*)> file(
      std::fopen(weft::otf::thumbnail_path(stub).c_str(), create ? "w" : "a"), std::fclose);
  if (!file) return 0;
  if (create) {
    std::string head;
    weft::otf::put_thumbnail_head(head, samples->count(), announced);
    std::fwrite(head.data(), 1, head.size(), file.get());
  }
  processes.each([&](uint64_t, OTFAUX_Process* process) {
    OTFAUX_Process_writeThumbnail(process, samples->count(), file.get());
    return true;
  });
  return std::fflush(file.get()) == 0 && !std::ferror(file.get());
}

extern "C" {

OTFAUX_State* OTFAUX_State_create(void) { return new (std::nothrow) OTFAUX_State; }
void OTFAUX_State_destroy(OTFAUX_State* auxState) { delete auxState; }

int OTFAUX_State_setupThumbnail(OTFAUX_State* auxState, uint64_t minTime, uint64_t maxTime, uint32_t width) {
  return guarded(auxState, [&](OTFAUX_State& s) {
    const auto samples = weft::otf::SampleTimes::of(minTime, maxTime, width);
    if (!samples) return false;
    s.samples = samples;
    return true;
  });
}

int OTFAUX_State_declareProcess(OTFAUX_State* auxState, uint64_t processId, int isThumbnailProcess) {
  return guarded(auxState, [&](OTFAUX_State& s) {
    OTFAUX_Process* const process = s.process(processId);
    return !isThumbnailProcess || !s.samples || OTFAUX_Process_enableThumbnail(process, s.samples->count());
  });
}

int OTFAUX_State_setReleaseEventDataCallback(
    OTFAUX_State* auxState, OTFAUX_ReleaseEventData releaseEventDataCallback, void* userData) {
  return set(auxState, &OTFAUX_SharedState::release, releaseEventDataCallback) &&
         set(auxState, &OTFAUX_SharedState::release_data, userData);
}

int OTFAUX_State_setWriteEnterSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteEnterSnapshotCallback writeEnterSnapshotCallback) {
  return set(auxState, &OTFAUX_SharedState::write_enter, writeEnterSnapshotCallback);
}

int OTFAUX_State_setWriteSendSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteSendSnapshotCallback writeSendSnapshotCallback) {
  return set(auxState, &OTFAUX_SharedState::write_send, writeSendSnapshotCallback);
}

int OTFAUX_State_setWriteOpenFileSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteOpenFileSnapshotCallback writeOpenFileSnapshotCallback) {
  return set(auxState, &OTFAUX_SharedState::write_open_file, writeOpenFileSnapshotCallback);
}

int OTFAUX_State_setWriteBeginCollopSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteBeginCollopSnapshotCallback writeBeginCollopSnapshotCallback) {
  return set(auxState, &OTFAUX_SharedState::write_begin_collop, writeBeginCollopSnapshotCallback);
}

int OTFAUX_State_setWriteBeginFileOpSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteBeginFileOpSnapshotCallback writeBeginFileOpSnapshotCallback) {
  return set(auxState, &OTFAUX_SharedState::write_begin_file_op, writeBeginFileOpSnapshotCallback);
}

int OTFAUX_State_setWriteCollopCountSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteCollopCountSnapshotCallback writeCollopCountSnapshotCallback) {
  return set(auxState, &OTFAUX_SharedState::write_collop_count, writeCollopCountSnapshotCallback);
}

int OTFAUX_State_setWriteCounterSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteCounterSnapshotCallback writeCounterSnapshotCallback) {
  return set(auxState, &OTFAUX_SharedState::write_counter, writeCounterSnapshotCallback);
}

int OTFAUX_State_enqueueRecvMsg(OTFAUX_State* auxState, uint64_t eventTime, uint64_t receiverProcessId,
    uint64_t senderProcessId, uint32_t comm, uint32_t tag, uint32_t length, uint32_t scl) {
  return on_process(auxState, senderProcessId, [&](OTFAUX_Process* p) {
    return OTFAUX_Process_enqueueRecv(p, eventTime, static_cast<uint32_t>(receiverProcessId), comm, tag, length, scl);
  });
}

int OTFAUX_State_processEnter(
    OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint32_t function, uint32_t scl, void* eventData) {
  if (auxState) auxState->take_samples_before(eventTime);
  return on_process(auxState, processId,
      [&](OTFAUX_Process* p) { return OTFAUX_Process_enterFunction(p, eventTime, function, scl, eventData); });
}

int OTFAUX_State_processLeave(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint32_t function) {
  if (auxState) auxState->take_samples_before(eventTime);
  return on_process(
      auxState, processId, [&](OTFAUX_Process* p) { return OTFAUX_Process_leaveFunction(p, eventTime, function); });
}

int OTFAUX_State_processSendMsg(OTFAUX_State* auxState, uint64_t eventTime, uint64_t senderProcessId,
    uint64_t receiverProcessId, uint32_t comm, uint32_t tag, uint32_t length, uint32_t scl, uint64_t* recvTime,
    uint32_t* recvLength, uint32_t* recvScl, void* eventData) {
  int answer = 0;
  on_process(auxState, senderProcessId, [&](OTFAUX_Process* p) {
    return answer = OTFAUX_Process_sendMessage(p, eventTime, static_cast<uint32_t>(receiverProcessId), comm, tag,
               length, scl, recvTime, recvLength, recvScl, eventData);
  });
  return answer;
}

int OTFAUX_State_processBeginCollectiveOperation(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId,
    uint32_t comm, uint32_t root, uint32_t collOp, uint64_t matchingId, uint64_t bytesSent, uint64_t bytesRecv,
    uint32_t scl, void* eventData) {
  return on_process(auxState, processId, [&](OTFAUX_Process* p) {
    return OTFAUX_Process_beginCollOp(
        p, eventTime, comm, root, collOp, matchingId, bytesSent, bytesRecv, scl, eventData);
  });
}

int OTFAUX_State_processEndCollectiveOperation(
    OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint64_t matchingId) {
  return on_process(
      auxState, processId, [&](OTFAUX_Process* p) { return OTFAUX_Process_endCollOp(p, eventTime, matchingId); });
}

int OTFAUX_State_processCollectiveOperation(OTFAUX_State* auxState, uint64_t, uint64_t processId, uint32_t comm,
    uint32_t, uint32_t, uint64_t, uint64_t, uint32_t) {
  return on_process(auxState, processId, [&](OTFAUX_Process* p) { return OTFAUX_Process_countCollOp(p, comm); });
}

int OTFAUX_State_processFileOpen(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint32_t fileId,
    uint64_t handleId, uint32_t scl, void* eventData) {
  return on_process(auxState, processId,
      [&](OTFAUX_Process* p) { return OTFAUX_Process_openFile(p, eventTime, fileId, handleId, scl, eventData); });
}

int OTFAUX_State_processFileClose(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint64_t handleId) {
  return on_process(
      auxState, processId, [&](OTFAUX_Process* p) { return OTFAUX_Process_closeFile(p, eventTime, handleId); });
}

int OTFAUX_State_processBeginFileOperation(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId,
    uint64_t matchingId, uint32_t scl, void* eventData) {
  return on_process(auxState, processId,
      [&](OTFAUX_Process* p) { return OTFAUX_Process_beginFileOp(p, eventTime, matchingId, scl, eventData); });
}

int OTFAUX_State_processEndFileOperation(
    OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint64_t matchingId) {
  return on_process(
      auxState, processId, [&](OTFAUX_Process* p) { return OTFAUX_Process_endFileOp(p, eventTime, matchingId); });
}

int OTFAUX_State_processCounter(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint32_t counterId,
    uint64_t value, void* eventData) {
  return on_process(auxState, processId,
      [&](OTFAUX_Process* p) { return OTFAUX_Process_updateCounter(p, eventTime, counterId, value, eventData); });
}

int OTFAUX_State_writeSnapshot(OTFAUX_State* auxState, uint64_t snapshotTime, void* userData) {
  return guarded(auxState, [&](OTFAUX_State& s) {
    return s.processes.each([&](uint64_t, OTFAUX_Process* process) {
      return OTFAUX_Process_writeStack(process, snapshotTime, userData) &&
             OTFAUX_Process_writeSends(process, snapshotTime, userData) &&
             OTFAUX_Process_writeOpenFiles(process, snapshotTime, userData) &&
             OTFAUX_Process_writeCollOps(process, snapshotTime, userData) &&
             OTFAUX_Process_writeFileOps(process, snapshotTime, userData) &&
             OTFAUX_Process_writeCounters(process, snapshotTime, userData);
    });
  });
}

int OTFAUX_State_writeThumbnail(OTFAUX_State* auxState, const char* namestub, int create, ...) {
  va_list arguments;
  va_start(arguments, create);
  const uint32_t announced = create ? va_arg(arguments, uint32_t) : 0;
  va_end(arguments);
  return guarded(auxState, [&](OTFAUX_State& s) { return s.write_thumbnail(namestub, create, announced); });
}
}
