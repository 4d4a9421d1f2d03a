// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/rstream.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "compat/otf/call_handlers.hpp"
#include "compat/otf/wstream.hpp"

namespace weft::otf::compat {

namespace {

template <class Kind>
uint64_t read_all(OTF_RStream* stream, OTF_HandlerArray* handlers) {
  RBufferObject* const buffer = rbuffer_of<Kind>(*stream);
  RecordReader<Kind>* const reader = buffer ? buffer->reader<Kind>() : nullptr;
  if (!reader || !guarded(false, [&] { return buffer->begin(); })) {
    set_error("a stream has no such file, or it has no times");
    return OTF_READ_ERROR;
  }
  reader->select(nullptr);
  reader->set_stream(stream->id);
  return guarded(OTF_READ_ERROR, [&] {
    HandlerCalls calls(*handlers, *buffer->list);
    const uint64_t count = reader->read(calls, unknown_time, stream->recordLimit);
    if (!calls.has_failed()) reader->fetch();  // progress is told by the record that comes next
    buffer->show();
    return calls.has_failed() ? OTF_READ_ERROR : count;
  });
}

template <class Kind>
uint8_t time_progress(OTF_RStream* stream, uint64_t* minimum, uint64_t* current, uint64_t* maximum) {
  RBufferObject* const buffer = rbuffer_of<Kind>(*stream);
  if (!buffer || !buffer->find_properties()) return 0;
  *minimum = buffer->firstTime;
  *maximum = buffer->lastTime;
  *current = buffer->has_begun ? std::clamp(buffer->lines->time(), *minimum, *maximum) : *minimum;
  return 1;
}

template <class Kind>
uint8_t bytes_progress(OTF_RStream* stream, uint64_t* minimum, uint64_t* current, uint64_t* maximum) {
  RBufferObject* const buffer = rbuffer_of<Kind>(*stream);
  if (!buffer) return 0;
  *minimum = 0;
  *maximum = buffer->lines->file_bytes();
  *current = buffer->lines->position();
  return 1;
}

template <class Kind>
int close_buffer(OTF_RStream* stream) {
  OTF_RBuffer*& place = place_of<Kind>(*stream);
  return place ? OTF_RBuffer_close(std::exchange(place, nullptr)) : 1;
}

}  // namespace
}  // namespace weft::otf::compat

using namespace weft::otf;
using namespace weft::otf::compat;

extern "C" {

int OTF_RStream_init(OTF_RStream* rstream);
int OTF_RStream_finish(OTF_RStream* rstream);

int OTF_RStream_init(OTF_RStream* rstream) {
  *rstream = {};
  rstream->id = ~uint32_t{0};
  rstream->buffersizes = default_buffer_bytes;
  rstream->zbuffersizes = OTF_ZBUFFER_DEFAULTSIZE;
  rstream->recordLimit = OTF_READ_MAXRECORDS;
  return 1;
}

int OTF_RStream_finish(OTF_RStream* rstream) {
  std::free(std::exchange(rstream->namestub, nullptr));
  return close_buffer<DefinitionFile>(rstream) & close_buffer<EventFile>(rstream) &
         close_buffer<SnapshotFile>(rstream) & close_buffer<StatisticsFile>(rstream) &
         close_buffer<MarkerFile>(rstream);
}

OTF_RStream* OTF_RStream_open(const char* nameStub, uint32_t id, OTF_FileManager* manager) {
  if (!manager || !nameStub) {
    set_error("expected a file manager and the name of a trace, found NULL");
    return nullptr;
  }
  auto* const stream = new (std::nothrow) RStreamObject;
  if (!stream) return nullptr;
  OTF_RStream_init(stream);
  stream->namestub = strdup(nameStub);
  if (!stream->namestub) {
    delete stream;
    return nullptr;
  }
  stream->id = id;
  stream->manager = manager;
  return stream;
}

int OTF_RStream_close(OTF_RStream* rstream) {
  if (!rstream) return 0;
  const int good = OTF_RStream_finish(rstream);
  delete static_cast<RStreamObject*>(rstream);
  return good;
}

#define WEFT_FILE(Name, Kind, Read)                                                                       \
  OTF_RBuffer* OTF_RStream_get##Name##Buffer(OTF_RStream* rstream) { return rbuffer_of<Kind>(*rstream); } \
  int OTF_RStream_close##Name##Buffer(OTF_RStream* rstream) { return close_buffer<Kind>(rstream); }       \
  uint64_t OTF_RStream_read##Read(OTF_RStream* rstream, OTF_HandlerArray* handlers) {                     \
    return read_all<Kind>(rstream, handlers);                                                             \
  }
WEFT_FILE(Def, DefinitionFile, Definitions)
WEFT_FILE(Event, EventFile, Events)
WEFT_FILE(Snaps, SnapshotFile, Snapshots)
WEFT_FILE(Stats, StatisticsFile, Statistics)
WEFT_FILE(Marker, MarkerFile, Marker)
#undef WEFT_FILE

#define WEFT_PROGRESS(name, Kind)                                                      \
  uint8_t OTF_RStream_##name##Progress(                                                \
      OTF_RStream* rstream, uint64_t* minimum, uint64_t* current, uint64_t* maximum) { \
    return time_progress<Kind>(rstream, minimum, current, maximum);                    \
  }                                                                                    \
  uint8_t OTF_RStream_##name##TimeProgress(                                            \
      OTF_RStream* rstream, uint64_t* minimum, uint64_t* current, uint64_t* maximum) { \
    return time_progress<Kind>(rstream, minimum, current, maximum);                    \
  }                                                                                    \
  uint8_t OTF_RStream_##name##BytesProgress(                                           \
      OTF_RStream* rstream, uint64_t* minimum, uint64_t* current, uint64_t* maximum) { \
    return bytes_progress<Kind>(rstream, minimum, current, maximum);                   \
  }
WEFT_PROGRESS(event, EventFile)
WEFT_PROGRESS(snapshot, SnapshotFile)
WEFT_PROGRESS(statistic, StatisticsFile)
#undef WEFT_PROGRESS

OTF_RBuffer* OTF_RStream_setDefBuffer(OTF_RStream* rstream, OTF_RBuffer* rbuffer) {
  return std::exchange(rstream->defBuffer, rbuffer);
}

void OTF_RStream_setBufferSizes(OTF_RStream* rstream, uint32_t size) {
  if (accept_buffer_size(size)) rstream->buffersizes = size;
}
uint32_t OTF_RStream_getBufferSizes(OTF_RStream* rstream) { return rstream->buffersizes; }

void OTF_RStream_setZBufferSizes(OTF_RStream* rstream, uint32_t size) {
  if (accept_zbuffer_size(size)) rstream->zbuffersizes = size;
}
uint32_t OTF_RStream_getZBufferSizes(OTF_RStream* rstream) { return rstream->zbuffersizes; }

void OTF_RStream_setRecordLimit(OTF_RStream* rstream, uint64_t limit) {
  if (limit == OTF_READ_ERROR) set_error("there is no such limit");
  rstream->recordLimit = std::min(limit, OTF_READ_MAXRECORDS);
}
uint64_t OTF_RStream_getRecordLimit(OTF_RStream* rstream) { return rstream->recordLimit; }
}
