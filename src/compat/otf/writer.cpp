// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/writer.hpp"

#include <memory>
#include <new>

#include "compat/otf/errors.hpp"
#include "compat/otf/master_control.hpp"
#include "compat/otf/wstream.hpp"
#include "formats/otf/paths.hpp"

extern "C" {

int OTF_Writer_init(OTF_Writer* writer);
int OTF_Writer_finish(OTF_Writer* writer);
int OTF_Writer_writeDefinitionHeader(OTF_Writer* writer);
}

namespace weft::otf::compat {

OTF_WStream* find_stream_of_process(OTF_Writer* writer, ProcessId process) {
  constexpr ProcessId small = 1 << 20;
  return guarded(nullptr, [&] {
    const StreamId id = object(writer->mapping).stream_for(process, writer->most_streams);
    OTF_WStream* const stream = OTF_Writer_getStream(writer, id);
    if (process < small) {
      if (process >= writer->by_process.size()) writer->by_process.resize(std::size_t{process} + process / 2 + 16);
      writer->by_process[process] = stream;
    }
    return stream;
  });
}

OTF_WStream* stream_of_definition(OTF_Writer* writer, StreamId stream) {
  if (!writer->has_header) OTF_Writer_writeDefinitionHeader(writer);
  return OTF_Writer_getStream(writer, stream);
}

}  // namespace weft::otf::compat

using namespace weft::otf;
using namespace weft::otf::compat;

extern "C" {

int OTF_Writer_init(OTF_Writer* writer) {
  *writer = {};
  writer->buffer_bytes = default_buffer_bytes;
  return 1;
}

int OTF_Writer_finish(OTF_Writer* writer) {
  const int mapped = OTF_MasterControl_write(writer->mapping, writer->stub.c_str());
  const int closed = OTF_Writer_closeAllStreams(writer);
  OTF_MasterControl_close(writer->mapping);
  writer->mapping = nullptr;
  return mapped && closed;
}

OTF_Writer* OTF_Writer_open(const char* fileNamePrefix, uint32_t numberOfStreams, OTF_FileManager* fileManager) {
  if (!fileManager || !fileNamePrefix) {
    set_error("expected a file manager and the name of a trace, found NULL");
    return nullptr;
  }
  return guarded(nullptr, [&]() -> OTF_Writer* {
    const auto paths = TracePaths::of(fileNamePrefix);
    if (!succeeded(paths)) return nullptr;
    auto writer = std::make_unique<OTF_Writer>();
    OTF_Writer_init(writer.get());
    writer->stub = paths->stub();
    writer->most_streams = numberOfStreams;
    writer->manager = fileManager;
    writer->mapping = OTF_MasterControl_new(fileManager);
    return writer->mapping ? writer.release() : nullptr;
  });
}

int OTF_Writer_close(OTF_Writer* writer) {
  if (!writer) return 0;
  const int good = OTF_Writer_finish(writer);
  delete writer;
  return good;
}

int OTF_Writer_closeAllStreams(OTF_Writer* writer) {
  int good = 1;
  for (const auto& [id, stream] : writer->streams) good &= OTF_WStream_close(stream);
  writer->streams.clear();
  writer->by_process.clear();
  return good;
}

int OTF_Writer_setCompression(OTF_Writer* writer, OTF_FileCompression compression) {
  if (!accept_compression(compression)) return 0;
  writer->compression = compression;
  return 1;
}
OTF_FileCompression OTF_Writer_getCompression(OTF_Writer* writer) { return writer->compression; }

void OTF_Writer_setBufferSizes(OTF_Writer* writer, uint32_t size) {
  if (accept_buffer_size(size)) writer->buffer_bytes = size;
}
uint32_t OTF_Writer_getBufferSizes(OTF_Writer* writer) { return writer->buffer_bytes; }

void OTF_Writer_setZBufferSizes(OTF_Writer* writer, uint32_t size) {
  if (accept_zbuffer_size(size)) writer->zbuffer_bytes = size;
}
uint32_t OTF_Writer_getZBufferSizes(OTF_Writer* writer) { return writer->zbuffer_bytes; }

void OTF_Writer_setFormat(OTF_Writer* writer, uint32_t format) {
  complain_about_format(format);
  writer->format = format;
}
uint32_t OTF_Writer_getFormat(OTF_Writer* writer) { return writer->format; }

uint32_t OTF_Writer_assignProcess(OTF_Writer* writer, uint32_t process, uint32_t stream) {
  return static_cast<uint32_t>(OTF_MasterControl_append(writer->mapping, stream, process));
}

uint32_t OTF_Writer_mapProcess(OTF_Writer* writer, uint32_t processId) {
  return guarded(0, [&] { return object(writer->mapping).stream_for(processId, writer->most_streams); });
}

OTF_MasterControl* OTF_Writer_getMasterControl(OTF_Writer* writer) { return writer->mapping; }

void OTF_Writer_setMasterControl(OTF_Writer* writer, OTF_MasterControl* mc) {
  if (mc != writer->mapping) OTF_MasterControl_close(writer->mapping);
  writer->mapping = mc;
  writer->by_process.clear();
}

OTF_WStream* OTF_Writer_getStream(OTF_Writer* writer, uint32_t stream) {
  return guarded(nullptr, [&]() -> OTF_WStream* {
    OTF_WStream*& found = writer->streams[stream];
    if (found) return found;
    found = OTF_WStream_open(writer->stub.c_str(), stream, writer->manager);
    if (!found) return nullptr;
    found->format = writer->format;
    found->compression = writer->compression;
    found->buffersizes = writer->buffer_bytes;
    found->zbuffersizes = writer->zbuffer_bytes;
    return found;
  });
}

int OTF_Writer_writeDefinitionHeader(OTF_Writer* writer) {
  writer->has_header = true;
  OTF_WStream* const global = OTF_Writer_getStream(writer, 0);
  return global && OTF_WStream_writeOtfVersion(global) && OTF_WStream_writeUniqueId(global);
}

int OTF_Writer_writeOtfVersion(OTF_Writer*, uint32_t) { return 1; }
}
