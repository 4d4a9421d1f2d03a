// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/wstream.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

#include "compat/otf/errors.hpp"
#include "compat/otf/file_manager.hpp"
#include "compat/otf/write_records.hpp"
#include "formats/otf/writer.hpp"

namespace weft::otf::compat {

bool accept_buffer_size(uint32_t size) {
  if (size < 50) OTF_Error("buffers have at least 50 bytes, not %u", size);
  return size >= 50;
}

bool accept_zbuffer_size(uint32_t size) {
  if (size < 32) OTF_Error("buffers for compression have at least 32 bytes, not %u", size);
  return size >= 32;
}

bool accept_compression(OTF_FileCompression level) {
  if (level > 9) OTF_Error("compression has levels 0 to 9, not %u", level);
  return level <= 9;
}

// Programs find it stored all the same.
void complain_about_format(uint32_t format) {
  if (format > (OTF_WSTREAM_FORMAT_LONG | OTF_WSTREAM_FORMAT_INLINE_SNAPSHOTS))
    OTF_Error("there is no format %u", format);
}

WBufferObject* make_buffer(OTF_WStream& stream, OTF_WBuffer*& place, std::string_view suffix) {
  WBufferObject* const made = guarded(nullptr, [&] {
    std::string path = fmt::format("{}.{:x}.{}", stream.namestub, stream.id, suffix);
    if (stream.compression > 0) path += compressed_ending;
    return create_buffer(*stream.manager, std::move(path),
        {form_of(stream.format), {stream.buffersizes, static_cast<int>(stream.compression)}});
  });
  if (made) made->zbuffersize = stream.zbuffersizes;
  place = made;
  return made;
}

namespace {

template <class Kind>
OTF_WBuffer* shown_buffer(OTF_WStream* stream) {
  WBufferObject* const buffer = buffer_of<Kind>(*stream);
  if (buffer) buffer->show();
  return buffer;
}

template <class Do>
int each_buffer(OTF_WStream* stream, Do&& action) {
  int good = 1;
  for (OTF_WBuffer** place :
      {&stream->defBuffer, &stream->eventBuffer, &stream->snapsBuffer, &stream->statsBuffer, &stream->markerBuffer})
    if (*place) good &= action(*place);
  return good;
}

}  // namespace
}  // namespace weft::otf::compat

using namespace weft::otf;
using namespace weft::otf::compat;

extern "C" {

int OTF_WStream_init(OTF_WStream* wstream);
int OTF_WStream_finish(OTF_WStream* wstream);

int OTF_WStream_init(OTF_WStream* wstream) {
  *wstream = {};
  wstream->id = ~uint32_t{0};
  wstream->buffersizes = default_buffer_bytes;
  wstream->zbuffersizes = OTF_ZBUFFER_DEFAULTSIZE;
  return 1;
}

int OTF_WStream_finish(OTF_WStream* wstream) {
  std::free(wstream->namestub);
  wstream->namestub = nullptr;
  return each_buffer(wstream, [](OTF_WBuffer*& buffer) { return OTF_WBuffer_close(std::exchange(buffer, nullptr)); });
}

OTF_WStream* OTF_WStream_open(const char* namestub, uint32_t id, OTF_FileManager* manager) {
  if (!manager || !namestub) {
    set_error("expected a file manager and the name of a trace, found NULL");
    return nullptr;
  }
  auto* const stream = static_cast<OTF_WStream*>(std::malloc(sizeof(OTF_WStream)));
  if (!stream) return nullptr;
  OTF_WStream_init(stream);
  stream->namestub = strdup(namestub);
  if (!stream->namestub) {
    std::free(stream);
    return nullptr;
  }
  stream->id = id;
  stream->manager = manager;
  return stream;
}

int OTF_WStream_close(OTF_WStream* wstream) {
  if (!wstream) return 0;
  const int good = OTF_WStream_finish(wstream);
  std::free(wstream);
  return good;
}

int OTF_WStream_flush(OTF_WStream* wstream) { return each_buffer(wstream, OTF_WBuffer_flush); }

OTF_WBuffer* OTF_WStream_getDefBuffer(OTF_WStream* wstream) { return shown_buffer<DefinitionFile>(wstream); }
OTF_WBuffer* OTF_WStream_getEventBuffer(OTF_WStream* wstream) { return shown_buffer<EventFile>(wstream); }
OTF_WBuffer* OTF_WStream_getSnapshotBuffer(OTF_WStream* wstream) { return shown_buffer<SnapshotFile>(wstream); }
OTF_WBuffer* OTF_WStream_getStatsBuffer(OTF_WStream* wstream) { return shown_buffer<StatisticsFile>(wstream); }
OTF_WBuffer* OTF_WStream_getMarkerBuffer(OTF_WStream* wstream) { return shown_buffer<MarkerFile>(wstream); }

int OTF_WStream_setCompression(OTF_WStream* wstream, OTF_FileCompression compression) {
  if (!accept_compression(compression)) return 0;
  wstream->compression = compression;
  return 1;
}
OTF_FileCompression OTF_WStream_getCompression(OTF_WStream* wstream) { return wstream->compression; }

void OTF_WStream_setBufferSizes(OTF_WStream* wstream, uint32_t size) {
  if (accept_buffer_size(size)) wstream->buffersizes = size;
}
uint32_t OTF_WStream_getBufferSizes(OTF_WStream* wstream) { return wstream->buffersizes; }

void OTF_WStream_setZBufferSizes(OTF_WStream* wstream, uint32_t size) {
  if (accept_zbuffer_size(size)) wstream->zbuffersizes = size;
}
uint32_t OTF_WStream_getZBufferSizes(OTF_WStream* wstream) { return wstream->zbuffersizes; }

// Holds for the next line, also of files that exist.
void OTF_WStream_setFormat(OTF_WStream* wstream, uint32_t format) {
  complain_about_format(format);
  wstream->format = format;
  each_buffer(wstream, [&](OTF_WBuffer* buffer) {
    object(buffer).writer->set_form(form_of(format));
    return 1;
  });
}
uint32_t OTF_WStream_getFormat(OTF_WStream* wstream) { return wstream->format; }

int OTF_WStream_writeOtfVersion(OTF_WStream* wstream) { return write_untimed(wstream, own_version, nullptr); }

int OTF_WStream_writeUniqueId(OTF_WStream* wstream) {
  return write_untimed(wstream, DefUniqueId{new_unique_id()}, nullptr);
}
}
