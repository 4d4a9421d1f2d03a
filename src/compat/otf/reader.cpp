// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/reader.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "compat/otf/call_handlers.hpp"
#include "compat/otf/master_control.hpp"
#include "compat/otf/wstream.hpp"

extern "C" {

int OTF_Reader_init(OTF_Reader* reader);
int OTF_Reader_finish(OTF_Reader* reader);
void OTF_Reader_resetHeaps(OTF_Reader* reader);
}

namespace weft::otf::compat {

namespace {

template <class Kind>
MergeState<Kind>& state_of(OTF_Reader& reader) {
  return std::get<MergeState<Kind>>(reader.merges);
}

template <class Do>
void each_merge(OTF_Reader& reader, Do&& action) {
  std::apply([&](auto&... states) { (action(states), ...); }, reader.merges);
}

// The codec's set of processes, brought up to date; files that are being read notice.
const ProcessSet& wanted(OTF_Reader& reader) {
  if (!reader.wanted_changed) return *reader.wanted;
  std::vector<ProcessId> enabled;
  for (uint32_t i = 0; i < reader.processes.n; ++i)
    if (reader.processes.status[i]) enabled.push_back(reader.mapping->rmap[i].argument);
  auto changed = std::make_unique<ProcessSet>(std::move(enabled));
  each_merge(reader, [&](auto& state) {
    if (state.merge)
      for (auto* file : state.merge->readers()) file->select(changed.get());
  });
  reader.wanted = std::move(changed);
  reader.wanted_changed = false;
  return *reader.wanted;
}

// Those with an enabled process, ascending.
std::vector<StreamId> wanted_streams(OTF_Reader& reader) {
  const ProcessSet& processes = wanted(reader);
  std::vector<StreamId> streams;
  for (uint32_t i = 0; i < reader.mapping->n; ++i) {
    const OTF_MapEntry& entry = reader.mapping->map[i];
    if (std::any_of(entry.values, entry.values + entry.n, [&](ProcessId p) { return processes.contains(p); }))
      streams.push_back(entry.argument);
  }
  return streams;
}

// Memory for text is shared by all files that are open together.
std::size_t window_of(const OTF_Reader& reader) {
  constexpr std::size_t all = std::size_t{256} << 20, most = std::size_t{128} << 10, least = 4096;
  return std::clamp(all / std::max<std::size_t>(reader.mapping->n, 1), least, most);
}

// At the first record that is wanted, or at the end if none is. False if the file has no times.
template <class Kind>
bool place(RBufferObject& buffer, RecordReader<Kind>& file, Ticks from) {
  buffer.has_begun = true;
  buffer.is_readable = from == 0 ? file.begin() : file.search(from);
  return buffer.is_readable || buffer.find_properties();
}

template <class Kind>
bool build(OTF_Reader& reader) {
  MergeState<Kind>& state = state_of<Kind>(reader);
  state = {};
  const ProcessSet& processes = wanted(reader);
  std::vector<RecordReader<Kind>*> files;
  for (const StreamId id : wanted_streams(reader)) {
    OTF_RStream* const stream = OTF_Reader_getStream(&reader, id);
    RBufferObject* const buffer = stream ? rbuffer_of<Kind>(*stream) : nullptr;
    if (!buffer) {
      if (!std::is_same_v<Kind, EventFile>) continue;
      set_error("a stream that has processes has no events");
      return false;
    }
    RecordReader<Kind>* const file = buffer->template reader<Kind>();
    file->select(&processes);
    if (!place(*buffer, *file, reader.from)) {
      set_error("a file has no time and process");
      return false;
    }
    state.first_byte += file->position();
    state.last_byte += file->file_bytes();
    state.buffers.push_back(buffer);
    files.push_back(file);
  }
  state.merge.emplace(std::move(files), reader.until);
  return true;
}

template <class Kind>
uint64_t read_merged(OTF_Reader* reader, OTF_HandlerArray* handlers, bool sorted) {
  MergeState<Kind>& state = state_of<Kind>(*reader);
  const uint64_t read = guarded(OTF_READ_ERROR, [&] {
    if (!state.merge && !build<Kind>(*reader)) return OTF_READ_ERROR;
    wanted(*reader);
    state.is_sorted = sorted;
    HandlerCalls calls(*handlers, *reader->list);
    const uint64_t count = sorted ? state.merge->read(calls, reader->limit)
                                  : state.merge->read_unsorted(calls, reader->limit);
    return calls.has_failed() ? OTF_READ_ERROR : count;
  });
  if (read == OTF_READ_ERROR) state.merge.reset();
  return read;
}

template <class Kind>
uint64_t read_sequence(OTF_Reader* reader, OTF_HandlerArray* handlers, FileSequence& files) {
  if (!files.streams) {
    files.streams = wanted_streams(*reader);
    files.streams->insert(files.streams->begin(), 0);
  }
  HandlerCalls calls(*handlers, *reader->list);
  uint64_t count = 0;
  for (; files.place < files.streams->size(); ++files.place) {
    const StreamId id = (*files.streams)[files.place];
    OTF_RStream* const stream = OTF_Reader_getStream(reader, id);
    RBufferObject* const buffer = stream ? rbuffer_of<Kind>(*stream) : nullptr;
    RecordReader<Kind>* const file = buffer ? buffer->template reader<Kind>() : nullptr;
    if (!file) continue;
    buffer->begin();
    file->set_stream(id);
    const uint64_t found = file->read(calls, unknown_time, reader->limit - count);
    count += found;
    if (calls.has_failed()) return OTF_READ_ERROR;
    if (count == reader->limit) return count;
    if (found > 0) file->take_tail(calls);
    if (calls.has_failed()) return OTF_READ_ERROR;
  }
  return count;
}

template <class Kind>
std::optional<std::pair<Ticks, Ticks>> times_of(OTF_Reader& reader) {
  MergeState<Kind>& state = state_of<Kind>(reader);
  if (!state.merge) return std::nullopt;
  if (!state.times) {
    std::pair<Ticks, Ticks> all{unknown_time, 0};
    for (RBufferObject* buffer : state.buffers) {
      if (!buffer->find_properties()) continue;
      all.first = std::min(all.first, buffer->firstTime);
      all.second = std::max(all.second, buffer->lastTime);
    }
    state.times = {std::max(all.first, reader.from), std::min(all.second, reader.until)};
  }
  return state.times;
}

template <class Kind>
uint8_t time_progress(OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum) {
  const auto times = times_of<Kind>(*reader);
  if (!times) return 0;
  const MergeState<Kind>& state = state_of<Kind>(*reader);
  const auto [first, last] = *times;
  Ticks now = std::max(state.merge->taken(), first);
  if (!state.is_sorted && !state.merge->readers().empty()) {
    const std::uint64_t files = state.merge->readers().size();
    now = first + (last - first) / files * (files - state.merge->files_left()) + (now - first) / files;
  }
  if (now > last) return 0;
  *minimum = first;
  *current = now;
  *maximum = last;
  return 1;
}

template <class Kind>
uint8_t bytes_progress(OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum) {
  const MergeState<Kind>& state = state_of<Kind>(*reader);
  uint64_t now = 0;
  for (const RBufferObject* buffer : state.buffers) now += buffer->lines->position();
  *minimum = state.first_byte;
  *maximum = state.last_byte;
  *current = std::min(now, state.last_byte);
  return 1;
}

}  // namespace
}  // namespace weft::otf::compat

