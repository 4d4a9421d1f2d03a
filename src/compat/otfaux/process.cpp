// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otfaux/process.hpp"

#include "formats/otf/thumbnail.hpp"

using weft::otf::compat::EventData;
using weft::otf::compat::guarded;
using State = weft::otf::ProcessState<EventData>;

namespace {

// Does something to the state that cannot fail.
template <class Work>
int done(OTFAUX_Process* process, Work&& work) {
  return guarded(process, [&](OTFAUX_Process& p) {
    work(p);
    return true;
  });
}

constexpr int no_receive = 2;

}  // namespace

extern "C" {

OTFAUX_Process* OTFAUX_Process_create(uint64_t processId, OTFAUX_SharedState* sharedState) {
  if (!sharedState) return nullptr;
  return new (std::nothrow) OTFAUX_Process{processId, sharedState};
}

void OTFAUX_Process_destroy(OTFAUX_Process* process) {
  if (process) process->state.clear();
  delete process;
}

int OTFAUX_Process_enterFunction(
    OTFAUX_Process* process, uint64_t eventTime, uint32_t function, uint32_t scl, void* eventData) {
  return done(process, [&](auto& p) { p.state.enter({eventTime, function, scl, EventData(eventData, p.shared)}); });
}

int OTFAUX_Process_leaveFunction(OTFAUX_Process* process, uint64_t, uint32_t) {
  return guarded(process, [](auto& p) { return p.state.leave(); });
}

int OTFAUX_Process_writeStack(OTFAUX_Process* process, uint64_t snapshotTime, void* userData) {
  return guarded(process, [&](auto& p) {
    const auto write = p.shared->write_enter;
    return !write || p.state.each_call([&](const State::Call& call) {
      return write(userData, snapshotTime, call.time, p.id, call.function, call.source, call.note.get());
    });
  });
}

int OTFAUX_Process_enqueueRecv(OTFAUX_Process* process, uint64_t eventTime, uint32_t receiverProcessId, uint32_t comm,
    uint32_t tag, uint32_t length, uint32_t scl) {
  return done(process, [&](auto& p) { p.state.expect({receiverProcessId, comm, tag}, {eventTime, length, scl}); });
}

int OTFAUX_Process_sendMessage(OTFAUX_Process* process, uint64_t eventTime, uint32_t receiverProcessId, uint32_t comm,
    uint32_t tag, uint32_t length, uint32_t scl, uint64_t* recvTime, uint32_t* recvLength, uint32_t* recvScl,
    void* eventData) {
  bool is_known = true;
  const int answer = guarded(process, [&](auto& p) {
    const weft::otf::Route route{receiverProcessId, comm, tag};
    const auto received = p.state.match(route);
    is_known = received.has_value();
    if (!received) return true;
    if (recvTime) *recvTime = received->time;
    if (recvLength) *recvLength = received->length;
    if (recvScl) *recvScl = received->source;
    EventData data(eventData, p.shared);  // over at once if nobody wants it
    if (p.shared->write_send) p.state.send({eventTime, route, length, scl, *received, std::move(data)});
    return true;
  });
  return is_known ? answer : no_receive;
}

int OTFAUX_Process_writeSends(OTFAUX_Process* process, uint64_t snapshotTime, void* userData) {
  return guarded(process, [&](auto& p) {
    const auto write = p.shared->write_send;
    return !write || p.state.each_message(snapshotTime, [&](const State::Message& message) {
      const auto& [time, route, length, source, received, note] = message;
      return write(userData, snapshotTime, time, p.id, route.receiver, route.group, route.tag, length, source,
          received.time, received.length, received.source, note.get());
    });
  });
}

int OTFAUX_Process_openFile(
    OTFAUX_Process* process, uint64_t eventTime, uint32_t fileId, uint64_t handleId, uint32_t scl, void* eventData) {
  return done(process, [&](auto& p) {
    p.state.open_file({eventTime, fileId, handleId, scl, EventData(eventData, p.shared)});
  });
}

int OTFAUX_Process_closeFile(OTFAUX_Process* process, uint64_t, uint64_t handleId) {
  return guarded(process, [&](auto& p) { return p.state.close_file(handleId); });
}

int OTFAUX_Process_writeOpenFiles(OTFAUX_Process* process, uint64_t snapshotTime, void* userData) {
  return guarded(process, [&](auto& p) {
    const auto write = p.shared->write_open_file;
    return !write || p.state.each_file([&](const State::OpenFile& open) {
      return write(userData, snapshotTime, open.time, p.id, open.file, open.handle, open.source, open.note.get());
    });
  });
}

int OTFAUX_Process_beginCollOp(OTFAUX_Process* process, uint64_t eventTime, uint32_t comm, uint32_t root,
    uint32_t collOp, uint64_t matchingId, uint64_t bytesSent, uint64_t bytesRecv, uint32_t scl, void* eventData) {
  return done(process, [&](auto& p) {
    p.state.begin_collective(
        {eventTime, collOp, matchingId, comm, root, bytesSent, bytesRecv, scl, EventData(eventData, p.shared)});
  });
}

int OTFAUX_Process_endCollOp(OTFAUX_Process* process, uint64_t, uint64_t matchingId) {
  return guarded(process, [&](auto& p) { return p.state.end_collective(matchingId); });
}

int OTFAUX_Process_countCollOp(OTFAUX_Process* process, uint32_t comm) {
  return done(process, [&](auto& p) { p.state.count_collective(comm); });
}

int OTFAUX_Process_writeCollOps(OTFAUX_Process* process, uint64_t snapshotTime, void* userData) {
  return guarded(process, [&](auto& p) {
    const auto write = p.shared->write_begin_collop;
    if (write && !p.state.each_collective([&](const State::Collective& begun) {
          return write(userData, snapshotTime, begun.time, p.id, begun.collective, begun.matching_id, begun.group,
              begun.root, begun.sent, begun.received, begun.source, begun.note.get());
        }))
      return false;
    const auto write_count = p.shared->write_collop_count;
    return !write_count || p.state.each_collective_count([&](uint32_t comm, uint64_t count) {
      return write_count(userData, snapshotTime, p.id, comm, count);
    });
  });
}

int OTFAUX_Process_beginFileOp(
    OTFAUX_Process* process, uint64_t eventTime, uint64_t matchingId, uint32_t scl, void* eventData) {
  return done(process, [&](auto& p) {
    p.state.begin_file_operation({eventTime, matchingId, scl, EventData(eventData, p.shared)});
  });
}

int OTFAUX_Process_endFileOp(OTFAUX_Process* process, uint64_t, uint64_t matchingId) {
  return guarded(process, [&](auto& p) { return p.state.end_file_operation(matchingId); });
}

int OTFAUX_Process_writeFileOps(OTFAUX_Process* process, uint64_t snapshotTime, void* userData) {
  return guarded(process, [&](auto& p) {
    const auto write = p.shared->write_begin_file_op;
    return !write || p.state.each_file_operation([&](const State::FileOperation& begun) {
      return write(userData, snapshotTime, begun.time, p.id, begun.matching_id, begun.source, begun.note.get());
    });
  });
}

int OTFAUX_Process_updateCounter(
    OTFAUX_Process* process, uint64_t eventTime, uint32_t counterId, uint64_t value, void* eventData) {
  return done(process, [&](auto& p) { p.state.count(counterId, {eventTime, value, EventData(eventData, p.shared)}); });
}

int OTFAUX_Process_writeCounters(OTFAUX_Process* process, uint64_t snapshotTime, void* userData) {
  return guarded(process, [&](auto& p) {
    const auto write = p.shared->write_counter;
    return !write || p.state.each_counter([&](uint32_t counter, const State::CounterValue& last) {
      return write(userData, snapshotTime, last.time, p.id, counter, last.value, last.note.get());
    });
  });
}

int OTFAUX_Process_enableThumbnail(OTFAUX_Process* process, uint32_t thumbnailSize) {
  return done(process, [&](auto& p) { p.state.sample(thumbnailSize); });
}

void OTFAUX_Process_updateThumbnail(OTFAUX_Process* process, uint32_t timestampsPosition) {
  done(process, [&](auto& p) { p.state.take_sample(timestampsPosition); });
}

void OTFAUX_Process_writeThumbnail(OTFAUX_Process* process, uint32_t timestampsSize, FILE* out) {
  guarded(process, [&](auto& p) {
    if (!p.state.is_sampled()) return false;
    std::string line;
    weft::otf::put_thumbnail_line(
        line, p.id, p.state.samples().first(std::min<std::size_t>(timestampsSize, p.state.samples().size())));
    return std::fwrite(line.data(), 1, line.size(), out) == line.size();
  });
}
}