using namespace weft::otf;
using namespace weft::otf::compat;

extern "C" {

int OTF_Reader_init(OTF_Reader* reader) {
  reader->list = OTF_KeyValueList_new();
  return reader->list != nullptr;
}

int OTF_Reader_finish(OTF_Reader* reader) {
  const int closed = OTF_Reader_closeAllStreams(reader);
  OTF_ProcessList_finalize(&reader->processes);
  OTF_MasterControl_close(reader->mapping);
  OTF_KeyValueList_close(reader->list);
  return closed;
}

OTF_Reader* OTF_Reader_open(const char* namestub, OTF_FileManager* manager) {
  if (!manager || !namestub) {
    set_error("expected a file manager and the name of a trace, found NULL");
    return nullptr;
  }
  return guarded(nullptr, [&]() -> OTF_Reader* {
    const auto paths = TracePaths::of(namestub);
    if (!succeeded(paths)) return nullptr;
    auto reader = std::make_unique<OTF_Reader>();
    reader->stub = paths->stub();
    reader->manager = manager;
    reader->mapping = OTF_MasterControl_new(manager);
    if (!reader->mapping) return nullptr;
    if (OTF_Reader_init(reader.get()) && OTF_MasterControl_read(reader->mapping, reader->stub.c_str()) &&
        reader->mapping->n > 0 && OTF_ProcessList_init(&reader->processes, reader->mapping))
      return reader.release();
    if (reader->mapping->n == 0 && otf_errno == OTF_NO_ERROR) set_error("the master file maps no process");
    OTF_Reader_close(reader.release());
    return nullptr;
  });
}

int OTF_Reader_close(OTF_Reader* reader) {
  if (!reader) return 0;
  const int good = OTF_Reader_finish(reader);
  delete reader;
  return good;
}

int OTF_Reader_closeAllStreams(OTF_Reader* reader) {
  OTF_Reader_resetHeaps(reader);
  int good = 1;
  for (const auto& [id, stream] : reader->streams) good &= OTF_RStream_close(stream);
  reader->streams.clear();
  return good;
}

// Files of definitions and markers stay where they are: what was read is not read again.
void OTF_Reader_resetHeaps(OTF_Reader* reader) {
  reader->definitions = reader->markers = {};
  each_merge(*reader, [](auto& state) { state = {}; });
}

int OTF_Reader_setBufferSizes(OTF_Reader* reader, uint32_t size) {
  if (!accept_buffer_size(size)) return 0;
  reader->buffer_bytes = size;
  return 1;
}
uint32_t OTF_Reader_getBufferSizes(OTF_Reader* reader) { return reader->buffer_bytes; }

void OTF_Reader_setZBufferSizes(OTF_Reader* reader, uint32_t size) {
  if (accept_zbuffer_size(size)) reader->zbuffer_bytes = size;
}
uint32_t OTF_Reader_getZBufferSizes(OTF_Reader* reader) { return reader->zbuffer_bytes; }

OTF_MasterControl* OTF_Reader_getMasterControl(OTF_Reader* reader) { return reader->mapping; }

OTF_RStream* OTF_Reader_getStream(OTF_Reader* reader, uint32_t id) {
  return guarded(nullptr, [&]() -> OTF_RStream* {
    OTF_RStream*& stream = reader->streams[id];
    if (stream) return stream;
    stream = OTF_RStream_open(reader->stub.c_str(), id, reader->manager);
    if (!stream) return nullptr;
    stream->buffersizes = reader->buffer_bytes;
    stream->zbuffersizes = reader->zbuffer_bytes;
    static_cast<RStreamObject*>(stream)->window_bytes = window_of(*reader);
    return stream;
  });
}

uint64_t OTF_Reader_readDefinitions(OTF_Reader* reader, OTF_HandlerArray* handlers) {
  return guarded(OTF_READ_ERROR, [&] { return read_sequence<DefinitionFile>(reader, handlers, reader->definitions); });
}
uint64_t OTF_Reader_readMarkers(OTF_Reader* reader, OTF_HandlerArray* handlers) {
  return guarded(OTF_READ_ERROR, [&] { return read_sequence<MarkerFile>(reader, handlers, reader->markers); });
}

#define WEFT_MERGED(Name, name, Kind)                                                                                \
  uint64_t OTF_Reader_read##Name(OTF_Reader* reader, OTF_HandlerArray* handlers) {                                   \
    return read_merged<Kind>(reader, handlers, true);                                                                \
  }                                                                                                                  \
  uint64_t OTF_Reader_read##Name##Unsorted(OTF_Reader* reader, OTF_HandlerArray* handlers) {                         \
    return read_merged<Kind>(reader, handlers, false);                                                               \
  }                                                                                                                  \
  uint8_t OTF_Reader_##name##Progress(OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum) { \
    return time_progress<Kind>(reader, minimum, current, maximum);                                                   \
  }                                                                                                                  \
  uint8_t OTF_Reader_##name##TimeProgress(                                                                           \
      OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum) {                                 \
    return time_progress<Kind>(reader, minimum, current, maximum);                                                   \
  }                                                                                                                  \
  uint8_t OTF_Reader_##name##BytesProgress(                                                                          \
      OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum) {                                 \
    return bytes_progress<Kind>(reader, minimum, current, maximum);                                                  \
  }
WEFT_MERGED(Events, event, EventFile)
WEFT_MERGED(Snapshots, snapshot, SnapshotFile)
WEFT_MERGED(Statistics, statistic, StatisticsFile)
#undef WEFT_MERGED

int OTF_Reader_enableProcess(OTF_Reader* reader, uint32_t processId) {
  reader->wanted_changed = true;
  return OTF_ProcessList_setStatus(&reader->processes, processId, 1);
}

int OTF_Reader_disableProcess(OTF_Reader* reader, uint32_t processId) {
  reader->wanted_changed = true;
  return OTF_ProcessList_setStatus(&reader->processes, processId, 0);
}

uint8_t OTF_Reader_getProcessStatus(OTF_Reader* reader, uint32_t processId) {
  return OTF_ProcessList_getStatus(&reader->processes, processId);
}

int OTF_Reader_setProcessStatus(OTF_Reader* reader, uint32_t processId, uint8_t status) {
  OTF_Reader_resetHeaps(reader);
  reader->wanted_changed = true;
  return OTF_ProcessList_setStatus(&reader->processes, processId, status);
}

int OTF_Reader_setProcessStatusAll(OTF_Reader* reader, uint8_t status) {
  OTF_Reader_resetHeaps(reader);
  reader->wanted_changed = true;
  return OTF_ProcessList_setStatusAll(&reader->processes, status);
}

void OTF_Reader_setTimeInterval(OTF_Reader* reader, uint64_t minTime, uint64_t maxTime) {
  OTF_Reader_resetHeaps(reader);
  reader->from = minTime;
  reader->until = maxTime;
}
uint64_t OTF_Reader_getTimeIntervalMin(OTF_Reader* reader) { return reader->from; }
uint64_t OTF_Reader_getTimeIntervalMax(OTF_Reader* reader) { return reader->until; }

void OTF_Reader_setRecordLimit(OTF_Reader* reader, uint64_t limit) {
  if (limit == OTF_READ_ERROR) set_error("there is no such limit");
  reader->limit = std::min(limit, OTF_READ_MAXRECORDS);
}
uint64_t OTF_Reader_getRecordLimit(OTF_Reader* reader) { return reader->limit; }

void OTF_Reader_reset(OTF_Reader* reader) {
  OTF_Reader_setTimeInterval(reader, 0, unknown_time);
  OTF_Reader_setProcessStatusAll(reader, 1);
  reader->limit = OTF_READ_MAXRECORDS;
}
}
